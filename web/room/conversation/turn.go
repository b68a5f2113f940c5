package conversation

import (
	"cmp"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/event"
	"lily/core/sight"
	"lily/core/tree"
	"lily/web/html"
	"lily/web/state"
	"lily/web/turns"
	"lily/web/words"
)

// card is one turn. It looks again only when that has changed, so that a long talk stays cheap.
type card struct {
	app.Compo
	Store   *Room
	Session string
	Turn    *turns.Turn
	Rev     int          // of the turn
	Asked   *state.Asked // the approval that it waits for
	Held    bool         // nothing can be asked again from here
	Files   tree.Digest  // all files as they are, where the turn changed some

	old      bool          // what it replaced is shown
	unfolded map[int]*bool // long answers, by their events
	ctx      app.Context
}

// OnMount keeps the context, by which a reply that arrives leaves the rest alone.
func (c *card) OnMount(ctx app.Context) { c.ctx = ctx }

// CompoID implements [app.DismountEnforcer]: what was opened in one turn is not in the next.
func (c *card) CompoID() string { return c.Session + "/" + strconv.Itoa(c.Turn.Seq) }

func (c *card) Render() app.UI {
	t := c.Turn
	if t.Note != "" {
		return html.Text("p", "between", t.Note)
	}
	return html.With("article", "turn",
		html.When(len(t.Replaced) > 0, func() app.UI {
			replaced := html.Text("summary", "", "Replaced: "+answer.Number(len(t.Replaced), "earlier turn"))
			return html.Fold("fold replaced", &c.old, replaced, func() app.UI {
				return html.With("div", "", app.Range(t.Replaced).Slice(func(i int) app.UI { return c.earlier(t.Replaced[i]) }))
			})
		}),
		html.With("div", "said", append(said(t), html.With("div", "said-acts", c.acts()...))...),
		c.steps(t),
		html.With("div", "", c.end()),
	).Aria("label", sight.Show("Turn: "+answer.Line(t.Input)))
}

func said(t *turns.Turn) []app.UI {
	return []app.UI{html.Text("span", "quiet", "You:"), html.Foreign("pre", "input", t.Input)}
}

func (c *card) steps(t *turns.Turn) app.UI {
	return html.With("div", "reply", app.Range(t.Steps).Slice(func(i int) app.UI { return c.step(t.Steps[i]) }))
}

// earlier is a turn that a retry or an edited message took the place of.
func (c *card) earlier(t *turns.Turn) app.UI {
	return html.With("div", "earlier", html.With("div", "said", said(t)...), c.steps(t)).
		Role("group").Aria("label", sight.Show("Replaced turn: "+answer.Line(t.Input)))
}

// acts copy what was said, and ask for it again where a model was asked.
func (c *card) acts() []app.UI {
	s, seq, input := c.Store, c.Turn.Seq, c.Turn.Input
	return []app.UI{
		html.When(c.Turn.Asks && !c.Held, func() app.UI {
			return html.With("div", "again",
				html.Button("Retry", "Retry: answer this message again, from here", func() { s.Talk.Again(seq, input) }, "small"),
				html.Button("Edit", "Edit this message, and answer from here", func() { s.Talk.Revise(seq, input) }, "small"),
			)
		}),
		html.Button("Copy", "Copy what you said", func() { s.Exports.Copy("your message", input) }, "small"),
	}
}

func (c *card) step(s *turns.Step) app.UI {
	switch {
	case s.Reply != nil:
		return &reply{Store: c.Store, Session: c.Session, Card: c, Step: s.Reply, Done: s.Reply.Response != nil}
	case s.Tool != nil:
		return c.tool(s.Tool)
	case s.Skill != nil:
		return chosen(s.Skill)
	case s.Proposal != nil:
		return proposed(*s.Proposal)
	case s.Error != nil && s.Error.Code == command.Cancelled: // a person's own doing is no failure
		return html.Text("p", "stopped", s.Error.Message)
	case s.Error != nil:
		return html.Failure(s.Error.Message, string(s.Error.Code), c.next(s.Error)...)
	}
	return c.answered(s.Seq, s.Blocks)
}

func (c *card) tool(t *turns.Tool) app.UI {
	shown := called(c.Store, t)
	if t.Result == nil || len(t.Result.Changes) == 0 {
		return shown
	}
	id := "undo-" + c.Session + "-" + strconv.Itoa(t.Seq)
	row := &undoRow{Store: c.Store, Session: c.Session, Step: t, ID: id, Files: c.Files, Held: c.Store.Sessions.Held()}
	return html.With("div", "", shown, row)
}

// end is what stands at the foot of a turn that is under way.
func (c *card) end() app.UI {
	return app.If(c.Turn.Open && c.Asked != nil, func() app.UI { return c.Store.Approval(c.Asked) }).
		ElseIf(c.Turn.Open, func() app.UI {
			return html.Text("p", "waiting", words.Either(c.Held, "The turn goes on after this event.", "Working…"))
		})
}

// chosen says which skill the request uses, who chose it and what it may use (CV-3, CV-6).
func chosen(k *turns.Skill) app.UI {
	return html.With("p", "declared",
		html.Say("Skill "), html.With("strong", "", html.Name(k.Name)), html.Say(", chosen by "+k.By),
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
	word := words.Either(p.Applied, "Proposal in force for this request: ", "Proposal refused: ")
	return html.With("p", "declared",
		html.Say(word), html.Text("code", "", p.Kind+": "+answer.Line(p.Value)), html.Say(" of the skill "+p.Skill+". "+p.Message+" "),
		html.With("span", "clause", html.Say("Rule "), html.Text("code", "", p.Rule)),
	)
}
