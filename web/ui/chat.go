package ui

import (
	"encoding/json"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/policy"
)

// recent is how many turns are shown before the person asks for older ones.
const recent = 50

// chatPane is the conversation and its message box.
type chatPane struct {
	app.Compo
	Store *Store
	Rev   int

	older int
	away  bool // the person has scrolled up
	last  int  // turns at the last look
}

// Render implements [app.Composer].
func (p *chatPane) Render() app.UI {
	s := p.Store
	all := turns(s.events())
	first := max(0, len(all)-recent-p.older)
	return el("section").Class("pane", "chat").ID("chat").Aria("labelledby", "chat-title").Body(
		el("h2").Class("quiet").ID("chat-title").Text("Conversation"),
		el("div").Class("scroll", "turns").ID("turns").TabIndex(0).Role("group").Aria("label", "Turns").OnScroll(p.scrolled).Body(
			app.If(first > 0, func() app.UI {
				return button("Show older turns", "", func(app.Context) { p.older += recent })
			}),
			app.If(len(all) == 0, p.welcome),
			app.Range(all[first:]).Slice(func(i int) app.UI { return p.turn(all[first+i]) }),
		),
		elWith("div", "", app.If(p.away, func() app.UI { // its place is kept, so that the message box stays the same one
			return button("Jump to latest", "", func(app.Context) { p.away = false; bottom() }, "jump")
		})),
		&composer{Store: s, Rev: s.rev},
	)
}

// OnUpdate follows the conversation while the person is at its foot.
func (p *chatPane) OnUpdate(ctx app.Context) {
	if n := len(p.Store.events()); n != p.last {
		p.last = n
		if !p.away {
			ctx.Defer(func(app.Context) { bottom() })
		}
	}
}

func bottom() {
	if el := app.Window().GetElementByID("turns"); el.Truthy() {
		el.Set("scrollTop", el.Get("scrollHeight"))
	}
}

func (p *chatPane) scrolled(ctx app.Context, _ app.Event) {
	el := ctx.JSSrc()
	left := el.Get("scrollHeight").Int() - el.Get("scrollTop").Int() - el.Get("clientHeight").Int()
	p.away = left > 48
}

func (p *chatPane) welcome() app.UI {
	s := p.Store
	try := func(line string) app.UI {
		return elWith("li", "", button(line, "", func(app.Context) { s.send(line) }, "try"))
	}
	return elWith("div", "welcome",
		elText("p", "", "Lily holds this session to a snapshot of your skills, and says of every skill that does not count why. Nothing leaves this tab."),
		elText("p", "", "Drop a folder of skills anywhere on this page, or try a command:"),
		elWith("ul", "tries", try("/skills"), try("/help plan_compiler"), try("/check"), try("/plan Move the images out of the repository; keep old links working")),
	)
}

func (p *chatPane) turn(t turnView) app.UI {
	return el("article").Class("turn").Aria("label", "Turn: "+answer.Line(t.Input)).Body(
		elWith("div", "said",
			elText("span", "quiet", "You:"),
			elText("pre", "input", t.Input),
			buttonFor(t.key(p.Store), "Copy", "Copy what you said", func(app.Context) { p.Store.copy("your message", t.Input) }, "small"),
		),
		app.If(t.Skill != "", func() app.UI {
			return elWith("p", "declared", app.Text("Skill "), elText("strong", "", t.Skill), app.Text(", chosen by "+t.By))
		}),
		app.Range(t.Tools).Slice(func(i int) app.UI { return toolCall(t.Tools[i]) }),
		p.outcome(t),
	)
}

func (p *chatPane) outcome(t turnView) app.UI {
	switch {
	case t.Error != nil:
		return failure(t.Error.Message, string(t.Error.Code))
	case t.Reply != "":
		return elWith("div", "reply",
			elText("p", "by", "Model "+t.Model),
			elWith("div", "doc", markdown(t.Reply)...),
			buttonFor(t.key(p.Store), "Copy", "Copy the reply", func(app.Context) { p.Store.copy("the reply", t.Reply) }, "small"),
		)
	case t.Blocks != nil:
		return elWith("div", "reply", blocks(t.Blocks)...)
	}
	if q := p.Store.Asked; q != nil && q.Session == p.Store.Session {
		return approval(p.Store, q)
	}
	return elText("p", "waiting", "Working…")
}

