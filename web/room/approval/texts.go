package approval

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/call"
	"lily/core/tree"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// programTexts shows the files that a program's words run, as they would run now, and
// folded those that these name, and those that lie beside them (PO-6).
func programTexts(q *state.Asked) app.UI {
	p := q.Program
	of := func(role call.Role) (list []call.Source) {
		for _, s := range p.Sources {
			if s.Role == role && s.Path != "" {
				list = append(list, s)
			}
		}
		return list
	}
	return html.With("div", "",
		sourcesAs(of(call.Runs), "What it runs", false),
		sourcesAs(of(call.Named), "Files that this names", true),
		sourcesAs(of(call.Beside), "Other files of the skill's folder", true),
		html.When(p.More > 0, func() app.UI {
			return html.Text("p", "hint", "And "+answer.Number(p.More, "more file")+", which the Files tab has.")
		}),
		html.When(p.Exact && loose(p), func() app.UI {
			return html.Text("p", "hint", "A yes that lasts is for these words: it goes on to hold when someone changes a file of /workspace that they run.")
		}),
	)
}

// loose reports whether something runs that can change while a lasting yes holds.
func loose(p *call.Program) bool {
	return slices.ContainsFunc(p.Sources, func(s call.Source) bool { return s.Role != call.Beside && s.Path != "" && !s.Pinned })
}

func sourcesAs(list []call.Source, heading string, folded bool) app.UI {
	return html.When(len(list) > 0, func() app.UI {
		return html.With("section", "texts", html.Text("h4", "", heading), app.Range(list).Slice(func(i int) app.UI {
			return &fileText{Path: list[i].Path, Text: list[i].Text, Pinned: list[i].Pinned, Folded: folded}
		}))
	})
}

// fileText shows a file that a program would have; one that is folded is read when it is
// opened.
type fileText struct {
	app.Compo
	Path   string
	Text   tree.Blob
	Pinned bool
	Folded bool

	open bool
	read bool
	text string
	err  error
}

// CompoID implements [app.DismountEnforcer].
func (f *fileText) CompoID() string { return f.Path }

// Render implements [app.Composer].
func (f *fileText) Render() app.UI {
	if !f.Folded {
		return html.With("div", "", html.With("p", "", html.Text("code", "", words.Visible(f.Path))), f.body())
	}
	return html.El("details").Class("fold").Attr("open", f.open).Body(
		html.With("summary", "", html.Text("code", "", words.Visible(f.Path)), app.Text(", "+words.Size(f.Text.Size()))).OnClick(func(_ app.Context, e app.Event) {
			e.PreventDefault()
			f.open = !f.open
		}),
		html.When(f.open, f.body),
	)
}

func (f *fileText) body() app.UI {
	if !f.read {
		data, err := f.Text.Bytes()
		f.read, f.text, f.err = true, string(data), err
	}
	if f.err != nil {
		return html.Text("p", "wrong", "It cannot be read: "+words.Endless(f.err)+".")
	}
	return html.With("div", "",
		html.Text("p", "hint", strings.Join(append([]string{f.about()}, html.Oddities(f.text)...), " ")),
		&html.Code{Source: f.text, Label: words.Visible(f.Path)},
	)
}

// about says how long it is, and which version: whether it can still become another.
func (f *fileText) about() string {
	whose := "as it is now; if it changes before you answer, the call fails"
	if f.Pinned {
		whose = "of this version of the skill"
	}
	return words.Size(f.Text.Size()) + ", " + answer.Number(strings.Count(f.text, "\n")+unended(f.text), "line") + ", " + f.Text.Digest().Short() + ", " + whose + "."
}

// unended counts the last line of a text, where no line feed ends it.
func unended(text string) int {
	if text == "" || strings.HasSuffix(text, "\n") {
		return 0
	}
	return 1
}
