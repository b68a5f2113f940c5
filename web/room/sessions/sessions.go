// Package sessions lists all sessions, to open, rename, fork, export and delete.
//
// It promises that a deleted one can be brought back while the page is open. It lists what
// it is told, and reads no session.
//
//	&sessions.Dialog{Store: s}
package sessions

import (
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/web/html"
	"lily/web/port"
	"lily/web/state"
	"lily/web/words"
)

const sessionsID = "sessions"

// Dialog lists all sessions.
type Dialog struct {
	app.Compo
	Store *state.Store
	Rev   int

	query    string
	more     int    // rows beyond the first
	renaming string // the session whose title is being typed
	was      string // the title when that began: the box is made with it, and not written again
	title    string
}

// Render implements [app.Composer].
func (d *Dialog) Render() app.UI {
	s := d.Store
	return html.When(s.Sessions.Listing, func() app.UI {
		return &html.Dialog{ID: sessionsID, Title: "Sessions", Rev: s.Loop.Rev(), Shut: d.shut, Content: d.content}
	})
}

func (d *Dialog) shut() {
	d.query, d.more, d.renaming = "", 0, ""
	d.Store.Sessions.List(false)
}

func (d *Dialog) content() []app.UI {
	s := d.Store
	found := s.Sessions.Find(d.query)
	shown := found[:min(len(found), html.Chunk+d.more)]
	return []app.UI{
		html.With("div", "row-of-acts",
			html.Button("New session", "", func(app.Context) { html.Shut(sessionsID); s.Sessions.New(true) }, "main"),
			html.El("span").Class("hint").Textf("%d of %s", len(found), answer.Number(len(s.Sessions.Known), "session")),
		),
		html.Void("input").Attr("type", "search").ID("find-session").Class("find").Attr("placeholder", "Find a session").Aria("label", "Find a session").
			Attr("autocomplete", "off").Attr("autofocus", true).Spellcheck(false).OnInput(d.search),
		html.When(s.Sessions.Err != nil, func() app.UI {
			return html.Failure("The sessions cannot be listed: "+words.Endless(s.Sessions.Err)+". What is open here is listed below.", "store_failed")
		}),
		html.El("ul").Class("rows").Aria("label", "Sessions").Body(app.Range(shown).Slice(func(i int) app.UI { return d.row(shown[i]) })),
		html.When(len(found) == 0, func() app.UI { return html.Text("p", "empty", "No session has this in its title, id or model.") }),
		html.When(len(shown) < len(found), func() app.UI {
			return html.Button("Show more", "Show more sessions", func(app.Context) { d.more += html.Chunk })
		}),
	}
}

func (d *Dialog) search(ctx app.Context, _ app.Event) {
	d.query = strings.ToLower(strings.TrimSpace(ctx.JSSrc().Get("value").String()))
	d.Store.Loop.Status = answer.Number(len(d.Store.Sessions.Find(d.query)), "session")
	d.Store.Loop.Changed()
}

func (d *Dialog) row(k port.Kept) app.UI {
	s := d.Store
	b := html.El("button").Attr("type", "button").Class("row").OnClick(func(app.Context, app.Event) {
		html.Shut(sessionsID)
		s.Sessions.Visit(k.ID)
	}, app.EventScope(k.ID)).Body(
		html.With("span", "title", html.Text("span", "skill-name", s.Sessions.Name(k.ID)), d.badges(k)),
		html.Text("span", "about", about1(k)),
	)
	if k.ID == s.Sessions.Session {
		b.Aria("current", "true")
	}
	return html.With("li", "session",
		html.With("div", "", app.If(d.renaming == k.ID, func() app.UI { return d.renamer(k) }).Else(func() app.UI { return b })),
		html.When(k.Problem != "", func() app.UI { return html.Text("p", "wrong", k.Problem) }),
		html.With("div", "row-of-acts", d.acts(k)...),
	)
}

func (d *Dialog) badges(k port.Kept) app.UI {
	word := k.Where.Word()
	return html.With("span", "", app.If(word != "", func() app.UI { return html.Badge(string(k.Where), word) }))
}

// about1 is the second line of a session.
func about1(k port.Kept) string {
	parts := []string{k.ID, answer.Number(k.Events, "event")}
	if k.Model != "" {
		parts = append(parts, "model "+k.Model)
	}
	if k.Touched > 0 {
		parts = append(parts, time.UnixMilli(k.Touched).Format("2006-01-02 15:04"))
	}
	return strings.Join(parts, ", ")
}

func (d *Dialog) acts(k port.Kept) []app.UI {
	s, name := d.Store, d.Store.Sessions.Name(k.ID)
	act := func(text string, do func()) app.UI {
		return html.ButtonFor(k.ID, text, "", func(app.Context) { do() }, "small").Aria("label", text+" session "+name)
	}
	return []app.UI{
		act("Rename", func() { d.retitle(k) }),
		act("Fork", func() { html.Shut(sessionsID); s.Sessions.Fork(k.ID) }),
		act("Export", func() { s.Exports.Session(k.ID) }),
		act("Delete", func() { s.Sessions.Delete(k.ID) }),
	}
}

// retitle begins to rename a session.
func (d *Dialog) retitle(k port.Kept) {
	d.renaming, d.was, d.title = k.ID, k.Title, k.Title
	d.Store.Loop.Changed()
	html.FocusAll(renameID)
}

const renameID = "session-title"

// renamer is the box for a new title: Enter keeps it, Esc does not.
func (d *Dialog) renamer(k port.Kept) app.UI {
	return html.With("div", "field",
		html.El("label").Attr("for", renameID).Text("Title of session "+k.ID+" (Enter keeps it, Esc leaves it)"),
		html.Void("input").Attr("type", "text").ID(renameID).Attr("autocomplete", "off").Attr("maxlength", 200).Attr("value", d.was).
			OnInput(func(ctx app.Context, _ app.Event) { d.title = ctx.JSSrc().Get("value").String() }, app.EventScope(k.ID)).
			OnKeyDown(func(_ app.Context, e app.Event) { d.renameKey(k.ID, e) }, app.EventScope(k.ID)),
	)
}

func (d *Dialog) renameKey(id string, e app.Event) {
	key := e.Get("key").String()
	if e.Get("isComposing").Bool() || key != "Enter" && key != "Escape" {
		return
	}
	e.PreventDefault() // else Esc shuts the dialog
	if d.renaming = ""; key == "Enter" {
		d.Store.Sessions.Rename(id, d.title)
	}
	d.Store.Loop.Changed()
	html.Focus("find-session")
}
