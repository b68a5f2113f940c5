package conversation

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/sight"
	"lily/web/html"
	"lily/web/port"
	"lily/web/state"
	"lily/web/words"
)

// composer is the message box with its slash menu. Focus stays in the box;
// the menu is a listbox that aria-activedescendant walks (UI.md).
type composer struct {
	app.Compo
	Store   *Room
	Session string
	Rev     int

	text   string
	menu   []option
	at     int // the active option
	closed bool
	back   int // how far Up has recalled

	edits int // the event of the earlier message that the box holds
	form  *form
}

const BoxID = "composer"

func (c *composer) Render() app.UI {
	return html.With("div", "", c.line(), c.form.dialog(c))
}

func (c *composer) line() app.UI {
	return html.With("form", "composer",
		html.With("ul", "menu", app.Range(c.menu).Slice(func(i int) app.UI { return c.item(i) })).
			ID("slash-menu").Role("listbox").TabIndex(0).Aria("label", "Commands and skills").Hidden(!c.open()),
		html.When(c.view().Editing > 0, func() app.UI {
			return html.With("div", "editing-earlier",
				html.Text("p", "", "Editing an earlier message — Esc cancels").ID("editing-earlier"),
				html.Button("Cancel", "Cancel: leave the earlier message as it is", c.Store.Talk.LeaveEdit, "small"),
			)
		}),
		c.box(),
		html.With("div", "row-of-acts",
			html.Text("p", "hint", c.hint()).ID("composer-hint").Title("%s", sight.Show(c.hint())),
			html.When(c.view().At == 0 && c.Store.Sessions.Mute() != "", c.elsewhere),
			html.When(c.fills(), func() app.UI {
				return html.Button("Form", "Form: fill in what the tool takes", c.openForm, "small")
			}),
			app.If(c.view().Busy, func() app.UI {
				return html.Button("Stop", "Stop the request (Esc)", c.Store.Talk.Stop, "main")
			}).Else(func() app.UI {
				return html.Text("button", "main", "Send").Attr("type", "submit").Attr("disabled", c.Store.Sessions.Mute() != "")
			}),
		),
	).Aria("label", "Send a message").OnSubmit(func(_ app.Context, e app.Event) {
		e.PreventDefault()
		c.sendText()
	})
}

// elsewhere is what can be done with a session that cannot be written here; the hint says why. It stands in
// the row that is there always, since another tab may take the session at any time.
func (c *composer) elsewhere() app.UI {
	s, id := c.Store.Sessions, c.Store.Sessions.Session
	take, fork := func() { s.Take(id) }, func() { s.ForkAt(len(s.Recorded())) }
	return html.With("section", "muted",
		app.If(s.Listed(id).Where == port.Elsewhere, func() app.UI {
			return html.ButtonFor(id, "Take over", "Take over: this tab writes the session from now on", take, "small")
		}),
		html.ButtonFor(id, "Fork", "Fork: another session goes on from the last event", fork, "small"),
	).Aria("label", "Read-only session")
}

// fills reports whether what is typed calls a tool that a form can be made of.
func (c *composer) fills() bool {
	_, t, ok := ownTool(c.Store, c.text)
	return ok && len(t.Params) > 0 && c.Store.Sessions.Mute() == ""
}

func (c *composer) box() app.UI {
	box := html.With("textarea", "box").ID(BoxID).Attr("dir", "auto").Attr("rows", min(10, 1+strings.Count(c.text, "\n"))).Spellcheck(true).
		Attr("placeholder", "Message, or / for a command").Aria("label", "Message").
		Aria("autocomplete", "list").Aria("haspopup", "listbox").Aria("controls", "slash-menu").Aria("describedby", "composer-hint").
		Attr("disabled", c.Store.Sessions.Mute() != "").OnKeyDown(c.key).
		OnInput(func(ctx app.Context, _ app.Event) { c.set(ctx.JSSrc().Get("value").String()) }).
		OnBlur(func(app.Context, app.Event) { c.closed = true }).OnFocus(func(app.Context, app.Event) { c.closed = false })
	if c.open() {
		box.Aria("activedescendant", OptionID(c.at))
	}
	return box
}

func (c *composer) view() *state.View { return c.Store.Sessions.View(c.Session) }

// OnMount shows what stood in the box when the session was left.
func (c *composer) OnMount(ctx app.Context) {
	c.Store.Drafts.Hearers[c] = true
	c.edits = c.view().Editing
	if c.Store.refocus {
		c.Store.refocus = false
		html.Focus(BoxID)
	}
	switch text := c.view().Box; {
	case c.Store.Talk.Line != "":
		c.OnUpdate(ctx)
	case text != "":
		ctx.Defer(func(app.Context) { c.fill(text); c.closed = true })
	}
}

// OnDismount hears no more, and sends nothing that is not seen.
func (c *composer) OnDismount() {
	delete(c.Store.Drafts.Hearers, c)
	c.view().Waits = false
}

// Hear implements [drafts.Hearer]: it takes what was typed into the box and not told yet.
func (c *composer) Hear() bool {
	box := app.Window().GetElementByID(BoxID)
	if !box.Truthy() || box.Get("disabled").Bool() {
		return false
	}
	text := box.Get("value").String()
	if text == c.view().Box {
		return false
	}
	c.Store.Drafts.TypeMessage(c.Session, text)
	return true
}

