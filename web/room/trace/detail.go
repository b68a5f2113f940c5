package trace

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/event"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/diff"
	"lily/web/html"
	"lily/web/state"
	"lily/web/turns"
	"lily/web/words"
)

// The parts of a detail.
var parts = []string{"Input", "Output", "Difference", "Raw"}

// detail shows the span that was chosen last.
func (d *Doc) detail() app.UI {
	r, ok := d.chosen()
	if !ok {
		return html.Text("p", "empty", "Choose a line to see what went in, what came out, what it changed, and the exact events.")
	}
	if d.tab == "" || r.Of == turns.OfEvent {
		d.tab = words.Either(r.Of == turns.OfEvent, "Raw", "Input")
	}
	s, seq := d.Store, strconv.Itoa(r.Seq())
	return &html.Keyed{ID: d.session + seq + d.tab, Of: func() app.UI {
		return html.With("div", "",
			html.With("h3", "", html.Say(words.Title(r.Of)+" "), html.Text("bdi", "", r.Title)),
			html.With("div", "row-of-acts",
				html.ButtonFor(seq, "Go to", "Go to event "+seq+": show the session as it was then", func() { s.Sessions.StepTo(r.Seq()) }, "small"),
				html.ButtonFor(seq, "Fork from here", "Fork from here: another session goes on from event "+seq, func() { s.Sessions.ForkAt(r.Seq()) }, "small"),
				html.ButtonFor(seq, "Copy", "Copy event "+seq, func() { s.Exports.Copy("the events", d.exact(r)) }, "small"),
			),
			html.With("div", "tabs", app.Range(parts).Slice(func(i int) app.UI { return d.part(parts[i]) })).Role("group").Aria("label", "Parts"),
			html.With("div", "trace-part", d.content(r)),
		)
	}}
}

func (d *Doc) chosen() (row, bool) {
	i := slices.IndexFunc(d.rows, func(r row) bool { return r.Seq() == d.seq })
	if i < 0 {
		return row{}, false
	}
	return d.rows[i], true
}

func (d *Doc) part(name string) app.UI {
	return html.ButtonFor(name, name, "", func() { d.tab = name; d.Store.Loop.Changed() }).Aria("pressed", d.tab == name)
}

func (d *Doc) content(r row) app.UI {
	switch d.tab {
	case "Input":
		return d.input(r)
	case "Output":
		return d.output(r)
	case "Difference":
		return d.difference(r)
	}
	return html.With("div", "", app.Range(r.Events).Slice(func(i int) app.UI {
		return html.Text("pre", "", words.Pretty(d.lines[r.Events[i].Seq-1])).TabIndex(0)
	}))
}

// exact are the events of a span as they are recorded.
func (d *Doc) exact(r row) string {
	var b strings.Builder
	for _, e := range r.All() {
		b.WriteString(d.lines[e.Seq-1] + "\n")
	}
	return b.String()
}

func (d *Doc) input(r row) app.UI {
	for _, e := range r.Events {
		switch b := e.Body.(type) {
		case event.ModelRequest:
			all := requests(d.Store.Sessions.Recorded())
			at := slices.IndexFunc(all, func(s sent) bool { return s.seq == e.Seq })
			return (&Context{Store: d.Store, seq: e.Seq}).parts(all, at, compareRequests(all, at))
		case event.ToolCall:
			return html.With("div", "",
				html.Pairs([][2]string{{"Tool", b.Tool}, {"Skill", b.Skill}, {"Rule", b.Rule}, {"Unasked", b.Auto}, {"Words", strings.Join(b.Argv, " ")}}),
				source("Arguments", words.Pretty(string(b.Args))))
		case event.CallRefused:
			return html.With("div", "", html.Pairs([][2]string{{"Tool", b.Tool}, {"Rule", b.Rule}}), source("Arguments", b.Args))
		case event.Command:
			return source("Input", b.Input)
		case event.Message:
			return source("Input", b.Text)
		}
	}
	if i := slices.IndexFunc(r.Below, func(s *turns.Span) bool { return s.Type() == (event.Message{}).Type() }); i >= 0 {
		return d.input(row{r.Below[i], r.depth})
	}
	return html.Text("p", "hint", "Nothing was put in: it happened by itself.")
}

func (d *Doc) output(r row) app.UI {
	list := r.All()
	for _, e := range slices.Backward(list) {
		switch b := e.Body.(type) {
		case event.ModelResponse:
			var text strings.Builder
			text.WriteString(b.Text)
			for _, c := range b.Calls {
				text.WriteString("\n" + c.Name + " " + c.Args)
			}
			return html.With("div", "", html.Pairs([][2]string{{"Finish", b.Finish}, {"Error", b.Error}}), source("Output", strings.TrimPrefix(text.String(), "\n")))
		case event.ToolResult:
			return html.With("div", "", html.Pairs([][2]string{{"Code", string(b.Code)}}), source("Output", words.Pretty(b.Result.JSON())))
		case event.CallRefused:
			return source("Output", string(b.Code)+": "+b.Message)
		case event.Answer:
			return source("Output", b.Blocks.Text())
		case event.Error:
			return source("Output", string(b.Code)+": "+b.Message)
		}
	}
	return html.Text("p", "hint", "Nothing came of it yet.")
}

func source(label, text string) app.UI {
	if text == "" {
		return html.Text("p", "hint", label+": nothing.")
	}
	return &html.Code{Source: text, Label: label}
}

// difference is what was changed of the files between the first event and the last one; of a request, what was sent
// that the one before had not.
func (d *Doc) difference(r row) app.UI {
	all := d.Store.Sessions.Recorded()
	if r.Of == turns.OfRequest {
		list := requests(all)
		if at := slices.IndexFunc(list, func(s sent) bool { return s.seq == r.Seq() }); at >= 0 {
			return html.With("div", "", html.Text("p", "", "Changed since the previous request"), compareRequests(list, at).changes())
		}
	}
	events := r.All()
	was, is := worldOf(events[0]).Tree, worldOf(events[len(events)-1]).Tree
	changes := tree.Diff(was, is)
	if len(changes) == 0 {
		return html.Text("p", "hint", "No file was changed.")
	}
	shown := changes[:min(len(changes), html.Most)]
	return html.With("div", "", app.Range(shown).Slice(func(i int) app.UI {
		return html.With("section", "", html.With("h4", "", html.Text("code", "", "/"+shown[i].Path), html.Say(" "+string(shown[i].Op))), texts(was, is, shown[i].Path))
	}), html.Left(len(changes)-len(shown), " files"))
}

func worldOf(e event.Event) world.World {
	if e.World == nil {
		return world.World{}
	}
	return e.World.World
}

func texts(was, is tree.Tree, path string) app.UI {
	a, errA := state.WholeText(was, path)
	b, errB := state.WholeText(is, path)
	if errA != nil || errB != nil || !state.Readable(a) || !state.Readable(b) {
		return html.Text("p", "hint", "It is no text, too long, or not kept.")
	}
	list, left := diff.Lines(a, b, diff.Most)
	return html.Sides(path, list, left)
}
