package conversation

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/tree"
	"lily/web/html"
	"lily/web/turns"
	"lily/web/words"
)

// call shows one call of a tool.
type toolCall struct{ *turns.Tool }

// show folds a call with the envelope that it came back in (TS-6, PO-7).
func (t toolCall) show(s *Room) app.UI {
	class := "call is-" + t.State()
	return html.With("details", class,
		html.With("summary", "", app.Text("Tool "), html.Text("strong", "", t.Name), app.Text(" "+t.State()), html.Text("span", "about", t.gist())),
		html.With("dl", "", t.facts()...),
		html.Text("h3", "", "Arguments"),
		html.Foreign("pre", "", words.Visible(t.args())).TabIndex(0),
		t.result(s),
	)
}

// gist tells, while the call is folded, what it came to.
func (t toolCall) gist() string {
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

func (t toolCall) args() string {
	switch {
	case t.Call != nil:
		return words.Pretty(string(t.Call.Args))
	case t.Refused != nil:
		return t.Refused.Args
	}
	return ""
}

func (t toolCall) facts() []app.UI {
	rule := ""
	if t.Call != nil {
		rule = t.Call.Rule
	}
	if t.Refused != nil {
		rule = t.Refused.Rule
	}
	list := []app.UI{fold("Asked for by", t.by()), fold("Decided by", rule), t.unasked()}
	if a := t.Approval; a != nil {
		list = append(list, fold("Approval", consented(string(a.Consent), a.Skill != "")+" The rule that asked: "+a.Rule+"."))
	}
	if r := t.Refused; r != nil {
		list = append(list, fold("Refused", strings.TrimPrefix(r.Message, "Error: ")), fold("Code", string(r.Code)))
	}
	return list
}

// unasked says that full auto let the call run (PO-9).
func (t toolCall) unasked() app.UI {
	if t.Call == nil || t.Call.Auto == "" {
		return fold("", "")
	}
	return fold("Not asked", "Full auto let it run. The rule: "+t.Call.Auto+".")
}

func (t toolCall) by() string {
	if t.ID == "" {
		return "you"
	}
	return "the model"
}

// fold is a row of a list of definitions, or nothing for an empty text.
func fold(term, text string) app.UI {
	return app.If(text != "", func() app.UI {
		return html.With("div", "pair", html.Text("dt", "", term), html.Foreign("dd", "", text))
	})
}

func consented(consent string, skill bool) string {
	switch {
	case consent == "once":
		return "You allowed this call."
	case consent == "digest" && skill:
		return "You allowed this tool for this version of the skill, in this session."
	case consent == "digest":
		return "You allowed this tool in this session."
	}
	return "It was not given."
}

// result shows what came back, and the files that changed.
func (t toolCall) result(s *Room) app.UI {
	if t.Result == nil {
		return html.With("div", "")
	}
	r := t.Result.Result
	return html.With("div", "",
		html.With("dl", "", fold("Error", r.Error), fold("Exit code", fmt.Sprint(r.ExitCode)), fold("Took", took(r.Millis)), fold("Truncated", map[bool]string{true: "yes"}[r.Truncated])),
		html.Text("h3", "", "Output, "+words.Size(int64(len(r.Output)))),
		html.Foreign("pre", "", words.Visible(r.Output)).TabIndex(0),
		html.With("ul", "rows", app.Range(t.Result.Changes).Slice(func(i int) app.UI { return changed(s, t.Result.Changes[i]) })),
	)
}

func changed(s *Room, c tree.Change) app.UI {
	path := c.Path
	return html.With("li", "", html.ButtonFor(path, words.Title(string(c.Op))+" /"+path, "", func(app.Context) { s.Shown.OpenFile(path); html.Focus(html.FileTitleID) }, "row"))
}

// took is how long a program ran; a built-in tool takes no time worth telling.
func took(millis int64) string {
	if millis == 0 {
		return ""
	}
	return words.Thousands(int(millis)) + " ms"
}
