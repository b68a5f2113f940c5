package conversation

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/html"
	"lily/web/state"
	"lily/web/turns"
	"lily/web/words"
)

// recent is how many turns are shown before the person asks for older ones, and
// steady by how many at once the first one moves on: each move makes all anew. Who
// goes through the past moves far, and sees few at a time.
const (
	recent     = 50
	steady     = 25
	recentThen = 8
)

// chat is the conversation of one session and its message box.
type chat struct {
	app.Compo
	Store   *Room
	Session string
	Rev     int

	last [2]int // the events and the moment of the last look

	watch app.Value // of how large the turns are shown
	heard app.Func
}

// CompoID implements [app.DismountEnforcer]: a box holds what was typed in its session.
func (p *chat) CompoID() string { return p.Session }

// OnMount goes to where the person was in this session, and keeps the foot in sight where a box that grows, or the
// problems, take room from the turns.
func (p *chat) OnMount(ctx app.Context) {
	p.last = p.look()
	p.heard = app.FuncOf(func(app.Value, []app.Value) any {
		p.toFoot()
		return nil
	})
	p.watch = app.Window().Get("ResizeObserver").New(p.heard)
	p.watch.Call("observe", app.Window().GetElementByID(html.TurnsID))
	ctx.Defer(func(app.Context) {
		foot := &p.scroll().foot
		if list := app.Window().GetElementByID(html.TurnsID); foot.Away && list.Truthy() {
			list.Set("scrollTop", foot.Last.Top)
			return
		}
		p.toFoot()
	})
}

// OnDismount looks no more.
func (p *chat) OnDismount() {
	if p.watch != nil {
		p.watch.Call("disconnect")
		p.heard.Release()
	}
}

// toFoot follows the foot. A question that is higher than the window is shown from its head, once:
// who reads it goes on from there.
func (p *chat) toFoot() {
	seen, q := p.scroll(), p.view().Asked
	switch {
	case q != nil && q.N == seen.asked:
	case q != nil && !seen.foot.Away && html.TooHigh(html.ApprovalID, html.TurnsID):
		seen.asked = q.N
		seen.foot.Rest()
		html.ShowHead(html.ApprovalID)
	default:
		seen.foot.Follow(html.TurnsID, p.Store.Hand)
	}
}

func (p *chat) scroll() *scroll { return p.Store.scroll(p.Session) }

func (p *chat) view() *state.View { return p.Store.Sessions.View(p.Session) }

func (p *chat) look() [2]int { return [2]int{len(p.Store.Sessions.Recorded()), p.view().At} }

func (p *chat) Render() app.UI {
	s, v, seen := p.Store, p.view(), p.scroll()
	all := s.Sessions.Turns()
	first := max(0, (len(all)-recent)/steady*steady-seen.older)
	if v.At > 0 {
		first = max(0, (len(all)-recentThen)/recentThen*recentThen-seen.older)
	}
	older := func() { seen.older += 2 * steady; s.Loop.Changed() }
	latest := func() { seen.foot.Away, seen.asked = false, 0; s.Loop.Changed() }
	return html.With("div", words.Either(v.Busy, "conversation busy", "conversation"),
		&composer{Store: s, Session: p.Session, Rev: s.Loop.Rev()},
		html.With("div", "scroll turns",
			html.When(first > 0, func() app.UI { return html.Button("Show older turns", "", older) }),
			html.When(!slices.ContainsFunc(all, func(t *turns.Turn) bool { return t.Note == "" }), p.welcome),
			app.Range(all[first:]).Slice(func(i int) app.UI { return p.turn(all[first+i]) }),
		).ID(html.TurnsID).TabIndex(0).Role("group").Aria("label", "Turns").OnScroll(p.scrolled),
		html.ToFoot("Jump to latest", html.TurnsID, seen.foot.Away, latest, "jump"),
	).ID("conversation")
}

func (p *chat) turn(t *turns.Turn) app.UI {
	c := &card{Store: p.Store, Session: p.Session, Turn: t, Rev: t.Rev, Held: p.Store.Sessions.Held() != ""}
	if t.ChangedFiles() {
		c.Files = p.Store.Engine.World().Tree.Digest()
	}
	if t.Open && !c.Held {
		c.Asked = p.view().Asked
	}
	return c
}

// OnUpdate follows the conversation while the person is at its foot.
func (p *chat) OnUpdate(ctx app.Context) {
	if seen := p.scroll(); seen.asked > 0 && p.view().Asked == nil { // it was answered
		seen.asked, seen.foot.Away = 0, false
	}
	if n := p.look(); n != p.last || p.view().Asked != nil {
		p.last = n
		p.follow(ctx)
	}
}

// OnResize stays at the foot when the window changes.
func (p *chat) OnResize(ctx app.Context) { p.follow(ctx) }

func (p *chat) follow(ctx app.Context) {
	ctx.Defer(func(app.Context) { p.toFoot() })
}

// scrolled follows what is laid out anew while a reply arrives.
func (p *chat) scrolled(ctx app.Context, e app.Event) {
	foot := &p.scroll().foot
	if !foot.Scrolled(ctx, e, p.Store.Hand) {
		ctx.PreventUpdate()
	}
	if p.view().Busy && !foot.Last.AtFoot() {
		p.toFoot()
	}
}

func (p *chat) welcome() app.UI {
	s := p.Store
	try := func(line string) app.UI {
		return html.With("li", "", html.Button(line, "", func() { s.Talk.Send(line) }, "try"))
	}
	return html.With("div", "welcome",
		html.When(s.Welcome != nil, func() app.UI { return s.Welcome() }),
		html.Text("p", "", "Or try a command:"),
		html.With("ul", "tries", try("/skills"), try("/help plan_compiler"), try("/check"), try("/plan Move the images out of the repository; keep old links working")),
	)
}