// approval shows exactly what would run, and waits for a yes (PO-6).
func approval(s *Store, q *Asked) app.UI {
	args, _ := json.MarshalIndent(q.Args, "", "  ") // strings, numbers and lists always encode
	return elWith("section", "approval",
		elText("h3", "", "May the tool "+q.Tool+" run?"),
		elText("p", "", "Skill "+q.Skill+". The policy asks: "+q.Rule+"."),
		el("pre").TabIndex(0).Text(string(args)),
		elWith("div", "row-of-acts",
			button("Allow once", "Allow once: this call", func(app.Context) { s.answer(policy.Once) }, "main"),
			button("Allow for this version", "Allow for this version of the skill, in this session", func(app.Context) { s.answer(policy.Digest) }),
			button("Deny", "Deny this call", func(app.Context) { s.answer(policy.Deny) }),
		),
	).Aria("label", "Approval needed")
}

// failure shows an error's first line as a sentence and the rest as a list.
func failure(message, code string) app.UI {
	lines := strings.Split(message, "\n")
	var details []string
	usage := ""
	for _, l := range lines[1:] {
		if u, ok := strings.CutPrefix(l, "Usage: "); ok {
			usage = u
			continue
		}
		details = append(details, strings.TrimPrefix(l, "- "))
	}
	return el("div").Class("failure").Role("alert").Body(
		elText("p", "", answer.Clean(lines[0])),
		app.If(len(details) > 0, func() app.UI {
			return elWith("ul", "", app.Range(details).Slice(func(i int) app.UI { return elText("li", "", answer.Clean(details[i])) }))
		}),
		app.If(usage != "", func() app.UI { return elWith("p", "", app.Text("Usage: "), elText("code", "", answer.Clean(usage))) }),
		elWith("p", "code-word", app.Text("Code: "), elText("code", "", code)),
	)
}

// toolCall folds a call with the envelope it came back in.
func toolCall(t toolView) app.UI {
	state := "running"
	var envelope string
	if t.Result != nil {
		state = "succeeded"
		if !t.Result.Result.Success {
			state = "failed"
		}
		data, _ := json.MarshalIndent(t.Result.Result, "", "  ") // strings and numbers always encode
		envelope = string(data)
	}
	return elWith("details", "call",
		elText("summary", "", "Tool "+t.Call.Tool+" "+state),
		elWith("p", "", app.Text("Arguments "), elText("code", "", string(t.Call.Args)), app.Text(", decided by "), elText("code", "", t.Call.Rule)),
		el("pre").TabIndex(0).Text(envelope),
	)
}

// blocks shows a structured answer.
func blocks(a answer.Answer) []app.UI {
	var list []app.UI
	for _, b := range a {
		list = append(list, block(b)...)
	}
	return list
}

func block(b answer.Block) []app.UI {
	switch b.Kind {
	case answer.Markdown:
		return []app.UI{elWith("div", "doc", markdown(b.Text)...)}
	case answer.Table:
		return []app.UI{table(b)}
	case answer.Definitions:
		return []app.UI{
			app.If(b.Title != "", func() app.UI { return elText("h3", "", b.Title) }),
			elWith("dl", "", app.Range(b.Rows).Slice(func(i int) app.UI {
				return pairOf(b.Rows[i])
			})),
		}
	}
	return []app.UI{elText("p", "", b.Text)}
}

// longTerm is from how many bytes on a term stands above its text.
const longTerm = 24

func pairOf(row []string) app.UI {
	class := "pair"
	if len(row[0]) > longTerm {
		class = "pair tall"
	}
	return elWith("div", class, elText("dt", "", row[0]), elText("dd", "", row[1]))
}

func table(b answer.Block) app.UI {
	return el("div").Class("wide").TabIndex(0).Role("region").Aria("label", "Table").Body(
		elWith("table", "",
			elWith("thead", "", elWith("tr", "", app.Range(b.Columns).Slice(func(i int) app.UI { return el("th").Attr("scope", "col").Text(b.Columns[i]) }))),
			elWith("tbody", "", app.Range(b.Rows).Slice(func(i int) app.UI {
				return elWith("tr", "", app.Range(b.Rows[i]).Slice(func(j int) app.UI { return elText("td", "", b.Rows[i][j]) }))
			})),
		),
	)
}
