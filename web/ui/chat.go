package ui

import (
	"encoding/json"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
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
		app.If(p.away, func() app.UI {
			return button("Jump to latest", "", func(app.Context) { p.away = false; bottom() }, "jump")
		}),
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
		return el("li").Body(button(line, "", func(app.Context) { s.send(line) }, "try"))
	}
	return el("div").Class("welcome").Body(
		el("p").Text("Lily holds this session to a snapshot of your skills, and says of every skill that does not count why. Nothing leaves this tab."),
		el("p").Text("Drop a folder of skills anywhere on this page, or try a command:"),
		el("ul").Class("tries").Body(try("/skills"), try("/help plan_compiler"), try("/check"), try("/plan Move the images out of the repository; keep old links working")),
	)
}

func (p *chatPane) turn(t turnView) app.UI {
	return el("article").Class("turn").Aria("label", "Turn: "+answer.Line(t.Input)).Body(
		el("div").Class("said").Body(
			el("span").Class("quiet").Text("You:"),
			el("pre").Class("input").Text(t.Input),
			button("Copy", "Copy what you said", func(app.Context) { p.Store.copy("your message", t.Input) }, "small"),
		),
		app.If(t.Skill != "", func() app.UI {
			return el("p").Class("declared").Body(app.Text("Skill "), el("strong").Text(t.Skill), app.Text(", chosen by "+t.By))
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
		return el("div").Class("reply").Body(
			el("p").Class("by").Text("Model "+t.Model),
			el("div").Class("doc").Body(markdown(t.Reply)...),
			button("Copy", "Copy the reply", func(app.Context) { p.Store.copy("the reply", t.Reply) }, "small"),
		)
	case t.Blocks != nil:
		return el("div").Class("reply").Body(blocks(t.Blocks)...)
	}
	return el("p").Class("waiting").Text("Working…")
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
		el("p").Text(answer.Clean(lines[0])),
		app.If(len(details) > 0, func() app.UI {
			return el("ul").Body(app.Range(details).Slice(func(i int) app.UI { return el("li").Text(answer.Clean(details[i])) }))
		}),
		app.If(usage != "", func() app.UI { return el("p").Body(app.Text("Usage: "), el("code").Text(answer.Clean(usage))) }),
		el("p").Class("code-word").Body(app.Text("Code: "), el("code").Text(code)),
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
	return el("details").Class("call").Body(
		el("summary").Text("Tool "+t.Call.Tool+" "+state),
		el("p").Body(app.Text("Arguments "), el("code").Text(string(t.Call.Args)), app.Text(", decided by "), el("code").Text(t.Call.Rule)),
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
		return []app.UI{el("div").Class("doc").Body(markdown(b.Text)...)}
	case answer.Table:
		return []app.UI{table(b)}
	case answer.Definitions:
		return []app.UI{
			app.If(b.Title != "", func() app.UI { return el("h3").Text(b.Title) }),
			el("dl").Body(app.Range(b.Rows).Slice(func(i int) app.UI {
				return el("div").Class("pair").Body(el("dt").Text(b.Rows[i][0]), el("dd").Text(b.Rows[i][1]))
			})),
		}
	}
	return []app.UI{el("p").Text(b.Text)}
}

func table(b answer.Block) app.UI {
	return el("div").Class("wide").TabIndex(0).Role("region").Aria("label", "Table").Body(
		el("table").Body(
			el("thead").Body(el("tr").Body(app.Range(b.Columns).Slice(func(i int) app.UI { return el("th").Attr("scope", "col").Text(b.Columns[i]) }))),
			el("tbody").Body(app.Range(b.Rows).Slice(func(i int) app.UI {
				return el("tr").Body(app.Range(b.Rows[i]).Slice(func(j int) app.UI { return el("td").Text(b.Rows[i][j]) }))
			})),
		),
	)
}