// OnUpdate takes over a line that another part of the page has drafted, and
// gives back what stood in the box when a message is not edited any more.
func (c *composer) OnUpdate(ctx app.Context) {
	c.next(ctx)
	s, v := c.Store, c.view()
	now, draft := v.Editing, s.Talk.Line
	switch {
	case now > 0 && c.edits == 0:
		v.Before = c.text
	case now == 0 && c.edits > 0:
		draft, v.Before = v.Before, ""
	case draft == "":
		return
	}
	c.edits, s.Talk.Line = now, ""
	ctx.Dispatch(func(app.Context) {
		c.fill(draft)
		html.Focus(BoxID)
	})
}

// next sends what waits for the end of a turn.
func (c *composer) next(ctx app.Context) {
	if v := c.view(); v.Waits && !v.Busy {
		v.Waits = false
		ctx.Dispatch(func(app.Context) { c.sendText() })
	}
}

func (c *composer) open() bool { return !c.closed && len(c.menu) > 0 }

func (c *composer) hint() string {
	if why := c.Store.Sessions.Mute(); why != "" {
		return words.Title(why) + "."
	}
	if c.view().Waits {
		return "Sent after this turn; Esc holds it back"
	}
	if c.view().Editing > 0 {
		return "Enter sends it and answers from there; the turns after it are kept, folded"
	}
	return cmp.Or(usageHint(c.Store, c.text), html.Keys("Enter sends, Shift+Enter breaks the line"))
}

func (c *composer) item(i int) app.UI {
	o := c.menu[i]
	li := html.Option(OptionID(i), i == c.at, o.Label, o.About)
	if o.Disabled {
		return li.Aria("disabled", "true")
	}
	return li.OnMouseDown(func(_ app.Context, e app.Event) {
		e.PreventDefault() // keeps the focus in the box
		c.accept(o)
	}, app.EventScope(o.Insert))
}

func (c *composer) set(text string) {
	c.text, c.closed, c.view().Waits = text, false, false
	c.Store.Drafts.TypeMessage(c.Session, text)
	c.menu = options(c.Store, text)
	c.at = max(0, slices.IndexFunc(c.menu, func(o option) bool { return !o.Disabled }))
	if len(c.menu) > 0 {
		c.Store.Loop.Status = answer.Number(len(c.menu), "suggestion")
	}
}

// fill puts text into the box, past what go-app knows of it.
func (c *composer) fill(text string) {
	if box := app.Window().GetElementByID(BoxID); box.Truthy() {
		box.Set("value", text)
		box.Call("setSelectionRange", len([]rune(text)), len([]rune(text)))
	}
	c.set(text)
}

func (c *composer) key(ctx app.Context, e app.Event) {
	if e.Get("isComposing").Bool() || e.Get("keyCode").Int() == 229 {
		return // an input method is at work
	}
	key, shift := e.Get("key").String(), e.Get("shiftKey").Bool()
	switch {
	case c.open() && c.menuKey(key):
		e.PreventDefault()
	case key == "Escape" && c.view().Waits:
		e.PreventDefault() // the turn goes on
		c.view().Waits, c.Store.Loop.Status = false, "It is not sent."
	case key == "Enter" && !shift:
		e.PreventDefault()
		c.sendText()
	case key == "ArrowUp" && (c.text == "" || c.back > 0):
		e.PreventDefault()
		c.recall(+1)
	case key == "ArrowDown" && c.back > 0:
		e.PreventDefault()
		c.recall(-1)
	}
}

// menuKey answers a key while the menu is open, and says whether it did.
func (c *composer) menuKey(key string) bool {
	to, moved := html.Walk(key, c.at, len(c.menu))
	o := c.menu[c.at]
	switch c.at = to; {
	case key == "Escape":
		c.closed = true
	case key == "Enter" && strings.TrimSpace(o.Insert) == strings.TrimSpace(c.text):
		return false // typed in full: send it
	case key == "Tab" || key == "Enter":
		c.accept(o)
	default:
		return moved
	}
	return true
}

func (c *composer) accept(o option) {
	if o.Disabled {
		c.Store.Loop.Status = o.Label + ": " + o.About
		return
	}
	c.fill(o.Insert)
	if !strings.HasSuffix(o.Insert, " ") {
		c.closed = true
	}
}

func (c *composer) sendText() {
	if command.Trim(c.text) == "" || c.Store.Sessions.Mute() != "" {
		return
	}
	if c.view().Busy {
		c.view().Waits, c.closed, c.Store.Loop.Status = true, true, "Sent once this turn has ended."
		return
	}
	s, v, line := c.Store, c.view(), c.text
	c.back = 0
	if v.Editing > 0 {
		c.edits = 0
		c.fill(v.Before)
		v.Recalled = append(v.Recalled, line)
		s.Talk.Again(v.Editing, line)
		return
	}
	c.fill("")
	s.Talk.Send(line)
}

func (c *composer) recall(by int) {
	sent := c.view().Recalled
	c.back = min(max(c.back+by, 0), len(sent))
	text := ""
	if c.back > 0 {
		text = sent[len(sent)-c.back]
	}
	c.fill(text)
	c.closed = true
}
