package conversation

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/policy"
	"lily/core/sight"
	"lily/core/tree"
	"lily/web/html"
	"lily/web/turns"
	"lily/web/words"
)

// called folds a call of a tool with the envelope that it came back in (TS-6, PO-7).
func called(s *Room, t *turns.Tool) app.UI {
	return html.With("details", "call is-"+t.State(),
		html.With("summary", "",
			html.Say("Tool "), html.With("strong", "", html.Name(t.Name)), html.Say(" "+t.State()),
			html.Maybe("span", "call-took", took(t)), html.Maybe("code", "call-args", inLine(t)), html.Text("span", "about", gist(t))),
		html.Pairs(facts(t)),
		html.Text("h3", "", "Arguments"),
		html.Foreign("pre", "", arguments(t)).TabIndex(0),
		result(s, t),
	)
}

// gist tells, while the call is folded, what it came to.
func gist(t *turns.Tool) string {
	switch {
	case t.Refused != nil:
		return " " + words.Clip(strings.TrimPrefix(t.Refused.Message, "Error: "), turns.MaxBrief)
	case t.Result == nil:
		return ""
	case !t.Result.Result.Success:
		return " " + words.Clip(t.Result.Result.Error, turns.MaxBrief)
	case len(t.Result.Changes) > 0:
		return " changed " + answer.Number(len(t.Result.Changes), "file")
	}
	return ""
}

// inLine is what a call was given, in one line.
func inLine(t *turns.Tool) string {
	const most = 80 // code points
	return words.Clip(answer.Line(strings.Trim(given(t), "{}")), most)
}

func given(t *turns.Tool) string {
	switch {
	case t.Call != nil && len(t.Call.Argv) > 0:
		return strings.Join(t.Call.Argv, " ")
	case t.Call != nil:
		return string(t.Call.Args)
	case t.Refused != nil:
		return t.Refused.Args
	}
	return ""
}

// took is how long a program ran; a built-in tool takes no time worth telling.
func took(t *turns.Tool) string {
	if t.Result == nil || t.Result.Result.Millis == 0 {
		return ""
	}
	return words.Thousands(int(t.Result.Result.Millis)) + " ms"
}

func arguments(t *turns.Tool) string {
	switch {
	case t.Call != nil:
		return words.Pretty(string(t.Call.Args))
	case t.Refused != nil:
		return t.Refused.Args
	}
	return ""
}

func facts(t *turns.Tool) [][2]string {
	rule, unasked := "", ""
	if t.Call != nil {
		rule = t.Call.Rule
		unasked = words.Either(t.Call.Auto != "", "Full auto let it run. The rule: "+t.Call.Auto+".", "") // PO-9
	}
	if t.Refused != nil {
		rule = t.Refused.Rule
	}
	list := [][2]string{{"Asked for by", words.Either(t.ID == "", "you", "the model")}, {"Decided by", rule}, {"Not asked", unasked}}
	if a := t.Approval; a != nil {
		list = append(list, [2]string{"Approval", consented(a) + " The rule that asked: " + a.Rule + "."})
	}
	for _, a := range t.Asks {
		said := a.Request.Method + " " + a.Request.URL + ": " + turns.Answered(a.Answer) + ". "
		if a.Approval != nil {
			said += words.Either(a.Approval.Granted, "You allowed it. ", "You did not allow it. ")
		}
		list = append(list, [2]string{"Network", said + "The rule: " + a.Request.Rule + "."})
	}
	if r := t.Refused; r != nil {
		said := strings.TrimPrefix(r.Message, "Error: ")
		list = append(list, [2]string{"Refused", said}, [2]string{"Code", string(r.Code)})
	}
	return list
}

func consented(a *event.Approval) string {
	switch {
	case a.Consent == policy.Once:
		return "You allowed this call."
	case a.Consent == policy.Digest && a.Skill != "":
		return "You allowed this tool for this version of the skill, in this session."
	case a.Consent == policy.Digest:
		return "You allowed this tool in this session."
	}
	return "It was not given."
}

func result(s *Room, t *turns.Tool) app.UI {
	if t.Result == nil {
		return html.With("div", "")
	}
	r, changes := t.Result.Result, t.Result.Changes
	return html.With("div", "",
		html.Pairs([][2]string{{"Error", r.Error}, {"Exit code", fmt.Sprint(r.ExitCode)}, {"Took", took(t)}, {"Truncated", words.Either(r.Truncated, "yes", "")}}),
		html.Text("h3", "", "Output, "+words.Size(int64(len(r.Output)))),
		html.Foreign("pre", "", r.Output).TabIndex(0),
		html.With("ul", "rows", app.Range(changes).Slice(func(i int) app.UI {
			path := changes[i].Path
			open := func() { s.Shown.OpenFile(path); html.Focus(html.FileTitle(path)) }
			return html.With("li", "", html.ButtonFor(path, words.Title(string(changes[i].Op))+" /"+path, "", open, "row"))
		})),
	)
}

// undoRow names the files that a call changed, and is the way back: an edit, no event.
type undoRow struct {
	app.Compo
	Store   *Room
	Session string
	Step    *turns.Tool
	ID      string
	Files   tree.Digest // of all files now: with others the row looks again
	Held    string      // why nothing can be changed from here
}

func (r *undoRow) CompoID() string { return r.ID }

func (r *undoRow) Render() app.UI {
	var paths []string
	for _, c := range r.Step.Result.Changes {
		paths = append(paths, c.Path)
	}
	const named = 3 // the call has all of them
	return html.With("div", "undo-row",
		html.With("span", "", html.Say("Changed "), html.Text("code", "", turns.NamesOf(paths, named))),
		r.act(),
	).ID(r.ID).TabIndex(-1).Role("group").Aria("label", sight.Show("What "+r.Step.Name+" changed"))
}

func (r *undoRow) act() app.UI {
	v := r.Store.Sessions.View(r.Session)
	u, ok := r.Step.Undoing(r.Store.Sessions.EventsOf(r.Session))
	switch {
	case r.Step.Foreign || v.Bundle != nil:
		return html.Text("span", "hint", "It did so in the files of the recording.")
	case !ok:
		return html.Text("span", "hint", "It cannot be undone: the files from before it are lost.")
	case r.Held == "" && u.Done(r.Store.Engine.World().Tree):
		return html.Text("span", "hint", "Undone: the files are as they were before.")
	}
	return html.Unless(r.Held, html.ButtonFor(r.ID, "Undo what it changed", "", r.undo, "small"))
}

// undo takes back what the call changed. The focus stays in the row, whose button goes.
func (r *undoRow) undo() {
	u, _ := r.Step.Undoing(r.Store.Sessions.EventsOf(r.Session))
	html.Focus(r.ID)
	r.Store.Edits.UndoCall(r.Step.Name, u)
}
