// Package asking is how a person is asked whether a tool may run (PO-6): the sentence that says what it would do, for
// the page and the terminal, and on a terminal all of the question and the reading of its answer (TM-5).
//
// It promises that what is shown is what runs, word by word, with what nobody could see made visible, and that nothing
// but a typed yes is one. It decides nothing.
package asking

import (
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/call"
	"lily/core/tree"
	"lily/web/words"
)

// inLine are the code points of a name that stands within a line.
const inLine = 120

// does is the verb of what would become of a file.
var does = map[tree.Op]string{tree.Added: "create", tree.Changed: "change", tree.Removed: "remove"}

// Sentence says what a call would do: write will create notes/a.md.
func Sentence(q call.Question) string {
	switch {
	case q.Request != nil:
		return q.Request.Program + " will ask " + words.Clip(q.Request.Origin(), inLine)
	case q.Fails != "":
		return q.Tool + " would fail"
	case q.Program != nil:
		return q.Tool + " will run " + runs(q.Program)
	case len(q.Touches) == 0:
		return q.Tool + " will change no file"
	case len(q.Touches) == 1:
		t := q.Touches[0]
		return q.Tool + " will " + does[t.Op] + " " + words.Clip(strings.TrimPrefix(t.Path, "/workspace/"), inLine)
	}
	n := map[tree.Op]int{}
	for _, t := range q.Touches {
		n[t.Op]++
	}
	var list []string
	for _, op := range []tree.Op{tree.Added, tree.Changed, tree.Removed} {
		if n[op] > 0 {
			list = append(list, does[op]+" "+answer.Number(n[op], "file"))
		}
	}
	return q.Tool + " will " + words.List(list)
}

// runs names the program, and the script that it is given.
func runs(p *call.Program) string {
	if len(p.Argv) == 0 {
		return "nothing"
	}
	name := words.Clip(p.Argv[0], inLine/2)
	at := slices.IndexFunc(p.Sources, func(s call.Source) bool { return s.Role == call.Runs && s.By != "" })
	switch {
	case at < 0:
		return name
	case p.Sources[at].Path == "":
		return name + " with the code below"
	}
	return name + " with " + words.Clip(strings.TrimPrefix(p.Sources[at].Path, "/workspace/"), inLine)
}
