package ui

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
	"lily/web/desk"
	"lily/web/html"
	"lily/web/room/files"
	"lily/web/room/sessions"
	"lily/web/room/skills"
	"lily/web/shown"
	"lily/web/words"
)

// rail chooses the list that stands beside the documents. On a narrow page it is the bar at the foot.
func rail(s *Store) app.UI {
	return html.With("nav", "rail",
		html.With("div", "", app.Range(shown.Rails).Slice(func(i int) app.UI { return railTab(s, shown.Rails[i]) })).
			Role("tablist").Aria("label", "Lists").Aria("orientation", "vertical").OnKeyDown(func(_ app.Context, e app.Event) { railKey(s, e) }),
	).Aria("label", "Lists")
}

func railTab(s *Store, name string) app.UI {
	is, shown := s.Shown.Rail == name, !s.Shown.Folded
	press := func(app.Context, app.Event) {
		s.Shown.Press(name, narrow())
		if html.Shows("#list") {
			html.Focus("rail-" + name)
		}
	}
	b := html.With("button", "", html.Icon(name), html.Text("span", "word", words.Title(name))).Attr("type", "button").
		ID("rail-"+name).Role("tab").Title("%s", sight.Show(words.Title(name))).Aria("selected", is && shown).OnClick(press, app.EventScope(name))
	if !is {
		return b.TabIndex(-1)
	}
	return b.TabIndex(0).Aria("controls", "list")
}

// narrow reports whether the page shows one thing at a time.
func narrow() bool {
	return app.IsClient && app.Window().Call("matchMedia", "(max-width: 820px)").Get("matches").Bool()
}

// railKey walks through the lists, by the arrows of both directions: narrow, they stand in a row.
func railKey(s *Store, e app.Event) {
	i, n := slices.Index(shown.Rails, s.Shown.Rail), len(shown.Rails)
	switch e.Get("key").String() {
	case "ArrowDown", "ArrowRight":
		i++
	case "ArrowUp", "ArrowLeft":
		i += n - 1
	case "Home":
		i = 0
	case "End":
		i = n - 1
	default:
		return
	}
	e.PreventDefault()
	s.Shown.List(shown.Rails[i%n])
	html.Focus("rail-" + s.Shown.Rail)
}

// aside is the list that the rail has chosen.
func aside(s *Store) app.UI {
	name := s.Shown.Rail
	return html.With("section", "list",
		html.With("div", "list-head",
			html.Button("Documents", "Back to the documents", func() { toFront(s); s.Loop.Changed() }, "small"),
		),
		&html.Keyed{ID: name, Of: func() app.UI { return listed(s, name) }},
	).ID("list").Role("tabpanel").Aria("labelledby", "rail-"+name)
}

func listed(s *Store, name string) app.UI {
	rev := s.Loop.Rev()
	switch name {
	case "skills":
		return &skills.Pane{
			Store: s.Store, Snapshot: s.Sessions.SnapshotKey(), Catalog: s.Catalog.Now().Meter(), Selected: s.Shown.Selected,
			Held: s.Sessions.Held(), Off: len(s.Sessions.World().Policy.Disabled),
		}
	case "sessions":
		return &sessions.List{Store: s.Store, Rev: rev}
	case "files":
		return &files.List{Store: s.Store, Folder: s.Folder, Rev: rev}
	}
	all := single[name]
	return html.With("div", "singles",
		html.With("div", "head", html.Text("h2", "", words.Title(name))),
		html.With("ul", "rows", app.Range(all).Slice(func(i int) app.UI { return singleRow(s, all[i]) })),
	)
}

func singleRow(s *Store, d desk.Doc) app.UI {
	label := kindOf(d).Label
	return html.With("li", "single", html.Row(d.String(), s.Shown.Front() == d, func() { s.Shown.Open(d) }, html.Icon(d.Kind), html.Text("span", "", label)).
		Title("%s", sight.Show(label)), html.Text("p", "hint", abouts[label]))
}
