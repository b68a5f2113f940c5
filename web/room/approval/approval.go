// Package approval asks a person whether a tool may run.
//
// It promises to show exactly what would run, with what shows nothing made visible (PO-6),
// and that an answer is to one question only. It decides nothing and takes no focus.
//
//	&approval.Card{Store: s, Asked: s.Sessions.Here().Asked}
package approval

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/call"
	"lily/core/diff"
	"lily/core/policy"
	"lily/core/sight"
	"lily/core/tree"
	"lily/web/asking"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

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
	html.Focus(html.ApprovalID)
}

// Card shows exactly what would run, and waits for a yes (PO-6). What is too much for a card it
// counts, and a dialog has all of it.
type Card struct {
	app.Compo
	Store *state.Store
	Asked *state.Asked

	open bool // the dialog
	more int  // how often it was asked for more
}

// CompoID implements [app.DismountEnforcer]: a click meant for one question answers no other.
func (c *Card) CompoID() string { return strconv.Itoa(c.Asked.N) }

// Render implements [app.Composer].
func (c *Card) Render() app.UI {
	v := &view{extent: brief}
	body := v.asked(c.Asked)
	return html.With("section", "approval", append(body, c.answers(v.left), c.dialog())...).
		ID(html.ApprovalID).TabIndex(-1).Aria("label", "Approval needed")
}

// answers stay in sight, and say what of the question does not.
func (c *Card) answers(left []string) app.UI {
	q := c.Asked
	return html.With("div", "row-of-acts answers",
		html.When(len(left) > 0, func() app.UI {
			return html.With("div", "row-of-acts",
				html.Text("p", "hint", "Not all of it stands here: "+words.List(left)+"."),
				html.Button("Read all of it", "", func() { c.open = true }),
			)
		}),
		c.choice("Allow once", "Allow once: this call only", policy.Once, "main"),
		c.choice("Deny", "Deny this call", policy.Deny),
		c.choice(lasting(q), lasting(q)+", as long as the session lasts", policy.Digest),
	)
}

// dialog has all of the question, however much that is.
func (c *Card) dialog() app.UI {
	return html.Dialog{ID: "whole-approval", Title: "All of the call", Shut: func() { c.open = false }, Content: func() []app.UI {
		v := &view{extent: whole(c.more)}
		return append(v.asked(c.Asked), html.When(len(v.left) > 0, func() app.UI {
			return html.With("div", "row-of-acts",
				html.Text("p", "hint", "Not shown yet: "+words.List(v.left)+"."),
				html.Button("Show more", "Show more of the call", func() { c.more++ }),
			)
		}))
	}}.While(c.open)
}

// asked says in a sentence what would be done, then shows it: what would change, or run; then how it was called.
func (v *view) asked(q *state.Asked) []app.UI {
	if q.Request != nil {
		return []app.UI{html.With("h3", "", html.Name(asking.Sentence(q.Question))), html.Text("p", "hint", asker(q)), html.Maybe("p", "wrong unseen", unseen(q)), v.request(q.Request)}
	}
	list := []app.UI{
		html.With("h3", "", html.Name(asking.Sentence(q.Question))), html.Text("p", "hint", asker(q)), html.Maybe("p", "wrong unseen", unseen(q)),
		html.When(q.Program != nil, func() app.UI { return v.program(q.Program) }),
		html.With("div", "", v.effect(q)...),
		html.Text("h4", "", "Arguments"), v.arguments(q),
	}
	return append(list, html.When(q.Program != nil, func() app.UI { return v.surroundings(q.Program) }))
}

// asker says who wants it, by which skill, and what rule asks.
func asker(q *state.Asked) string {
	list := []string{words.Either(q.Call == "", "Asked for by you", "Asked for by the model"), "no skill", "rule: " + q.Rule}
	if q.Skill != "" {
		list[1] = "skill " + q.Skill + ", version " + q.Digest.Short()
	}
	return strings.Join(list, " · ")
}

// unseen warns where a person would read another call than the one that runs (PO-6).
func unseen(q *state.Asked) string {
	var texts []string
	if q.Program != nil {
		texts = q.Program.Argv
	} else if q.Request != nil {
		texts = []string{q.Request.URL, string(q.Request.Body)}
	}
	for name, value := range q.Args {
		texts = append(slices.Clip(texts), name)
		if text, is := value.(string); is {
			texts = append(texts, text)
		}
	}
	if slices.ContainsFunc(texts, func(s string) bool { return sight.Exact(s) != s }) {
		return "This call holds characters that nobody can see. They are marked with « », and run as they are."
	}
	return ""
}

