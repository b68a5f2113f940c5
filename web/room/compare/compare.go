// Package compare holds two things against each other: snapshots, sessions, skills, files or an import (UI.md, Compare).
//
// It promises to show what differs alone, and to say where two cannot be compared. What differs, core/review,
// core/changes and core/tree say, as they do for lily diff; what other agents make of it the second engine says.
//
//	&compare.Doc{Store: s, Others: o, Of: "v1..v2", Go: func(of string) { … }}
package compare

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/diff"
	"lily/core/tree"
	"lily/web/html"
	"lily/web/others"
	"lily/web/state"
	"lily/web/words"
)

// Doc is the document. Of is the ids of its two sides with .. between them; what is not there is the first choice.
type Doc struct {
	app.Compo
	Store  *state.Store
	Others *others.Others
	Of     string
	Go     func(of string) // shows another comparison in this one's place
	Rev    int

	pages int              // how often more was asked for
	open  map[string]*bool // the skills and files that are unfolded
	held  *held            // the two sets of skills that were compared last
}

// Between is the address of two sides.
func Between(was, is string) string { return was + ".." + is }

// sides are the ids of the two, of which the defaults are the first snapshot and what a reload would give.
func (d *Doc) sides() (was, is string) {
	was, is, _ = strings.Cut(d.Of, "..")
	if was == "" {
		was = "v1"
	}
	if is == "" {
		is = sideNow
	}
	return was, is
}

// Render implements [app.Composer].
func (d *Doc) Render() app.UI {
	was, is := d.sides()
	choices := d.choices(was, is)
	return html.With("div", "compare",
		html.Text("h2", "quiet", "Compare"),
		html.With("div", "compare-picks",
			html.Choose("compare-was", "From", was, choices, func(v string) { d.turn(Between(v, is)) }),
			html.Choose("compare-is", "To", is, choices, func(v string) { d.turn(Between(was, v)) }),
			html.ButtonFor(d.Of, "Swap", "Swap the two sides", func() { d.turn(Between(is, was)) }),
		),
		d.differs(was, is),
	)
}

func (d *Doc) turn(of string) {
	d.pages, d.open = 0, nil
	d.Go(of)
}

func (d *Doc) choices(named ...string) (list []html.Choice) {
	for _, s := range d.all(named...) {
		list = append(list, html.Choice{Group: s.Group, Value: s.ID, Label: s.Label})
	}
	return list
}

// differs is what stands below the two pickers.
func (d *Doc) differs(was, is string) app.UI {
	a, errA := d.side(was)
	b, errB := d.side(is)
	switch {
	case errA != nil:
		return html.Failure("The first side cannot be shown: "+words.Endless(errA)+". Choose another one.", "not_found")
	case errB != nil:
		return html.Failure("The second side cannot be shown: "+words.Endless(errB)+". Choose another one.", "not_found")
	case a.Kind() != b.Kind():
		return html.Text("p", "empty", "The first side is "+a.Kind()+" and the second one is "+b.Kind()+". Choose two of a kind.")
	case a.Skills != nil:
		return d.skills(a.Skills, b.Skills)
	case a.Files != nil:
		rows := fileRows("", *a.Files, *b.Files, tree.Diff(*a.Files, *b.Files))
		return d.list(len(rows), func(i int) row { return rows[i] }, "file", "files")
	}
	return texts("The two texts", *a.Text, *b.Text)
}

// row is one thing that differs, folded at first.
type row struct {
	name, gist string
	show       func() app.UI
}

// list shows the rows of a page; the others are not made.
func (d *Doc) list(n int, at func(i int) row, one, many string) app.UI {
	if n == 0 {
		return html.Text("p", "empty", "Nothing differs: the "+many+" are the same on both sides.")
	}
	shown := min(n, (d.pages+1)*html.Chunk)
	list := make([]app.UI, shown)
	for i := range list {
		list[i] = d.row(at(i), n == 1)
	}
	return html.With("div", "",
		html.Text("p", "lead", answer.Number(n, one)+" "+words.Either(n == 1, "differs.", "differ.")),
		html.With("ul", "compare-list", list...),
		html.More(shown < n, many, func() { d.pages++ }),
	)
}

func (d *Doc) row(r row, alone bool) app.UI {
	if d.open == nil {
		d.open = map[string]*bool{}
	}
	if d.open[r.name] == nil {
		d.open[r.name] = &alone
	}
	summary := html.With("summary", "", html.Text("span", "skill-name", r.name), html.Say(" "), html.Text("span", "hint", r.gist))
	return html.With("li", "", html.Fold("fold", d.open[r.name], summary, r.show))
}

func fileRows(under string, a, b tree.Tree, list []tree.Change) (rows []row) {
	for _, c := range list {
		rows = append(rows, row{under + c.Path, string(c.Op), func() app.UI {
			was, why := textOf(a, c.Path)
			is, whyNot := textOf(b, c.Path)
			if said := slices.Concat(why, whyNot); len(said) > 0 {
				return html.Text("p", "hint", said[0])
			}
			return texts(under+c.Path, was, is)
		}})
	}
	return rows
}

// textOf is a file of a tree, or why it cannot be shown.
func textOf(t tree.Tree, path string) (text string, why []string) {
	f, ok := t.File(path)
	if !ok {
		return "", nil
	}
	text, err := state.TextOf(f)
	switch {
	case err != nil:
		return "", []string{"It cannot be shown: " + words.Endless(err) + "."}
	case !state.Readable(text):
		return "", []string{"It is no text: " + words.Size(f.Size()) + ", " + f.Digest().Short() + "."}
	}
	return text, nil
}

func texts(label, was, is string) app.UI {
	if was == is {
		return html.Text("p", "empty", "The two texts are the same.")
	}
	list, left := diff.Lines(was, is, diff.Most)
	return html.Sides(label, list, left)
}
