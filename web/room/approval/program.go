package approval

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/call"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// programFacts shows all that a program would get, its words one by one: what
// looks like one word is one (PO-6, TS-2). Then the texts that it would run.
func programFacts(q *state.Asked) app.UI {
	p := q.Program
	network := ""
	if p.Network {
		network = "its skill says that it needs the internet; here it has none"
	}
	return html.With("div", "",
		html.When(p.Warning != "", func() app.UI { return html.El("p").Class("wrong").Role("alert").Text(p.Warning) }),
		html.Text("h4", "", "The program and its words"),
		html.With("ol", "words", app.Range(p.Argv).Slice(func(i int) app.UI { return html.With("li", "", word(q, i)) })),
		programTexts(q),
		html.Pairs([][2]string{{"Runs in", p.Dir}, {"For at most", answer.Number(p.Timeout, "second")}, {"Trust", string(p.Trust)}, {"Network", network}}),
		html.With("details", "fold env", html.Text("summary", "", "Environment, "+answer.Number(len(p.Env), "name")), html.Text("p", "", cmp.Or(words.List(p.Env), "None."))),
	)
}

// maxWord is the longest word, in code points, that is shown within a line.
const maxWord = 120

// word is one word of a program: code and what is long as a block, with its lines.
func word(q *state.Asked, i int) app.UI {
	text, label := q.Program.Argv[i], "Word "+strconv.Itoa(i+1)
	if by := coder(q.Program, i); by != "" {
		label += ", code for " + by
	} else if utf8.RuneCountInString(text) <= maxWord && !strings.Contains(text, "\n") {
		return html.Text("code", "", words.Visible(text))
	}
	return html.With("div", "", html.Text("p", "hint", strings.Join(append([]string{label + "."}, html.Oddities(text)...), " ")), &html.Code{Source: text, Label: label})
}

// coder is the program that runs a word as code, empty for none.
func coder(p *call.Program, word int) string {
	for _, s := range p.Sources {
		if s.Role == call.Runs && s.Path == "" && s.Word == word {
			return s.By
		}
	}
	return ""
}

// willChange says what may become of the files: it is not known before.
func willChange(p *call.Program) string {
	if p.ReadOnly {
		return "Its skill says that it only reads, so nothing that it changes is kept."
	}
	return "It may change files under /workspace. The call lists them when it has ended, and can undo them."
}
