package sight

import (
	"errors"
	"io"
	"io/fs"
	"strings"
)

// Named shows the names that a call is about as [Spell] does, wherever they stand in what is said of it: a line's end in
// one of them must not begin a line that looks like one of Lily's. Errors of the system have names as they are.
type Named struct {
	To    io.Writer
	Names *strings.Replacer
}

// Write implements [io.Writer].
func (w Named) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.To, w.Names.Replace(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Spelled replaces the parts of names that hold a line's end. A path may be shown cleaned, or below another one, but
// never with a part of it cut.
func Spelled(names []string) *strings.Replacer {
	var pairs []string
	for _, name := range names {
		for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '/' || r == '\\' || r == '=' }) {
			part = strings.TrimLeft(part, "-")
			if !strings.ContainsFunc(part, ends) {
				continue
			}
			if strings.TrimFunc(part, ends) == "" { // else it would be found everywhere
				pairs = append(pairs, "/"+part, "/"+Spell(part))
			} else {
				pairs = append(pairs, part, Spell(part))
			}
		}
	}
	return strings.NewReplacer(pairs...)
}

func ends(r rune) bool { return strings.ContainsRune("\n\r\v\f\u0085\u2028\u2029", r) }

// About are the paths that an error of the system is about.
func About(err error) (list []string) {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		list = append(list, e.Path)
	}
	return list
}
