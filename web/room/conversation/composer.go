package conversation

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/command"
	"lily/web/html"
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
}

const BoxID = "composer"

// Render implements [app.Composer].
func (c *composer) Render() app.UI {
	s := c.Store
	box := html.El("textarea").ID(BoxID).Class("box").Attr("dir", "auto").Attr("rows", 3).Spellcheck(true).
		Attr("placeholder", "Message, or / for a command").Aria("label", "Message").
		Aria("autocomplete", "list").Aria("haspopup", "listbox").Aria("controls", "slash-menu").Aria("describedby", "composer-hint").
		Attr("disabled", s.Sessions.Mute() != "").OnInput(c.input).OnKeyDown(c.key).OnBlur(c.blur).OnFocus(c.focus)
	if c.open() {
		box.Aria("activedescendant", OptionID(c.at))
	}
	return html.El("form").Class("composer").Aria("label", "Send a message").OnSubmit(c.submit).Body(
		c.list(),
		html.When(c.view().Editing > 0, c.editing),
		box,
		html.With("div", "row-of-acts",
			html.El("p").ID("composer-hint").Class("hint").Text(c.hint()),
			app.If(c.view().Busy, func() app.UI {
				return html.Button("Stop", "Stop the request (Esc)", func(app.Context) { s.Talk.Stop() }, "main")
			}).Else(func() app.UI {
				return html.El("button").Attr("type", "submit").Class("main").Text("Send").Attr("disabled", s.Sessions.Mute() != "")
			}),
		),
	)
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
	if text := c.view().Box; text != "" {
		ctx.Defer(func(app.Context) { c.fill(text); c.closed = true })
	}
}

// OnDismount hears no more.
func (c *composer) OnDismount() { delete(c.Store.Drafts.Hearers, c) }

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

// editing says that the box holds an earlier message, and how to leave it.
func (c *composer) editing() app.UI {
	return html.With("div", "editing-earlier",
		html.El("p").ID("editing-earlier").Text("Editing an earlier message — Esc cancels"),
		html.Button("Cancel", "Cancel: leave the earlier message as it is", func(app.Context) { c.Store.Talk.LeaveEdit() }, "small"),
	)
}

func (c *composer) open() bool { return !c.closed && len(c.menu) > 0 }

func (c *composer) hint() string {
	if why := c.Store.Sessions.Mute(); why != "" {
		return words.Title(why) + "."
	}
	if c.view().Editing > 0 {
		return "Enter sends it and answers from there; the turns after it are kept, folded"
	}
	if h := usageHint(c.text); h != "" {
		return h
	}
	return "Enter sends, Shift+Enter breaks the line"
}

func (c *composer) list() app.UI {
	return html.El("ul").Class("menu").ID("slash-menu").Role("listbox").Aria("label", "Commands and skills").Hidden(!c.open()).Body(
		app.Range(c.menu).Slice(func(i int) app.UI { return c.item(i) }),
	)
}

func (c *composer) item(i int) app.UI {
	o := c.menu[i]
	li := html.El("li").ID(OptionID(i)).Class("option").Role("option").Aria("selected", i == c.at).Body(
		html.Foreign("span", "title", o.Label),
		html.Foreign("span", "about", o.About),
	)
	if o.Disabled {
		return li.Aria("disabled", "true")
	}
	return li.OnMouseDown(func(_ app.Context, e app.Event) {
		e.PreventDefault() // keeps the focus in the box
		c.accept(o)
	}, app.EventScope(o.Insert))
}

func (c *composer) input(ctx app.Context, _ app.Event) {
	c.set(ctx.JSSrc().Get("value").String())
}

func (c *composer) set(text string) {
	c.text, c.closed, c.at = text, false, 0
	c.Store.Drafts.TypeMessage(c.Session, text)
	c.menu = options(c.Store, text)
	for c.at < len(c.menu) && c.menu[c.at].Disabled {
		c.at++
	}
	if c.at == len(c.menu) {
		c.at = 0
	}
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

func (c *composer) blur(app.Context, app.Event)  { c.closed = true }
func (c *composer) focus(app.Context, app.Event) { c.closed = false }

func (c *composer) key(ctx app.Context, e app.Event) {
	if e.Get("isComposing").Bool() || e.Get("keyCode").Int() == 229 {
		return // an input method is at work
	}
	key, shift := e.Get("key").String(), e.Get("shiftKey").Bool()
	switch {
	case c.open() && c.menuKey(key):
		e.PreventDefault()
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
	switch key {
	case "ArrowDown":
		c.at = (c.at + 1) % len(c.menu)
	case "ArrowUp":
		c.at = (c.at + len(c.menu) - 1) % len(c.menu)
	case "Escape":
		c.closed = true
	case "Tab":
		c.accept(c.menu[c.at])
	case "Enter":
		if c.menu[c.at].Insert == c.text || strings.TrimSpace(c.menu[c.at].Insert) == strings.TrimSpace(c.text) {
			return false // typed in full: send it
		}
		c.accept(c.menu[c.at])
	default:
		return false
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

func (c *composer) submit(_ app.Context, e app.Event) {
	e.PreventDefault()
	c.sendText()
}

func (c *composer) sendText() {
	if command.Trim(c.text) == "" || c.view().Busy || c.Store.Sessions.Mute() != "" {
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

// recall walks through the lines that were sent.
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
