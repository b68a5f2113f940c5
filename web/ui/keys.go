package ui

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/desk"
	"lily/web/html"
	"lily/web/room/approval"
	"lily/web/room/conversation"
	"lily/web/room/sessions"
)

// shortcut is one entry of the one table of keys. Mod is Ctrl, or Cmd on macOS.
type shortcut struct {
	Keys string // as [html.Keys] takes it
	Key  string // KeyboardEvent.key
	Code string // KeyboardEvent.code, where Option or another alphabet changes the key
	Mod  bool
	Does string
	do   func(*Store)
}

var shortcuts = []shortcut{
	{"Mod+K", "k", "KeyK", true, "Open the palette", func(s *Store) { s.Shown.Palette, s.Shown.Keys = true, false }},
	{"Mod+/", "/", "Slash", true, "Show these shortcuts", func(s *Store) { s.Shown.Keys, s.Shown.Palette = true, false }},
	{"F1", "F1", "F1", false, "Open the manual", func(s *Store) { s.Guide.Open("") }},
	{"Esc", "Escape", "Escape", false, "Close what is open, else stop the request", escape},
	{"Mod+J", "j", "KeyJ", true, "Show or hide the problems", func(s *Store) { s.Shown.Problems(!s.Shown.Low); afterProblems(s) }},
	{"Alt+1", "1", "Digit1", false, "Go to the skills", func(s *Store) { s.Shown.List("skills"); html.Focus(html.FindSkillID) }},
	{"Alt+2", "2", "Digit2", false, "Go to the message box", func(s *Store) { s.Shown.Talk(); html.Focus(conversation.BoxID) }},
	{"Alt+3", "3", "Digit3", false, "Go to the documents", toFront},
	{"Alt+4", "4", "Digit4", false, "Go to the approval", func(s *Store) { approval.GoTo(s.Store) }},
	{"Alt+5", "5", "Digit5", false, "List the sessions", func(s *Store) { s.Sessions.List(); html.Focus(sessions.FindID) }},
	{"Alt+6", "6", "Digit6", false, "Go to the other group of documents", func(s *Store) { s.Shown.Other(); toFront(s) }},
	{"Alt+7", "7", "Digit7", false, "Move the document to the other group", func(s *Store) { s.Shown.Beside(s.Shown.Front()); toFront(s) }},
	{"Alt+PageDown", "PageDown", "PageDown", false, "Go to the next document", func(s *Store) { s.Shown.Turn(+1); toFront(s) }},
	{"Alt+PageUp", "PageUp", "PageUp", false, "Go to the document before", func(s *Store) { s.Shown.Turn(-1); toFront(s) }},
	{"Alt+W", "w", "KeyW", false, "Close the document", func(s *Store) { s.Shown.Close(s.Shown.Front()); toFront(s) }},
	{"Alt+R", "r", "KeyR", false, "Reopen the document that was closed last", func(s *Store) { s.Shown.Reopen(); toFront(s) }},
	{"Alt+,", ",", "Comma", false, "Step back to the event before", func(s *Store) { s.Sessions.Step(-1) }},
	{"Alt+.", ".", "Period", false, "Step on to the next event", func(s *Store) { s.Sessions.Step(+1) }},
	{"Alt+0", "0", "Digit0", false, "Go back to now", func(s *Store) { s.Sessions.Now() }},
	// Those of a text that is edited, which takes them itself.
	{"Mod+S", "", "", false, "In a text: save it", nil},
	{"Mod+Z", "", "", false, "In a text: undo", nil},
	{"Mod+F", "", "", false, "In a text: find and replace", nil},
	{"F8", "", "", false, "In a text: go to the next finding, with Shift to the one before", nil},
	{"Mod+.", "", "", false, "In a text: apply the fix at the cursor, or go to the next one", nil},
	{"Alt+Z", "", "", false, "In a text: wrap long lines, or do not", nil},
	{"Esc Tab", "", "", false, "In a text: leave it; Tab alone indents", nil},
}

// afterProblems lets the focus be where the problems are, and where they were not.
func afterProblems(s *Store) {
	if s.Shown.Low {
		html.Focus(html.ProblemsID)
	} else {
		html.Rest()
	}
}

// pressed finds the shortcut of a key. Option writes other signs, and another alphabet
// other letters, so that a key that is none of the table's is looked for by its place
// on the keyboard.
func pressed(e app.Value) (shortcut, bool) {
	for _, name := range []string{"key", "code"} {
		if i := slices.IndexFunc(shortcuts, func(k shortcut) bool { return k.matches(e, name) }); i >= 0 {
			return shortcuts[i], true
		}
	}
	return shortcut{}, false
}

func (k shortcut) matches(e app.Value, name string) bool {
	if k.do == nil {
		return false
	}
	mod := e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool()
	alt := strings.HasPrefix(k.Keys, "Alt+")
	if mod != k.Mod || e.Get("altKey").Bool() != alt {
		return false
	}
	got := e.Get(name).String()
	shift := e.Get("shiftKey").Bool()
	if name == "key" {
		return got == k.Key || !shift && strings.EqualFold(got, k.Key) // Caps Lock
	}
	// A sign that every layout means by itself was meant, wherever on the keyboard it stands.
	key := e.Get("key").String()
	return got == k.Code && !shift && (alt || len(key) != 1 || key[0] >= utf8.RuneSelf)
}

// escape closes the uppermost thing that is open; a dialog closes itself.
func escape(s *Store) {
	switch {
	case s.Imports.Reading.Total > 0:
		s.Imports.Reader.Cancel()
	case s.Imports.Preview != nil && s.Shown.Front().Kind == desk.Import:
		s.Imports.Cancel()
		html.Rest()
	case s.Sessions.Here().Editing > 0:
		s.Talk.LeaveEdit()
	case s.Sessions.Busy():
		s.Talk.Stop()
	}
}

func listen(ctx app.Context, s *Store) {
	f := app.FuncOf(func(_ app.Value, args []app.Value) any {
		e := args[0]
		k, ok := pressed(e)
		if !ok || e.Get("defaultPrevented").Bool() { // a menu has taken it
			return nil
		}
		if k.Key != "Escape" {
			e.Call("preventDefault")
		} else if html.Shows("dialog[open]") {
			return nil
		}
		html.OnceShut(func() { s.Loop.Post(func() { html.Hasten(func() { k.do(s) }); s.Loop.Changed() }) }, 60)
		return nil
	})
	app.Window().Call("addEventListener", "keydown", f)
}

func keysDialog(s *Store) app.UI {
	shut := func() {
		s.Shown.Keys = false
		s.Loop.Changed()
	}
	return html.Dialog{ID: "keys", Title: "Keyboard shortcuts", Shut: shut, Content: func() []app.UI {
		manual := html.Button("Help", "Help: the manual (F1)", func() { s.Shown.Keys = false; s.Guide.Open("page") })
		return []app.UI{html.With("p", "row-of-acts", manual), html.With("dl", "", app.Range(shortcuts).Slice(func(i int) app.UI {
			k := shortcuts[i]
			return html.With("div", "pair", html.With("dt", "", html.Text("kbd", "", html.Keys(k.Keys))), html.Text("dd", "", k.Does))
		}))}
	}}.While(s.Shown.Keys)
}
