package ui

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/tree"
)

// call shows one call of a tool.
type call struct{ *toolStep }

// show folds a call with the envelope that it came back in (TS-6, PO-7).
func (t call) show(s *Store) app.UI {
	class := "call is-" + t.state()
	return elWith("details", class,
		elWith("summary", "", app.Text("Tool "), elText("strong", "", t.Name), app.Text(" "+t.state()), elText("span", "about", t.gist())),
		elWith("dl", "", t.facts()...),
		elText("h3", "", "Arguments"),
		foreign("pre", "", visible(t.args())).TabIndex(0),
		t.result(s),
	)
}

// gist tells, while the call is folded, what it came to.
func (t call) gist() string {
	switch {
	case t.Refused != nil:
		return " " + clip(strings.TrimPrefix(t.Refused.Message, "Error: "), maxBrief)
	case t.Result == nil:
		return ""
	case !t.Result.Result.Success:
		return " " + clip(t.Result.Result.Error, maxBrief)
	case len(t.Result.Changes) > 0:
		return " changed " + answer.Number(len(t.Result.Changes), "file")
	}
	return ""
}

func (t call) args() string {
	switch {
	case t.Call != nil:
		return pretty(string(t.Call.Args))
	case t.Refused != nil:
		return t.Refused.Args
	}
	return ""
}

func (t call) facts() []app.UI {
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
func (t call) unasked() app.UI {
	if t.Call == nil || t.Call.Auto == "" {
		return fold("", "")
	}
	return fold("Not asked", "Full auto let it run. The rule: "+t.Call.Auto+".")
}

func (t call) by() string {
	if t.ID == "" {
		return "you"
	}
	return "the model"
}

// fold is a row of a list of definitions, or nothing for an empty text.
func fold(term, text string) app.UI {
	return app.If(text != "", func() app.UI {
		return elWith("div", "pair", elText("dt", "", term), foreign("dd", "", text))
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
func (t call) result(s *Store) app.UI {
	if t.Result == nil {
		return elWith("div", "")
	}
	r := t.Result.Result
	return elWith("div", "",
		elWith("dl", "", fold("Error", r.Error), fold("Exit code", fmt.Sprint(r.ExitCode)), fold("Took", took(r.Millis)), fold("Truncated", map[bool]string{true: "yes"}[r.Truncated])),
		elText("h3", "", "Output, "+bytes(int64(len(r.Output)))),
		foreign("pre", "", visible(r.Output)).TabIndex(0),
		elWith("ul", "rows", app.Range(t.Result.Changes).Slice(func(i int) app.UI { return changed(s, t.Result.Changes[i]) })),
	)
}

func changed(s *Store, c tree.Change) app.UI {
	path := c.Path
	return elWith("li", "", buttonFor(path, title(string(c.Op))+" /"+path, "", func(app.Context) { s.openFile(path); focus(fileTitleID) }, "row"))
}

// took is how long a program ran; a built-in tool takes no time worth telling.
func took(millis int64) string {
	if millis == 0 {
		return ""
	}
	return thousands(int(millis)) + " ms"
}
