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
		html.With("details", "fold env", html.Text("summary", "", "Environment, "+answer.Number(len(p.Env), "name")), html.Text("p", "", cmp.Or(words.List(p.Env), "None."))),
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
		return html.Text("code", "", words.Visible(text))
	}
	return listing(text, label, label+".")
}

// listing is a text that is read before it runs, under what is to be known of it.
func listing(text, label, about string) app.UI {
	about = strings.Join(append([]string{about}, html.Oddities(text)...), " ")
	return html.With("div", "", html.Text("p", "hint", about), &html.Code{Source: text, Label: label})
}
