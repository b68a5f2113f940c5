package terminal

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"lily/core/command"
	"lily/core/event"
	"lily/web/markdown/read"
	"lily/web/terminal/row"
	"lily/web/words"
)

// turn is a line that is being answered.
type turn struct {
	cancel  context.CancelCauseFunc // without a cause by the person
	stopped bool
	own     bool      // its answer is Lily's own words
	doing   string    // what is waited for
	said    string    // of it, where that is said once
	far     string    // how far it is, where that is drawn
	since   time.Time // when anything last happened
	begun   time.Time
	reply   string    // as far as it has arrived
	shown   int       // bytes of it that are in the scroll-back
	flow    read.Flow // where its blocks end
}

func (t *turn) stop() {
	t.stopped = true
	t.cancel(nil)
}

// begin answers a line: by a word of the terminal's own, or by the engine.
func (f *Face) begin(text string) {
	if command.Trim(text) == "" || f.own(text) {
		return
	}
	ctx := f.works("working")
	f.turn.own = ofLily(text)
	id, engine := f.id, f.engine
	go func() {
		r := engine.Turn(ctx, id, text)
		var told strings.Builder
		err := f.hooks.Sync(ctx, &told)
		f.send(done{r, told.String(), f.isBehind(r.Session), f.kept(), err})
	}()
}

// works begins what takes its time, with the context that ends it.
func (f *Face) works(doing string) context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	now := f.Clock.Now()
	f.turn = &turn{cancel: cancel, doing: doing, since: now, begun: now}
	return ctx
}

// work does what takes its time beside the one goroutine that draws, which then shows what came of it.
func (f *Face) work(doing string, do func(ctx context.Context) worked) {
	ctx := f.works(doing)
	go func() { f.send(do(ctx)) }()
}

// did shows what came of it, and the next line has its turn.
func (f *Face) did(w worked) {
	f.turn.cancel(nil)
	f.turn = nil
	w(f)
	f.goesOn()
}

// kept is what is kept aside.
func (f *Face) kept() string {
	if f.hooks.Aside == nil {
		return ""
	}
	return f.hooks.Aside.Kept()
}

// tellsAside says what is kept aside where that is not what was said last.
func (f *Face) tellsAside(now string) {
	if now != "" && now != f.aside {
		f.screen.say(row.Faint, "%s. /diff shows what differs, /write writes it.", now)
	}
	f.aside = now
}

// isBehind reports whether the snapshot of a session is behind the files.
func (f *Face) isBehind(id string) bool {
	s, _ := f.engine.State(id)
	if f.hooks.Behind != nil {
		return f.hooks.Behind(s.Snapshot, f.engine.Input())
	}
	return s.Snapshot.Behind(f.engine.Input())
}

// arrives shows what arrives of a reply: whole blocks in the scroll-back, the rest below it.
func (f *Face) arrives(d delta) {
	t := f.turn
	if t == nil {
		return
	}
	t.since = f.Clock.Now()
	switch {
	case d.Note != "":
		t.doing = strings.TrimSuffix(d.Note, ".")
	case d.Text == "":
		t.doing = "the model is thinking"
	default:
		t.reply += d.Text
		f.flow()
	}
}

// replied shows the rest of a reply, as it was recorded.
func (f *Face) replied(text string) {
	t := f.turn
	rest, same := strings.CutPrefix(text, event.Text(t.reply[:t.shown]))
	if !same {
		f.screen.say(row.Faint, "The reply began anew:")
		rest, t.shown = text, 0
	}
	f.written(rest)
	t.reply, t.shown, t.flow = "", 0, read.Flow{}
}

// happened shows an event of the session.
func (f *Face) happened(e event.Event) {
	if e.Session != f.id || e.Seq <= len(f.events) {
		return
	}
	f.events = append(f.events, e)
	f.talk.Take(f.events)
	if f.turn == nil {
		return
	}
	f.turn.since = f.Clock.Now()
	switch b := e.Body.(type) {
	case event.ModelRequest:
		f.turn.doing = "waiting for " + b.Model
	case event.ModelResponse:
		f.replied(b.Text)
	case event.ToolCall:
		f.turn.doing = b.Tool + " is running"
	case event.SkillCatalogUpdated:
		f.clashes()
	}
	f.steps()
}

