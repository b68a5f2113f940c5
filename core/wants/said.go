package wants

import (
	"strings"

	"lily/core/sight"
)

// mostNamed is how many of what is missing a sentence names.
const mostNamed = 8

// Said is the verdict of a script as a part of a sentence: "needs git and the Python package pandas".
func (s Script) Said(v Verdict) string {
	switch v.State {
	case Unread:
		return "not read: " + s.Why
	case Whole:
		if len(v.Unknown) > 0 {
			return "has its programs" + v.unknown()
		}
		return "has all that it names"
	}
	var sure, maybe []string
	for _, w := range v.Lacks {
		if w.Maybe {
			maybe = append(maybe, w.String())
		} else {
			sure = append(sure, w.String())
		}
	}
	var parts []string
	if len(sure) > 0 {
		parts = append(parts, "needs "+listed(sure))
	}
	if len(maybe) > 0 {
		parts = append(parts, "may need "+listed(maybe))
	}
	return strings.Join(parts, "; ") + v.unknown()
}

// unknown says of which packages nobody knows whether they are there.
func (v Verdict) unknown() string {
	if len(v.Unknown) == 0 {
		return ""
	}
	var names []string
	for _, w := range v.Unknown {
		names = append(names, w.String())
	}
	return "; nobody can tell of " + listed(names)
}

func listed(names []string) string {
	more := ""
	if len(names) > mostNamed {
		more, names = " and more", names[:mostNamed]
	}
	return strings.Join(names, ", ") + more
}

// String is the want as a sentence names it.
func (w Want) String() string {
	name := sight.Show(w.Name)
	switch w.Kind {
	case Python:
		return "Python's " + name
	case Node:
		return "Node's " + name
	case Language:
		return map[string]string{"shell": "a shell", "python": "Python", "javascript": "JavaScript", "typescript": "TypeScript", "modules": "import and export of JavaScript", "jsx": "JSX"}[w.Name]
	}
	return name
}
