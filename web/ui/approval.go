package ui

import (
	"cmp"
	"context"
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
	"lily/web/words"
)

const approvalID = "approval"

// Asked is a question of the policy, and where its answer goes.
type Asked struct {
	call.Question
	n     int // a number of its own
	reply chan<- policy.Consent
}

// Approve asks the person, and waits for the answer or the end of the request
// (PO-6). It is called away from the UI goroutine.
func (s *Store) Approve(ctx context.Context, q call.Question) policy.Consent {
	reply := make(chan policy.Consent, 1)
	asked := &Asked{Question: q, reply: reply}
	s.Post(func() { s.ask(asked) })
	defer s.Post(func() { s.settle(asked) })
	select {
	case consent := <-reply:
		return consent
	case <-ctx.Done():
		return policy.Deny
	}
}

func (s *Store) ask(q *Asked) {
	s.asks++
	q.n = s.asks
	s.view(q.Session).asked, s.Status = q, "Approval needed"
	if q.Session != s.Session {
		s.Status += " in " + s.nameOf(q.Session)
	}
	s.changed()
}

// settle takes a question away that has its answer, or needs none any more.
func (s *Store) settle(q *Asked) {
	if v := s.view(q.Session); v.asked == q {
		v.asked = nil
		s.changed()
	}
}

// answer answers a question, once and while it is the one that is asked.
func (s *Store) answer(q *Asked, consent policy.Consent) {
	v := s.view(q.Session)
	if v.asked != q {
		return
	}
	v.asked, s.Status = nil, "Generating"
	s.changed()
	q.reply <- consent
}

// goToApproval shows the question and gives it the focus: never by itself, only
// when the person asks for it.
func goToApproval(s *Store) {
	list := s.asked()
	if len(list) == 0 {
		s.Status = "No approval is needed now."
		return
	}
	s.goToAsked(list[0])
}

func (s *Store) goToAsked(q *Asked) {
	s.goTo(q.Session)
	s.Place, s.here().at = "chat", 0
	html.Focus(approvalID)
}

// asked are the questions that wait, that of the session that is shown first, and
// then as they came.
func (s *Store) asked() []*Asked {
	var list []*Asked
	for _, v := range s.views {
		if v.asked != nil {
			list = append(list, v.asked)
		}
	}
	slices.SortFunc(list, func(a, b *Asked) int {
		if here := a.Session == s.Session; here != (b.Session == s.Session) {
			return map[bool]int{true: -1, false: 1}[here]
		}
		return a.n - b.n
	})
	return list
}

// approvalCard shows exactly what would run, and waits for a yes (PO-6).
type approvalCard struct {
	app.Compo
	Store *Store
	Asked *Asked
}

// CompoID implements [app.DismountEnforcer]: a click that was meant for one
// question never answers the next.
func (c *approvalCard) CompoID() string { return strconv.Itoa(c.Asked.n) }

// Render implements [app.Composer].
func (c *approvalCard) Render() app.UI {
	q := c.Asked
	return html.El("section").Class("approval").ID(approvalID).TabIndex(-1).Aria("label", "Approval needed").Body(
		html.Text("h3", "", "May the tool "+q.Tool+" run?"),
		html.Pairs([][2]string{{"Skill", cmp.Or(q.Skill, "no skill")}, {"Version", version(q)}, {"Tool", q.Tool}, {"Asked for by", asker(q)}, {"The policy asks", q.Rule}}),
		html.With("div", "", app.If(q.Program != nil, func() app.UI { return programFacts(q) })),
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

func version(q *Asked) string {
	if q.Skill == "" {
		return ""
	}
	return q.Digest.Short()
}

func asker(q *Asked) string {
	if q.Call == "" {
		return "you"
	}
	return "the model"
}

// lasting is the answer that holds for more than this call, and says for which.
func lasting(q *Asked) string {
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
func (c *approvalCard) choice(text, label string, consent policy.Consent, classes ...string) app.UI {
	return html.El("button").Attr("type", "button").Class(classes...).Text(text).Title(label).OnClick(func(_ app.Context, e app.Event) {
		if detail := e.Get("detail"); !detail.Truthy() || detail.Int() < 2 {
			html.Focus(html.TurnsID) // the card goes
			c.Store.answer(c.Asked, consent)
		}
	}, app.EventScope(text))
}

// arguments lists every argument by name with its exact value.
func arguments(q *Asked) app.UI {
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
func (c *approvalCard) effect() app.UI {
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
	if !readable(t.Before) || !readable(t.After) {
		return html.With("div", "", html.With("p", "", app.Text(word+" "), html.Text("code", "", t.Path)), html.Text("p", "hint", "It is not text that can be shown."))
	}
	list, left := diff.Lines(t.Before, t.After, maxDiff)
	return html.With("div", "",
		html.With("p", "", app.Text(word+" "), html.Text("code", "", t.Path)),
		html.El("pre").Class("diff").TabIndex(0).Role("region").Aria("label", "Changes of "+t.Path).Body(app.Range(list).Slice(func(i int) app.UI { return html.DiffRow(list[i]) })),
		html.With("div", "", app.If(left > 0, func() app.UI { return html.El("p").Class("hint").Textf("And %s.", answer.Number(left, "more line")) })),
	)
}

// asks leads to the approvals that a narrow page, or another session, hides.
func asks(s *Store) app.UI {
	list := s.asked()
	return html.With("div", "", app.Range(list).Slice(func(i int) app.UI {
		q, class, line := list[i], "asks", "The tool "+list[i].Tool+" waits for your answer"
		if q.Session != s.Session || s.here().at > 0 {
			class = "asks elsewhere"
			line += " in " + s.nameOf(q.Session)
		}
		return html.El("div").Class(class, "on").Body(
			html.Text("p", "", line+"."),
			html.ButtonFor(strconv.Itoa(q.n), "Go to the approval", "Go to the approval (Alt+4)", func(app.Context) { s.goToAsked(q); s.changed() }, "main"),
		)
	}))
}
