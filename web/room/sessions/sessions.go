// Package sessions lists all sessions, to open, rename, fork, export and delete.
//
// It promises that a deleted one can be brought back while the page is open. It lists what
// it is told, and reads no session.
//
//	&sessions.List{Store: s}
package sessions

import (
	"fmt"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/sight"
	"lily/web/html"
	"lily/web/port"
	"lily/web/state"
	"lily/web/words"
)

// FindID is the search of the list.
const FindID = "find-session"

// List lists all sessions.
type List struct {
	app.Compo
	Store *state.Store
	Rev   int

	query    string
	first    *string // that the field began with
	more     int     // rows beyond the first
	renaming string  // the session whose title is being typed
	was      string  // the title when that began: the box is made with it, and not written again
	title    string
}

// Render implements [app.Composer].
func (d *List) Render() app.UI {
	s := d.Store.Sessions
	if d.first == nil {
		d.query = d.Store.Shown.Sought["sessions"]
		first := d.query
		d.first = &first
	}
	found := s.Find(d.query)
	shown := found[:min(len(found), html.Chunk+d.more)]
	search := func(query string) {
		d.query = strings.ToLower(query)
		d.Store.Shown.Seek("sessions", d.query)
		s.Status = answer.Number(len(s.Find(d.query)), "session")
		s.Changed()
	}
	return html.With("div", "sessions",
		html.With("div", "head",
			html.Text("h2", "", "Sessions"),
			html.Text("span", "tally", words.Either(d.query != "", fmt.Sprintf("%d of ", len(found)), "")+answer.Number(len(s.Known), "session")),
			html.Button("New session", "", func() { s.New(true) }, "small"),
		),
		html.Find(FindID, "Find a session", search).Attr("value", *d.first),
		html.When(s.Err != nil, func() app.UI {
			return html.Failure("The sessions cannot be listed: "+words.Endless(s.Err)+". What is open here is listed below.", "store_failed")
		}),
		html.With("ul", "rows", app.Range(shown).Slice(func(i int) app.UI { return d.row(shown[i]) })).Aria("label", "Sessions"),
		html.When(len(found) == 0, func() app.UI { return html.Text("p", "empty", "No session has this in its title, id or model.") }),
		html.More(len(shown) < len(found), "sessions", func() { d.more += html.Chunk }),
	)
}

func (d *List) row(k port.Kept) app.UI {
	s := d.Store.Sessions
	where, about := k.Where.Word(), []string{k.ID, answer.Number(k.Events, "event")}
	when := ""
	if k.Model != "" {
		about = append(about, "model "+k.Model)
	}
	if k.Touched > 0 {
		when = time.UnixMilli(k.Touched).Format("2006-01-02 15:04")
	}
	visit := func() { s.Visit(k.ID) }
	return html.With("li", "session",
		html.With("div", "", app.If(d.renaming == k.ID, func() app.UI { return d.renamer(k) }).Else(func() app.UI {
			badge := app.If(where != "", func() app.UI { return html.Badge(string(k.Where), where) })
			return html.Row(k.ID, k.ID == s.Session, visit,
				html.With("span", "title", html.With("span", "skill-name", html.Name(s.Name(k.ID))), html.With("span", "", badge)),
				html.With("span", "about", html.Say(words.List(about)+words.Either(when != "", ", ", "")), html.Text("span", "when", when)))
		})),
		html.Maybe("p", "wrong", k.Problem),
		html.With("div", "row-of-acts", d.acts(k)...),
	)
}

func (d *List) acts(k port.Kept) []app.UI {
	s, name := d.Store, d.Store.Sessions.Name(k.ID)
	act := func(text string, do func()) app.UI {
		return html.ButtonFor(k.ID, text, "", do, "small").Aria("label", sight.Show(text+" session "+name))
	}
	return []app.UI{
		act("Rename", func() { d.retitle(k) }),
		act("Fork", func() { s.Sessions.Fork(k.ID) }),
		act("Export", func() { s.Exports.Session(k.ID) }),
		act("Delete", func() { s.Sessions.Delete(k.ID) }),
	}
}

func (d *List) retitle(k port.Kept) {
	d.renaming, d.was, d.title = k.ID, k.Title, k.Title
	d.Store.Loop.Changed()
	html.FocusAll(renameID)
}

const renameID = "session-title"

// renamer is the box for a new title: Enter keeps it, Esc does not.
func (d *List) renamer(k port.Kept) app.UI {
	end := func(_ app.Context, e app.Event) {
		key := e.Get("key").String()
		if e.Get("isComposing").Bool() || key != "Enter" && key != "Escape" {
			return
		}
		e.PreventDefault()
		if d.renaming = ""; key == "Enter" {
			d.Store.Sessions.Rename(k.ID, d.title)
		}
		d.Store.Loop.Changed()
		html.Focus(FindID)
	}
	return html.With("div", "field",
		html.Text("label", "", "Title of session "+k.ID+" (Enter keeps it, Esc leaves it)").Attr("for", renameID),
		html.Void("input").Attr("type", "text").ID(renameID).Attr("autocomplete", "off").Attr("maxlength", 200).Attr("value", d.was).
			OnInput(func(ctx app.Context, _ app.Event) { d.title = ctx.JSSrc().Get("value").String() }, app.EventScope(k.ID)).
			OnKeyDown(end, app.EventScope(k.ID)),
	)
}