// lasting is the answer that holds for more than this call, and says for which.
func lasting(q *state.Asked) string {
	what := "Allow"
	if q.Program != nil && q.Program.Exact {
		what = "Allow just these words"
	}
	if q.Request != nil {
		what += " " + q.Request.Origin()
	}
	return what + words.Either(q.Skill == "", " in this session", " for this version of the skill")
}

// choice is one answer. The second click of a double one is not meant for the next question.
func (c *Card) choice(text, label string, consent policy.Consent, classes ...string) app.UI {
	return html.El("button").Attr("type", "button").Class(classes...).Body(html.Say(text)).Title("%s", sight.Show(label)).OnClick(func(_ app.Context, e app.Event) {
		if detail := e.Get("detail"); !detail.Truthy() || detail.Int() < 2 {
			html.Focus(html.TurnsID) // the card goes
			c.Store.Talk.Answer(c.Asked, consent)
		}
	}, app.EventScope(text))
}

// arguments lists the exact values: a text as it stands, all else as JSON.
func (v *view) arguments(q *state.Asked) app.UI {
	names := slices.Sorted(maps.Keys(q.Args))
	if len(names) == 0 {
		return html.Text("p", "hint", "None.")
	}
	n, long, left := min(len(names), v.names), 0, v.boxes
	list := make([]app.UI, n)
	for i, name := range names[:n] {
		text, is := q.Args[name].(string)
		if !is {
			data, _ := json.Marshal(q.Args[name]) // numbers, booleans and lists of texts always encode
			text = string(data)
		}
		value, class := clipped(text), "pair tall"
		switch short := len(text) < inLine && !strings.Contains(text, "\n"); {
		case short:
			value, class = html.Text("code", "", sight.Exact(text)), "pair"
		case becomes(q, text):
			class = "pair"
			value = html.With("details", "fold", html.Text("summary", "", words.Size(int64(len(text)))+": the file, as it will be"), html.Text("pre", "", sight.Exact(text)).TabIndex(0))
		case !left.take():
			long++
		case len(text) < 4<<10:
			value = html.Text("pre", "", sight.Exact(text)).TabIndex(0)
		default:
			value = listing(text, "The argument "+name, words.Size(int64(len(text)))+".")
		}
		list[i] = html.With("div", class, html.With("dt", "", html.Text("code", "", sight.Spell(name))), html.With("dd", "", value))
	}
	return html.With("div", "", html.With("dl", "", list...), v.out(long, "long argument"), v.out(len(names)-n, "argument"))
}

// becomes reports whether a text is all of a file that would be written, so that it is shown as what changes.
func becomes(q *state.Asked, text string) bool {
	return len(text) < 4<<10 && slices.ContainsFunc(q.Touches, func(t call.Touch) bool { return t.After == text && state.Readable(text) })
}

// effect says what the call would change. Of a program it is not known before.
func (v *view) effect(q *state.Asked) []app.UI {
	n, said := len(q.Touches), ""
	switch {
	case q.Fails != "":
		return []app.UI{html.Text("p", "wrong", "The call would fail: "+words.Clip(q.Fails, 400)+".")}
	case q.Program != nil && q.Program.ReadOnly:
		said = "Its skill says that it only reads, so nothing that it changes is kept."
	case q.Program != nil:
		said = "It may change files under /workspace. The call lists them when it has ended, and can undo them."
	case n == 0:
		said = "It would change no file."
	default:
		list, shown, left := []app.UI{}, 0, v.boxes
		for ; shown < n && left.take(); shown++ {
			list = append(list, v.touch(q.Touches[shown]))
		}
		return append(list, v.out(n-shown, "changed file"))
	}
	return []app.UI{html.Text("p", "hint", said)}
}

func (v *view) touch(t call.Touch) app.UI {
	title := html.With("p", "touch", html.Say(words.Either(t.Op == tree.Added, "New", words.Title(string(t.Op)))+" "), html.Text("code", "", sight.Spell(t.Path)))
	if !state.Readable(t.Before) || !state.Readable(t.After) {
		return html.With("div", "", title, html.Text("p", "hint", "It is not text that can be shown."))
	}
	list, left := diff.Lines(t.Before, t.After, v.lines)
	return html.With("div", "", title,
		html.With("pre", "diff", app.Range(list).Slice(func(i int) app.UI { return html.DiffRow(list[i]) })).
			TabIndex(0).Role("region").Aria("label", sight.Show("Changes of "+t.Path)),
		v.out(left, "changed line"),
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
		return html.With("section", class,
			html.Text("p", "", line+"."),
			html.ButtonFor(strconv.Itoa(q.N), "Go to the approval", html.Keys("Go to the approval (Alt+4)"), goTo, "main"),
		).Class("on").Aria("label", sight.Show(line))
	}))
}
