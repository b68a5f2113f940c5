// Package guide is the page's Help: the manual, with a search, an entry at a time.
//
// It promises the words that `lily help` prints, and that nothing of the manual is fetched
// before a person asks for it. Where the manual cannot be fetched, it says so and can be
// asked again. It knows nothing of sessions or skills: whoever shows a code names it by
// [html.Topic], and a click on that opens its entry.
//
//	g := guide.New(loop, ports.Manual)
//	g.Open("no_frontmatter")
package guide

import (
	"lily/core/help"
	"lily/web/html"
	"lily/web/port"
	"lily/web/state"
	"lily/web/words"
)

// Guide is what is known of the manual, and what of it is shown.
type Guide struct {
	loop *state.Loop
	port port.Manual

	book    help.Book // nil until it was fetched
	wrong   string    // why it could not be, a full sentence
	loading bool
	open    bool
	query   string
	trail   []string // the topics that led here, the one that is shown last; none is the contents
}

// New returns a guide that is shut.
func New(loop *state.Loop, p port.Manual) *Guide { return &Guide{loop: loop, port: p} }

// Open shows a topic, or the contents for none.
func (g *Guide) Open(topic string) {
	g.open, g.trail = true, nil
	g.turn(topic)
	g.fetch()
}

// fetch asks for the manual, unless it is there or on its way.
func (g *Guide) fetch() {
	if g.book != nil || g.loading {
		return
	}
	g.loading, g.wrong = true, ""
	g.loop.Lanes.Aside(func() {
		data, err := g.port.Manual()
		var book help.Book
		if err == nil {
			book, err = help.Parse(data)
		}
		g.loop.Post(func() {
			g.loading, g.book = false, book
			if err != nil {
				g.wrong = "The manual cannot be shown: " + words.Endless(err) + "."
			}
			g.loop.Changed()
		})
	})
}

func (g *Guide) shut() {
	g.open, g.query, g.trail = false, "", nil
	g.loop.Changed()
}

func (g *Guide) turn(topic string) {
	g.query = ""
	if topic == "" {
		g.trail = nil
	} else {
		g.trail = append(g.trail, topic)
	}
	g.loop.Changed()
}

// follow turns to a topic that was pressed. What had the focus goes, so the text gets it.
func (g *Guide) follow(topic string) {
	g.turn(topic)
	html.Focus(textID)
}

func (g *Guide) back() {
	g.trail, g.query = g.trail[:max(0, len(g.trail)-1)], ""
	g.loop.Changed()
	html.Focus(textID)
}

func (g *Guide) topic() string {
	if len(g.trail) == 0 {
		return ""
	}
	return g.trail[len(g.trail)-1]
}
