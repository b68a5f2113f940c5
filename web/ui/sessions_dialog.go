package ui

import (
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/web/html"
	"lily/web/words"
)

const sessionsID = "sessions"

// listing is the state of the list of sessions.
type listing struct {
	query    string
	more     int
	renaming string // the session whose title is being typed
	was      string // the title when that began: the box is made with it, and not written again
	title    string
	err      error
}

// listSessions opens the list, and reads it anew.
func (s *Store) listSessions() {
	s.Listing = &listing{}
	s.SessionsChanged()
	s.changed()
}

// sessionsDialog lists all sessions.
type sessionsDialog struct {
	app.Compo
	Store *Store
	Rev   int
}

// Render implements [app.Composer].
func (d *sessionsDialog) Render() app.UI {
	s := d.Store
	return html.With("div", "", app.If(s.Listing != nil, func() app.UI {
		return &html.Dialog{ID: sessionsID, Title: "Sessions", Rev: s.rev, Shut: func() { s.Listing = nil; s.changed() }, Content: d.content}
	}))
}

func (d *sessionsDialog) content() []app.UI {
	s, l := d.Store, d.Store.Listing
	if l == nil {
		return nil
	}
	found := s.found(l.query)
	shown := found[:min(len(found), chunk+l.more)]
	return []app.UI{
		html.With("div", "row-of-acts",
			html.Button("New session", "", func(app.Context) { html.Shut(sessionsID); s.newSession() }, "main"),
			html.El("span").Class("hint").Textf("%d of %s", len(found), answer.Number(len(s.known), "session")),
		),
		html.Void("input").Attr("type", "search").ID("find-session").Class("find").Attr("placeholder", "Find a session").Aria("label", "Find a session").
			Attr("autocomplete", "off").Attr("autofocus", true).Spellcheck(false).OnInput(d.search),
		html.With("div", "", app.If(l.err != nil, func() app.UI {
			return html.Failure("The sessions cannot be listed: "+words.Endless(l.err)+". What is open here is listed below.", "store_failed")
		})),
		html.El("ul").Class("rows").Aria("label", "Sessions").Body(app.Range(shown).Slice(func(i int) app.UI { return d.row(shown[i]) })),
		html.With("div", "", app.If(len(found) == 0, func() app.UI { return html.Text("p", "empty", "No session has this in its title, id or model.") })),
		html.With("div", "", app.If(len(shown) < len(found), func() app.UI {
			return html.Button("Show more", "Show more sessions", func(app.Context) { d.showMore() })
		})),
	}
}

// found are the sessions that have a text in their title, id or model.
func (s *Store) found(query string) []Kept {
	var list []Kept
	for _, k := range s.known {
		if strings.Contains(strings.ToLower(k.Title+"\n"+k.ID+"\n"+k.Model), query) {
			list = append(list, k)
		}
	}
	return list
}

func (d *sessionsDialog) search(ctx app.Context, _ app.Event) {
	if l := d.Store.Listing; l != nil {
		l.query = strings.ToLower(strings.TrimSpace(ctx.JSSrc().Get("value").String()))
		d.Store.Status = answer.Number(len(d.Store.found(l.query)), "session")
		d.Store.changed()
	}
}

func (d *sessionsDialog) row(k Kept) app.UI {
	s := d.Store
	b := html.El("button").Attr("type", "button").Class("row").OnClick(func(app.Context, app.Event) {
		html.Shut(sessionsID)
		s.openSession(k.ID)
	}, app.EventScope(k.ID)).Body(
		html.With("span", "title", html.Text("span", "skill-name", s.nameOf(k.ID)), d.badges(k)),
		html.Text("span", "about", about1(k)),
	)
	if k.ID == s.Session {
		b.Aria("current", "true")
	}
	return html.With("li", "session",
		html.With("div", "", app.If(s.Listing.renaming == k.ID, func() app.UI { return d.renamer(k) }).Else(func() app.UI { return b })),
		html.With("div", "", app.If(k.Problem != "", func() app.UI { return html.Text("p", "wrong", k.Problem) })),
		html.With("div", "row-of-acts", d.acts(k)...),
	)
}

func (d *sessionsDialog) badges(k Kept) app.UI {
	word := k.Where.word()
	return html.With("span", "", app.If(word != "", func() app.UI { return html.Badge(string(k.Where), word) }))
}

// about1 is the second line of a session.
func about1(k Kept) string {
	parts := []string{k.ID, answer.Number(k.Events, "event")}
	if k.Model != "" {
		parts = append(parts, "model "+k.Model)
	}
	if k.Touched > 0 {
		parts = append(parts, time.UnixMilli(k.Touched).Format("2006-01-02 15:04"))
	}
	return strings.Join(parts, ", ")
}

func (d *sessionsDialog) acts(k Kept) []app.UI {
	s, name := d.Store, d.Store.nameOf(k.ID)
	act := func(text string, do func()) app.UI {
		return html.ButtonFor(k.ID, text, "", func(app.Context) { do() }, "small").Aria("label", text+" session "+name)
	}
	return []app.UI{
		act("Rename", func() { s.retitle(k) }),
		act("Fork", func() { html.Shut(sessionsID); s.fork(k.ID) }),
		act("Export", func() { s.exportSession(k.ID) }),
		act("Delete", func() { s.drop(k.ID) }),
	}
}

// retitle begins to rename a session.
func (s *Store) retitle(k Kept) {
	if l := s.Listing; l != nil {
		l.renaming, l.was, l.title = k.ID, k.Title, k.Title
		s.changed()
		html.FocusAll(renameID)
	}
}

func (d *sessionsDialog) typed(title string) {
	if l := d.Store.Listing; l != nil {
		l.title = title
	}
}

func (d *sessionsDialog) showMore() {
	if l := d.Store.Listing; l != nil {
		l.more += chunk
		d.Store.changed()
	}
}

const renameID = "session-title"

// renamer is the box for a new title: Enter keeps it, Esc does not.
func (d *sessionsDialog) renamer(k Kept) app.UI {
	return html.With("div", "field",
		html.El("label").Attr("for", renameID).Text("Title of session "+k.ID+" (Enter keeps it, Esc leaves it)"),
		html.Void("input").Attr("type", "text").ID(renameID).Attr("autocomplete", "off").Attr("maxlength", 200).Attr("value", d.Store.Listing.was).
			OnInput(func(ctx app.Context, _ app.Event) { d.typed(ctx.JSSrc().Get("value").String()) }, app.EventScope(k.ID)).
			OnKeyDown(func(_ app.Context, e app.Event) { d.renameKey(k.ID, e) }, app.EventScope(k.ID)),
	)
}

func (d *sessionsDialog) renameKey(id string, e app.Event) {
	l, key := d.Store.Listing, e.Get("key").String()
	if l == nil || e.Get("isComposing").Bool() || key != "Enter" && key != "Escape" {
		return
	}
	e.PreventDefault() // else Esc shuts the dialog
	if l.renaming = ""; key == "Enter" {
		d.Store.rename(id, l.title)
	}
	d.Store.changed()
	html.Focus("find-session")
}

// fork opens a session that goes on from the end of another one.
func (s *Store) fork(id string) {
	from := s.nameOf(id)
	n := 0
	s.later(func() (string, error) {
		if err := s.Ports.Sessions.Open(id); err != nil {
			return "", err
		}
		_, events := s.Engine.State(id)
		n = len(events)
		return s.Engine.Fork(id, n)
	}, func(fork string) { s.say(forked(fork, from, n)) })
}
