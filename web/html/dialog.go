package html

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
)

// The ids of what others than its own part of the page give the focus.
const (
	PanelID     = "panel-0"    // the document in front, which has it where nothing else does
	TurnsID     = "turns"      // the list of turns, where that is in front
	ApprovalID  = "approval"   // the question whether a tool may run
	FindSkillID = "find-skill" // the search of the list of skills
	ProblemsID  = "problems"   // the panel of problems; its list has the focus where there are any

	ProblemListID = "problem-rows"

	restID = "rest" // stands for the turns, or for the document where there are none
)

// FileTitle is the id of a file's heading, where reading it begins. Two files may be shown at once.
func FileTitle(path string) string { return "file-title" + IDOf(path) }

// FileText is the id of a file's text box.
func FileText(path string) string { return "file-text" + IDOf(path) }

// SkillID is the id of the document of a skill, by the path of its folder: where reading it begins.
func SkillID(path string) string { return "skill" + IDOf(path) }

// IDOf is a text as a part of an id, where it may have any characters.
func IDOf(text string) string {
	var b strings.Builder
	for _, r := range []byte(text) {
		if r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9' {
			b.WriteByte(r)
		} else {
			fmt.Fprintf(&b, "-%02x", r)
		}
	}
	return b.String()
}

// Leaving is what a button does that is not there afterwards: the focus goes to the document.
func Leaving(do func()) func() {
	return func() { do(); Rest() }
}

// Rest gives the focus to the document that is shown once the page shows it: a conversation's turns, else all of it.
func Rest() { Focus(restID) }

// OnceShut does what a key asks for when no dialog is on its way out: the close event comes
// after the key, and would take what that opened for what was shut.
func OnceShut(do func(), times int) {
	if !Shows("dialog:not([open])") || times == 0 {
		do()
		return
	}
	Later(16, func() { OnceShut(do, times-1) })
}

// Dialog is a dialog with a title and a way out, on the browser's own <dialog>: it holds the
// focus while it is open, and gives it back.
type Dialog struct {
	app.Compo
	ID, Title string
	Shut      func()
	Content   func() []app.UI
}

// OnMount opens the dialog; a page under test has no such method.
func (m *Dialog) OnMount(ctx app.Context) {
	if app.IsClient {
		ctx.JSSrc().Call("showModal")
	}
}

// OnDismount looks where the focus is: what had it before may be gone, too.
func (m *Dialog) OnDismount() { Caught() }

// Caught gives the focus to the document that is shown where it has fallen to the body, as what had it went. A key
// may have sent it elsewhere meanwhile, and comes before a timer: then it is on its way for some frames.
func Caught() {
	if app.IsClient {
		catch(last)
	}
}

func catch(then *move) {
	Later(0, func() {
		switch {
		case last != then || !active().Equal(document().Get("body")):
		case then == nil || then.done:
			Rest()
		default:
			catch(then)
		}
	})
}

// Render implements [app.Composer].
func (m *Dialog) Render() app.UI {
	return With("dialog", "dialog",
		With("div", "head",
			Text("h2", "", m.Title).ID(m.ID+"-title"),
			IconButton(m.ID, "close", "Close", func() { Shut(m.ID) }),
		),
		With("div", "body", m.Content()...),
	).ID(m.ID).Aria("labelledby", m.ID+"-title").On("close", func(app.Context, app.Event) { m.Shut() })
}

// Veil lies over the whole window, over a dialog that is open too, and gives the focus back to what had it.
type Veil struct {
	app.Compo
	Class, Label string
	Content      func() []app.UI

	had app.Value
}

// OnMount puts it over all; a page under test has no such method.
func (v *Veil) OnMount(ctx app.Context) {
	if app.IsClient {
		v.had = active()
		ctx.JSSrc().Call("showModal")
	}
}

// OnDismount gives the focus back.
func (v *Veil) OnDismount() {
	if v.had != nil {
		v.had.Call("focus")
		Caught()
	}
}

// Render implements [app.Composer].
func (v *Veil) Render() app.UI {
	return With("dialog", v.Class, v.Content()...).Aria("label", sight.Show(v.Label))
}

// While is the veil for as long as something is so.
func (v Veil) While(is bool) app.UI {
	return When(is, func() app.UI { return &v })
}

// Shut closes a dialog as Esc does; its close event does the rest.
func Shut(id string) {
	if el := app.Window().GetElementByID(id); el.Truthy() {
		el.Call("close")
	}
}
