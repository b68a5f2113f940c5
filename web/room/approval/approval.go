// Package approval asks a person whether a tool may run.
//
// It promises to show exactly what would run, with what shows nothing made visible (PO-6),
// and that an answer is to one question only. It decides nothing and takes no focus.
//
//	&approval.Card{Store: s, Asked: s.Sessions.Here().Asked}
package approval

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/call"
	"lily/core/policy"
	"lily/core/sight"
	"lily/web/diff"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

const approvalID = "approval"

// GoTo shows the question and gives it the focus: only when the person asks for it.
func GoTo(s *state.Store) {
	if list := s.Talk.Asked(); len(list) > 0 {
		goToAsked(s, list[0])
		return
	}
	s.Loop.Status = "No approval is needed now."
}

func goToAsked(s *state.Store, q *state.Asked) {
	s.Talk.GoToAsked(q)
	html.Focus(approvalID)
}

// Card shows exactly what would run, and waits for a yes (PO-6).
type Card struct {
	app.Compo
	Store *state.Store
	Asked *state.Asked
}

// CompoID implements [app.DismountEnforcer]: a click meant for one question answers no other.
func (c *Card) CompoID() string { return strconv.Itoa(c.Asked.N) }

// Render implements [app.Composer].
func (c *Card) Render() app.UI {
	q := c.Asked
	version := words.Either(q.Skill == "", "", q.Digest.Short())
	asker := words.Either(q.Call == "", "you", "the model")
	return html.With("section", "approval",
		html.Text("h3", "", "May the tool "+q.Tool+" run?"),
		html.Pairs([][2]string{{"Skill", cmp.Or(q.Skill, "no skill")}, {"Version", version}, {"Tool", q.Tool}, {"Asked for by", asker}, {"The policy asks", q.Rule}}),
		html.When(q.Program != nil, func() app.UI { return programFacts(q.Program) }),
		html.Text("h4", "", "Arguments"),
		arguments(q),
		html.With("div", "", effect(q)...),
		html.With("div", "row-of-acts",
			c.choice("Allow once", "Allow once: this call only", policy.Once, "main"),
			c.choice(lasting(q), lasting(q)+", as long as the session lasts", policy.Digest),
			c.choice("Deny", "Deny this call", policy.Deny),
		),
	).ID(approvalID).TabIndex(-1).Aria("label", "Approval needed")
}

// lasting is the answer that holds for more than this call, and says for which.
func lasting(q *state.Asked) string {
	what := "Allow"
	if q.Program != nil && q.Program.Exact {
		what = "Allow just these words"
	}
	return what + words.Either(q.Skill == "", " in this session", " for this version of the skill")
}

// choice is one answer. The second click of a double one is not meant for the next question.
func (c *Card) choice(text, label string, consent policy.Consent, classes ...string) app.UI {
	return html.El("button").Attr("type", "button").Class(classes...).Text(text).Title("%s", sight.Show(label)).OnClick(func(_ app.Context, e app.Event) {
		if detail := e.Get("detail"); !detail.Truthy() || detail.Int() < 2 {
			html.Focus(html.TurnsID) // the card goes
			c.Store.Talk.Answer(c.Asked, consent)
		}
	}, app.EventScope(text))
}

// arguments lists the exact values: a text as it stands, all else as JSON.
func arguments(q *state.Asked) app.UI {
	names := slices.Sorted(maps.Keys(q.Args))
	if len(names) == 0 {
		return html.Text("p", "hint", "None.")
	}
	return html.With("dl", "", app.Range(names).Slice(func(i int) app.UI {
		text, is := q.Args[names[i]].(string)
		if !is {
			data, _ := json.Marshal(q.Args[names[i]]) // numbers, booleans and lists of texts always encode
			text = string(data)
		}
		return html.With("div", "pair tall",
			html.With("dt", "", html.Text("code", "", sight.Spell(names[i]))),
			html.With("dd", "", html.Text("pre", "", sight.Exact(text)).TabIndex(0)),
		)
	}))
}

// effect says what the call would change. Of a program it is not known before.
func effect(q *state.Asked) []app.UI {
	n, said := len(q.Touches), ""
	switch {
	case q.Fails != "":
		return []app.UI{html.Text("p", "wrong", "The call would fail: "+q.Fails+".")}
	case q.Program != nil && q.Program.ReadOnly:
		said = "Its skill says that it only reads, so nothing that it changes is kept."
	case q.Program != nil:
		said = "It may change files under /workspace. The call lists them when it has ended, and can undo them."
	case n == 0:
		said = "It would change no file."
	default:
		return []app.UI{
			html.Text("h4", "", "It would change "+answer.Number(n, "file")),
			html.With("div", "", app.Range(q.Touches).Slice(func(i int) app.UI { return touch(q.Touches[i]) })),
		}
	}
	return []app.UI{html.Text("p", "hint", said)}
}

func touch(t call.Touch) app.UI {
	word := "Changed"
	switch {
	case t.Before == "":
		word = "New"
	case t.After == "":
		word = "Removed"
	}
	title := html.With("p", "", html.Say(word+" "), html.Text("code", "", sight.Spell(t.Path)))
	if !state.Readable(t.Before) || !state.Readable(t.After) {
		return html.With("div", "", title, html.Text("p", "hint", "It is not text that can be shown."))
	}
	list, left := diff.Lines(t.Before, t.After, diff.Most)
	return html.With("div", "", title,
		html.With("pre", "diff", app.Range(list).Slice(func(i int) app.UI { return html.DiffRow(list[i]) })).
			TabIndex(0).Role("region").Aria("label", sight.Show("Changes of "+t.Path)),
		html.When(left > 0, func() app.UI { return html.Text("p", "hint", "And "+answer.Number(left, "more line")+".") }),
	)
}

// Waiting leads to the approvals that a narrow page, or another session, hides.
func Waiting(s *state.Store) app.UI {
	list := s.Talk.Asked()
	return html.With("div", "", app.Range(list).Slice(func(i int) app.UI {
		q, class, line := list[i], "asks", "The tool "+list[i].Tool+" waits for your answer"
		if q.Session != s.Sessions.Session || s.Sessions.Here().At > 0 {
			class = "asks elsewhere"
			line += " in " + s.Sessions.Name(q.Session)
		}
		goTo := func() { goToAsked(s, q) }
		return html.With("div", class,
			html.Text("p", "", line+"."),
			html.ButtonFor(strconv.Itoa(q.N), "Go to the approval", "Go to the approval (Alt+4)", goTo, "main"),
		).Class("on")
	}))
}
