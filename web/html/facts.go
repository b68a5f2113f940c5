package html

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
	"lily/core/skill"
	"lily/web/words"
)

// Pairs shows the rows that say something.
func Pairs(rows [][2]string) app.UI { return Facts(nil, rows) }

// Copied takes a text that a person wants, and what it is.
type Copied func(what, text string)

// Facts is [Pairs] in which a digest is short, and copied whole.
func Facts(copied Copied, rows [][2]string) app.UI {
	said := slices.DeleteFunc(slices.Clone(rows), func(r [2]string) bool { return r[1] == "" })
	return With("dl", "", app.Range(said).Slice(func(i int) app.UI {
		name, value := said[i][0], Foreign("dd", "", said[i][1])
		if copied != nil && isDigest(said[i][1]) {
			value = With("dd", "", Digest(name, said[i][1], copied))
		}
		return With("div", "pair", Text("dt", "", name), value)
	}))
}

func isDigest(s string) bool { return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == "" }

// Digest shows as much of a digest as tells it from others; the button copies all of it.
func Digest(of, whole string, copied Copied) app.UI {
	label := words.Either(of == "Digest", "Copy digest", "Copy digest: "+of)
	return With("span", "digest",
		Text("code", "", whole[:12]).Title("%s", sight.Show(whole)),
		IconButton(whole, "copy", label, func() { copied("the digest", whole) }, "small"),
	)
}

// Severity is the shape and the word of how grave a finding is.
func Severity(s skill.Severity) app.UI {
	return Labelled(string(s), words.Title(string(s)), With("span", "severity")).Class("is-" + string(s))
}
