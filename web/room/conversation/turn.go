package conversation

import (
	"cmp"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/tree"
	"lily/web/html"
	"lily/web/markdown"
	"lily/web/state"
	"lily/web/turns"
	"lily/web/words"
)

// card is one turn of the conversation. It looks again only when its turn
// has changed: a long conversation costs no more than its last turn.
type card struct {
	app.Compo
	Store   *Room
	Session string
	Turn    *turns.Turn
	Rev     int          // of the turn
	Asked   *state.Asked // the approval that it waits for
	Held    bool         // nothing can be asked again from here
	Files   tree.Digest  // all files as they are, where the turn changed some

	old bool // what it replaced is shown
	ctx app.Context
}

// OnMount keeps the context, by which a reply that arrives leaves the rest alone.
func (c *card) OnMount(ctx app.Context) { c.ctx = ctx }

// CompoID implements [app.DismountEnforcer]: what was opened in one turn is not
// open in the next.
func (c *card) CompoID() string { return c.Session + "/" + strconv.Itoa(c.Turn.Seq) }

// Render implements [app.Composer].
func (c *card) Render() app.UI {
	t := c.Turn
	if t.Note != "" {
		return html.Text("p", "between", t.Note)
	}
	return html.El("article").Class("turn").Aria("label", "Turn: "+answer.Line(t.Input)).Body(
		html.When(len(t.Replaced) > 0, c.replaced),
		html.With("div", "said",
			html.Text("span", "quiet", "You:"),
			html.Foreign("pre", "input", t.Input),
			html.With("div", "said-acts", c.acts()...),
		),
		html.With("div", "reply", app.Range(t.Steps).Slice(func(i int) app.UI { return c.step(t.Steps[i]) })),
		c.end(),
	)
}

// acts copy what was said, and ask for it again where a model was asked.
func (c *card) acts() []app.UI {
	list := []app.UI{html.Button("Copy", "Copy what you said", func(app.Context) { c.Store.Exports.Copy("your message", c.Turn.Input) }, "small")}
	if !c.Turn.Asks || c.Held {
		return list
	}
	return append(list,
		html.Button("Retry", "Retry: answer this message again, from here", func(app.Context) { c.Store.Talk.Again(c.Turn.Seq, c.Turn.Input) }, "small", "again"),
		html.Button("Edit", "Edit this message, and answer from here", func(app.Context) { c.Store.Talk.Revise(c.Turn.Seq, c.Turn.Input) }, "small", "again"),
	)
}

func (c *card) step(s *turns.Step) app.UI {
	switch {
	case s.Reply != nil:
		return &reply{Store: c.Store, Session: c.Session, Card: c, Step: s.Reply, Done: s.Reply.Response != nil}
	case s.Tool != nil:
		return c.called(s.Tool)
	case s.Skill != nil:
		return chosen(s.Skill)
	case s.Proposal != nil:
		return proposed(*s.Proposal)
	case s.Error != nil:
		return html.Failure(s.Error.Message, string(s.Error.Code))
	}
	return html.With("div", "answer", markdown.Blocks(s.Blocks)...)
}

// called shows a call, and under it what it changed.
func (c *card) called(t *turns.Tool) app.UI {
	if t.Result == nil || len(t.Result.Changes) == 0 {
		return toolCall{t}.show(c.Store)
	}
	row := &undoRow{Store: c.Store, Session: c.Session, Step: t, ID: "undo-" + c.Session + "-" + strconv.Itoa(t.Seq), Files: c.Files, Held: c.Store.Sessions.Held()}
	return html.With("div", "", toolCall{t}.show(c.Store), row)
}

// end is what stands at the foot of a turn that is under way.
func (c *card) end() app.UI {
	switch {
	case !c.Turn.Open:
		return html.With("div", "")
	case c.Asked != nil:
		return html.With("div", "", c.Store.Approval(c.Asked))
	}
	if c.Held {
		return html.With("div", "", html.Text("p", "waiting", "The turn goes on after this event."))
	}
	return html.With("div", "", html.Text("p", "waiting", "Working…"))
}

// replaced folds the turns that a retry or an edited message took the place of.
// They are made when they are opened.
func (c *card) replaced() app.UI {
	list := c.Turn.Replaced
	return html.El("details").Class("fold", "replaced").Attr("open", c.old).Body(
		html.El("summary").Text("Replaced: "+answer.Number(len(list), "earlier turn")).OnClick(func(_ app.Context, e app.Event) {
			e.PreventDefault()
			c.old = !c.old
		}),
		html.When(c.old, func() app.UI {
			return html.With("div", "", app.Range(list).Slice(func(i int) app.UI { return c.earlier(list[i]) }))
		}),
	)
}

func (c *card) earlier(t *turns.Turn) app.UI {
	return html.El("div").Class("earlier").Role("group").Aria("label", "Replaced turn: "+answer.Line(t.Input)).Body(
		html.With("div", "said", html.Text("span", "quiet", "You:"), html.Foreign("pre", "input", t.Input)),
		html.With("div", "reply", app.Range(t.Steps).Slice(func(i int) app.UI { return c.step(t.Steps[i]) })),
	)
}

// chosen says which skill the request uses, who chose it and what it may use
// (CV-3, CV-6).
func chosen(k *turns.Skill) app.UI {
	return html.With("p", "declared",
		app.Text("Skill "), html.Text("strong", "", k.Name), app.Text(", chosen by "+k.By),
		app.If(k.Loaded != nil, func() app.UI {
			return html.Text("span", "", "; its text went into the context, version "+k.Loaded.Digest.Short())
		}),
		app.If(k.Effective != nil, func() app.UI {
			return html.Text("span", "", "; tools "+cmp.Or(words.List(k.Effective), "none"))
		}),
	)
}

// proposed says what a skill proposes, and whether it holds (PO-8).
func proposed(p event.Proposal) app.UI {
	word := "Proposal refused: "
	if p.Applied {
		word = "Proposal in force for this request: "
	}
	return html.With("p", "declared",
		app.Text(word), html.Text("code", "", p.Kind+": "+answer.Line(p.Value)), app.Text(" of the skill "+p.Skill+". "+p.Message+" "),
		html.With("span", "clause", app.Text("Rule "), html.Text("code", "", p.Rule)),
	)
}
