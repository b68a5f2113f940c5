package conversation

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/model"
	"lily/web/html"
	"lily/web/live"
	"lily/web/markdown"
	"lily/web/turns"
	"lily/web/words"
)

// reply is one reply of a model, arriving or recorded. While it arrives it looks
// again by itself, at most once a frame, and nothing else on the page does; once
// it is recorded it holds the same nodes.
type reply struct {
	app.Compo
	Store   *Room
	Session string
	Card    *card // that it stands in
	Step    *turns.Reply
	Done    bool

	flow markdown.Flow
	open bool // the thinking is shown
	all  bool // a long text is shown whole
}

// maxReply is how many bytes are shown unasked: a browser lays out a megabyte for seconds.
const maxReply = 256 << 10

// OnMount lets what arrives be shown.
func (r *reply) OnMount(ctx app.Context) {
	if !r.Done {
		r.Store.Live.Watch(r.Session, r, func() { ctx.Dispatch(func(app.Context) { r.alone(ctx) }) })
	}
}

// alone keeps go-app from looking at everything around the reply, too.
func (r *reply) alone(ctx app.Context) {
	if r.Card.ctx.Src() != nil {
		r.Card.ctx.PreventUpdate()
	}
	ctx.Defer(func(app.Context) { r.Store.scroll(r.Session).foot.Follow(html.TurnsID, r.Store.Hand) })
}

// OnUpdate ends the watch when the reply is recorded.
func (r *reply) OnUpdate(app.Context) {
	if r.Done {
		r.Store.Live.Watch(r.Session, r, nil)
	}
}

// OnDismount ends the watch.
func (r *reply) OnDismount() { r.Store.Live.Watch(r.Session, r, nil) }

func (r *reply) Render() app.UI {
	var now live.Arrived
	if r.Done {
		now.Text = r.shown()
	} else {
		now = r.Store.Live.Look(r.Session)
	}
	r.flow.Grow(now.Text)
	return html.With("div", "answer",
		html.Text("p", "by", r.by()),
		html.When(now.Thinking != "", func() app.UI { // what the model says to itself: shown while it arrives, not kept
			return html.Fold("thinking", &r.open, html.Text("summary", "", "Thinking"), func() app.UI {
				return html.With("pre", "", markdown.Slabs(now.Thinking)...).TabIndex(0)
			})
		}),
		html.With("div", "blocks", markdown.Flowing(&r.flow, !r.Done)...),
		html.Maybe("p", "note", now.Note),
		html.With("div", "", r.foot()...),
	)
}

func (r *reply) shown() string {
	text := r.Step.Response.Text
	if r.all || len(text) <= maxReply {
		return text
	}
	n := maxReply
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

func (r *reply) by() string {
	line := "Model " + r.Step.Model
	if !r.Done {
		return line
	}
	b := r.Step.Response
	if n := len(b.Calls); n > 0 {
		line += ", which asks for " + answer.Number(n, "call")
	}
	if b.Usage != (model.Usage{}) {
		line += " · tokens: " + words.Thousands(b.Usage.In) + " in, " + words.Thousands(b.Usage.Out) + " out"
	}
	if b.Retries > 0 {
		line += " · tried again " + answer.Number(b.Retries, "time")
	}
	return line
}

// foot offers what is not shown of a reply, says how one ended that did not end well, and copies it.
func (r *reply) foot() []app.UI {
	if !r.Done || r.Step.Response.Text == "" {
		return nil
	}
	b := r.Step.Response
	left := len(b.Text) - len(r.shown())
	return []app.UI{
		html.When(left > 0, func() app.UI {
			return html.With("p", "hint", html.Say(words.Thousands(left)+" more bytes are not shown. "),
				html.Button("Show all", "Show all of the reply", func() { r.all = true }, "small"))
		}),
		html.Maybe("p", "cut-off", cutOff(b)),
		html.Button("Copy", "Copy the reply", func() { r.Store.Exports.Copy("the reply", r.Step.Response.Text) }, "small"),
	}
}

// cutOff says why a reply is not whole; empty when it is (CV-7).
func cutOff(b *event.ModelResponse) string {
	switch {
	case b.Finish == model.Length:
		return "Cut off: the model came to its limit of tokens."
	case b.Finish == model.Filtered:
		return "Cut off: the upstream withheld the rest."
	case b.Finish != model.Interrupted:
		return ""
	case b.Error == context.Canceled.Error():
		return "Interrupted: it was stopped."
	case b.Error == context.DeadlineExceeded.Error():
		return "Interrupted: it took too long."
	}
	return "Interrupted: " + strings.TrimSuffix(b.Error, ".") + "."
}
