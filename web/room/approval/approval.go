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
	"lily/web/diff"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

const approvalID = "approval"

// GoTo shows the question and gives it the focus: never by itself, only
// when the person asks for it.
func GoTo(s *state.Store) {
	list := s.Talk.Asked()
	if len(list) == 0 {
		s.Loop.Status = "No approval is needed now."
		return
	}
	goToAsked(s, list[0])
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

// CompoID implements [app.DismountEnforcer]: a click that was meant for one
// question never answers the next.
func (c *Card) CompoID() string { return strconv.Itoa(c.Asked.N) }

// Render implements [app.Composer].
func (c *Card) Render() app.UI {
	q := c.Asked
	return html.El("section").Class("approval").ID(approvalID).TabIndex(-1).Aria("label", "Approval needed").Body(
		html.Text("h3", "", "May the tool "+q.Tool+" run?"),
		html.Pairs([][2]string{{"Skill", cmp.Or(q.Skill, "no skill")}, {"Version", version(q)}, {"Tool", q.Tool}, {"Asked for by", asker(q)}, {"The policy asks", q.Rule}}),
		html.When(q.Program != nil, func() app.UI { return programFacts(q) }),
		html.Text("h4", "", "Arguments"),
		arguments(q),
		c.effect(),
		html.With("div", "row-of-acts",
			c.choice("Allow once", "Allow once: this call only", policy.Once, "main"),
			c.choice(lasting(q), lasting(q)+", as long as the session lasts", policy.Digest),
			c.choice("Deny", "Deny this call", policy.Deny),
		),
	)
}

func version(q *state.Asked) string {
	if q.Skill == "" {
		return ""
	}
	return q.Digest.Short()
}

func asker(q *state.Asked) string {
	if q.Call == "" {
		return "you"
	}
	return "the model"
}

// lasting is the answer that holds for more than this call, and says for which.
func lasting(q *state.Asked) string {
	what := "Allow"
	if q.Program != nil && q.Program.Exact {
		what = "Allow just these words"
	}
	if q.Skill == "" {
		return what + " in this session"
	}
	return what + " for this version of the skill"
}

// choice is one answer. The second click of a double one is not meant for the
// question that came in the place of the first.
func (c *Card) choice(text, label string, consent policy.Consent, classes ...string) app.UI {
	return html.El("button").Attr("type", "button").Class(classes...).Text(text).Title(label).OnClick(func(_ app.Context, e app.Event) {
		if detail := e.Get("detail"); !detail.Truthy() || detail.Int() < 2 {
			html.Focus(html.TurnsID) // the card goes
			c.Store.Talk.Answer(c.Asked, consent)
		}
	}, app.EventScope(text))
}

// arguments lists every argument by name with its exact value.
func arguments(q *state.Asked) app.UI {
	names := slices.Sorted(maps.Keys(q.Args))
	if len(names) == 0 {
		return html.Text("p", "hint", "None.")
	}
	return html.With("dl", "", app.Range(names).Slice(func(i int) app.UI {
		return html.With("div", "pair tall",
			html.With("dt", "", html.Text("code", "", names[i])),
			html.With("dd", "", html.El("pre").TabIndex(0).Text(words.Visible(literal(q.Args[names[i]])))),
		)
	}))
}

// literal is a value as it would be given: a text as it stands, all else as JSON.
func literal(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	data, _ := json.Marshal(v) // numbers, booleans and lists of texts always encode
	return string(data)
}

// effect says what the call would change, and how; or why it would fail.
func (c *Card) effect() app.UI {
	q := c.Asked
	switch n := len(q.Touches); {
	case q.Fails != "":
		return html.With("div", "", html.Text("p", "wrong", "The call would fail: "+q.Fails+"."))
	case q.Program != nil:
		return html.With("div", "", html.Text("p", "hint", willChange(q.Program)))
	case n == 0:
		return html.With("div", "", html.Text("p", "hint", "It would change no file."))
	default:
		return html.With("div", "", html.Text("h4", "", "It would change "+answer.Number(n, "file")),
			html.With("div", "", app.Range(q.Touches).Slice(func(i int) app.UI { return touch(q.Touches[i]) })))
	}
}

func touch(t call.Touch) app.UI {
	word := "Changed"
	switch {
	case t.Before == "":
		word = "New"
	case t.After == "":
		word = "Removed"
	}
	if !state.Readable(t.Before) || !state.Readable(t.After) {
		return html.With("div", "", html.With("p", "", app.Text(word+" "), html.Text("code", "", t.Path)), html.Text("p", "hint", "It is not text that can be shown."))
	}
	list, left := diff.Lines(t.Before, t.After, diff.Most)
	return html.With("div", "",
		html.With("p", "", app.Text(word+" "), html.Text("code", "", t.Path)),
		html.El("pre").Class("diff").TabIndex(0).Role("region").Aria("label", "Changes of "+t.Path).Body(app.Range(list).Slice(func(i int) app.UI { return html.DiffRow(list[i]) })),
		html.When(left > 0, func() app.UI { return html.El("p").Class("hint").Textf("And %s.", answer.Number(left, "more line")) }),
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
		return html.El("div").Class(class, "on").Body(
			html.Text("p", "", line+"."),
			html.ButtonFor(strconv.Itoa(q.N), "Go to the approval", "Go to the approval (Alt+4)", func(app.Context) { goToAsked(s, q) }, "main"),
		)
	}))
}
