package approval

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/call"
	"lily/core/sight"
	"lily/core/tree"
	"lily/web/html"
	"lily/web/words"
)

// programFacts shows all that a program would get, its words one by one: what
// looks like one word is one (PO-6, TS-2). Then the texts that it would run.
func programFacts(p *call.Program) app.UI {
	network := words.Either(p.Network, "its skill says that it needs the internet; here it has none", "")
	return html.With("div", "",
		html.When(p.Warning != "", func() app.UI { return html.Text("p", "wrong", p.Warning).Role("alert") }),
		html.Text("h4", "", "The program and its words"),
		html.With("ol", "words", app.Range(p.Argv).Slice(func(i int) app.UI { return html.With("li", "", word(p, i)) })),
		programTexts(p),
		html.Pairs([][2]string{{"Runs in", p.Dir}, {"For at most", answer.Number(p.Timeout, "second")}, {"Trust", string(p.Trust)}, {"Network", network}}),
		html.With("details", "fold env",
			html.Text("summary", "", "Environment, "+answer.Number(len(p.Env), "name")), html.Text("p", "", cmp.Or(words.List(p.Env), "None."))),
	)
}

// word is one word of a program: code and what is long as a block, with its lines.
func word(p *call.Program, i int) app.UI {
	const most = 120 // code points of a word that is shown within a line
	text, label := p.Argv[i], "Word "+strconv.Itoa(i+1)
	code := slices.IndexFunc(p.Sources, func(s call.Source) bool {
		return s.Role == call.Runs && s.Path == "" && s.Word == i && s.By != ""
	})
	if code >= 0 {
		label += ", code for " + p.Sources[code].By
	} else if utf8.RuneCountInString(text) <= most && !strings.Contains(text, "\n") {
		return html.Text("code", "", sight.Spell(text))
	}
	return listing(text, label, label+".")
}

// listing is a text that is read before it runs, under what is to be known of it.
func listing(text, label, about string) app.UI {
	about = strings.Join(append([]string{about}, html.Oddities(text)...), " ")
	return html.With("div", "", html.Text("p", "hint", about), &html.Code{Source: text, Label: label})
}

// programTexts shows the files that run, as they are now, and folded those beside them (PO-6).
func programTexts(p *call.Program) app.UI {
	sources := func(role call.Role, heading string) app.UI {
		list := slices.DeleteFunc(slices.Clone(p.Sources), func(s call.Source) bool { return s.Role != role || s.Path == "" })
		return html.When(len(list) > 0, func() app.UI {
			return html.With("section", "texts", html.Text("h4", "", heading), app.Range(list).Slice(func(i int) app.UI {
				return &fileText{Path: list[i].Path, Text: list[i].Text, Pinned: list[i].Pinned, Folded: role != call.Runs}
			}))
		})
	}
	// Something runs that can change while a lasting yes holds.
	loose := slices.ContainsFunc(p.Sources, func(s call.Source) bool {
		return s.Role != call.Beside && s.Path != "" && !s.Pinned
	})
	return html.With("div", "",
		sources(call.Runs, "What it runs"),
		sources(call.Named, "Files that this names"),
		sources(call.Beside, "Other files of the skill's folder"),
		html.When(p.More > 0, func() app.UI {
			return html.Text("p", "hint", "And "+answer.Number(p.More, "more file")+", which the Files tab has.")
		}),
		html.When(p.Exact && loose, func() app.UI {
			return html.Text("p", "hint", "A yes that lasts is for these words: it goes on to hold when someone changes a file of /workspace that they run.")
		}),
	)
}

// fileText shows a file that a program would have; a folded one is read when it is opened.
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

func (f *fileText) CompoID() string { return f.Path }

func (f *fileText) Render() app.UI {
	path := html.Text("code", "", sight.Spell(f.Path))
	if !f.Folded {
		return html.With("div", "", html.With("p", "", path), f.body())
	}
	return html.Fold("fold", &f.open, html.With("summary", "", path, html.Say(", "+words.Size(f.Text.Size()))), f.body)
}

// body says how long the text is and which version, whether it can still become another, and shows it.
func (f *fileText) body() app.UI {
	if !f.read {
		data, err := f.Text.Bytes()
		f.read, f.text, f.err = true, string(data), err
	}
	if f.err != nil {
		return html.Text("p", "wrong", "It cannot be read: "+words.Endless(f.err)+".")
	}
	lines := strings.Count(f.text, "\n")
	if f.text != "" && !strings.HasSuffix(f.text, "\n") {
		lines++
	}
	whose := words.Either(f.Pinned, "of this version of the skill", "as it is now; if it changes before you answer, the call fails")
	about := words.List([]string{words.Size(f.Text.Size()), answer.Number(lines, "line"), f.Text.Digest().Short(), whose})
	return listing(f.text, sight.Spell(f.Path), about+".")
}