// finished shows what a turn came to.
func (f *Face) finished(d done) {
	f.turn.cancel(nil)
	talked := f.talked()
	if f.turn.own {
		d.Answer = f.located(d.Answer)
	}
	f.turn = nil
	if f.last {
		f.left = cmp.Or(d.err, f.left, errLeft)
		return
	}
	if d.err != nil {
		f.left = d.err
		return
	}
	switch {
	case d.Err != nil:
		f.screen.say(row.Red, "%s", d.Output())
	default:
		if talked {
			d.Answer = d.Answer[1:]
		}
		f.show(d.Answer)
		for _, fault := range d.Faults {
			f.screen.say(row.Yellow, "%s", fault)
		}
	}
	f.behind(d.behind)
	f.tellsAside(d.aside)
	if d.told != "" {
		f.screen.say(row.Yellow, "%s", strings.TrimSuffix(d.told, "\n"))
	}
	if d.Session != f.id {
		f.enters(d.Session)
	}
	f.goesOn()
}

// goesOn takes the lines that were entered meanwhile.
func (f *Face) goesOn() {
	for len(f.queue) > 0 && f.left == nil && f.turn == nil {
		next := f.queue[0]
		f.queue = f.queue[1:]
		f.take(next)
	}
}

// behind says once that the files have moved on since the snapshot (SN-4).
func (f *Face) behind(now bool) {
	if s, _ := f.engine.State(f.id); now && !f.late {
		f.screen.say(row.Yellow, "Snapshot v%d is behind: the files have changed. /reload_skills takes a new one.", s.Snapshot.Version)
	}
	f.late = now
}

// talked reports whether the turn's answer is a reply, which is shown already.
func (f *Face) talked() bool {
	if len(f.events) == 0 {
		return false
	}
	_, is := f.events[len(f.events)-1].Body.(event.ModelResponse)
	return is
}

const slow = 500 * time.Millisecond // what takes longer says so

// underWay is what stands below the scroll-back during a turn: what has arrived of the reply, and what is waited for.
func (f *Face) underWay() (v view) {
	t := f.turn
	now := f.Clock.Now()
	waits := now.Sub(t.since) >= slow || t.stopped
	if !f.Redraw {
		f.says(waits)
		return view{}
	}
	v.rows = f.rest()
	if waits {
		v.rows = append(v.rows, f.progress(now))
	}
	for _, text := range f.queue {
		v.rows = append(v.rows, f.screen.oneRow(f.Pen.Of(row.Faint, "next: %s", text)))
	}
	if _, _, seeks := f.line.Seeks(); seeks || !f.line.Empty() {
		at := len(v.rows)
		p := f.prompted()
		v.rows, v.at, v.column = append(v.rows, p.rows...), at+p.at, p.column
		return v
	}
	v.at = max(0, len(v.rows)-1)
	if len(v.rows) > 0 {
		v.column = v.rows[v.at].Width()
	}
	return v
}

const stopping = "It is being stopped."

// says says once what is waited for, where nothing can be drawn anew.
func (f *Face) says(waits bool) {
	text := words.Title(f.turn.doing) + ". Ctrl-C stops it."
	if f.turn.stopped {
		text = stopping
	}
	if waits && text != f.turn.said {
		f.turn.said = text
		f.screen.say(row.Faint, "%s", text)
	}
}

func (f *Face) progress(now time.Time) row.Row {
	t := f.turn
	if t.stopped {
		return f.Pen.Of(row.Faint, stopping)
	}
	text := fmt.Sprintf("%s%s · %d s · Ctrl-C stops it", t.doing, t.far, int(now.Sub(t.begun)/time.Second))
	return f.screen.oneRow(f.Pen.Of(row.Faint, "%s", text))
}

// oneRow is a row without lines, cut to the screen.
func (s *screen) oneRow(r row.Row) row.Row { return s.pen.Cut(r, s.columns()) }
