package trace

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/diff"
	"lily/core/event"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/html"
	"lily/web/state"
	"lily/web/turns"
	"lily/web/words"
)

// The parts of a detail.
var parts = []string{"Input", "Output", "Difference", "Raw"}

// detail shows the row that was chosen last, and until one is, the newest request: what was sent.
func (d *Doc) detail() app.UI {
	r := d.chosen()
	if r == nil {
		return html.Text("p", "empty", d.nothing())
	}
	s, seq, all := d.Store, strconv.Itoa(r.Seq()), r.All()
	if d.tab == "" {
		d.tab = "Input"
	}
	tab := words.Either(r.Of == turns.OfEvent, "Raw", d.tab)
	return &html.Keyed{ID: fmt.Sprint(d.log.session, d.raw, seq, tab), Of: func() app.UI {
		return html.With("div", "",
			html.With("h3", "", html.Say(words.Title(r.Of)+" "), html.Name(r.Title)),
			html.Text("p", "hint", about(r)),
			html.With("div", "row-of-acts",
				html.ButtonFor(seq, "Go to", "Go to event "+seq+": show the session as it was then", func() { s.Sessions.StepTo(r.Seq()) }, "small"),
				html.ButtonFor(seq, "Fork from here", "Fork from here: another session goes on from event "+seq, func() { s.Sessions.ForkAt(r.Seq()) }, "small"),
				html.ButtonFor(seq, "Copy", "Copy "+answer.Number(len(all), "event")+" as JSON lines", func() { s.Exports.Copy("the events", d.exact(r.All())) }, "small"),
			),
			app.If(r.Of != turns.OfEvent, func() app.UI {
				return html.With("div", "tabs", app.Range(parts).Slice(func(i int) app.UI { return d.part(parts[i]) })).Role("group").Aria("label", "Parts")
			}),
			html.With("div", "trace-part", d.content(r, tab)),
		)
	}}
}

// nothing says what can be chosen, and where no request is shown, that there is none.
func (d *Doc) nothing() string {
	if d.raw {
		return "Choose an event to read all of it. Copying takes the events that are listed, as they are recorded."
	}
	const choose = "Choose a line to see what went in, what came out, what it changed, and the exact events."
	if d.log.asked > 0 && d.moment == 0 {
		return choose
	}
	return words.Either(d.moment > 0, "Nothing was sent to a model until this event. ", "Nothing was sent to a model in this session. ") + choose
}

// about says when a span was, how long it took, and what it cost.
func about(r *turns.Span) string {
	begun, ended := r.Time()
	said := []string{"Event " + strconv.Itoa(r.Seq())}
	if of := r.Type(); of != r.Title {
		said = append(said, of)
	}
	if begun > 0 {
		said = append(said, clock(begun))
	}
	if ended > begun {
		said = append(said, "took "+lasted(ended-begun))
	}
	if sent, got := r.Tokens(); sent+got > 0 {
		said = append(said, "about "+words.Thousands(sent)+" tokens sent, "+words.Thousands(got)+" got")
	}
	if r.State != "" {
		said = append(said, r.State)
	}
	return strings.Join(said, " · ")
}

// chosen is the span that was chosen; in the tree else the newest request up to the moment that is shown. It may be
// folded away, or not among those that are looked for.
func (d *Doc) chosen() *turns.Span {
	if d.raw {
		if d.seq == 0 || d.seq > len(d.log.each) {
			return nil
		}
		return d.log.each[d.seq-1]
	}
	var newest *turns.Span
	for _, t := range slices.Backward(d.log.spans.List) {
		if s := d.within(t, &newest); s != nil || newest != nil && d.seq == 0 {
			return cmp.Or(s, newest)
		}
	}
	return newest
}

// within looks for the span that was chosen, and notes the first of the newest requests that it comes by.
func (d *Doc) within(s *turns.Span, newest **turns.Span) *turns.Span {
	if s.Seq() == d.seq {
		return s
	}
	for _, b := range slices.Backward(s.Below) {
		if found := d.within(b, newest); found != nil {
			return found
		}
	}
	if *newest == nil && s.Of == turns.OfRequest && (d.moment == 0 || s.Seq() <= d.moment) {
		*newest = s
	}
	return nil
}

func (d *Doc) part(name string) app.UI {
	return html.ButtonFor(name, name, "", func() { d.tab = name; d.Store.Loop.Changed() }).Aria("pressed", d.tab == name)
}

func (d *Doc) content(r *turns.Span, tab string) app.UI {
	switch tab {
	case "Input":
		return d.input(r)
	case "Output":
		return d.output(r)
	case "Difference":
		return d.difference(r)
	}
	return html.With("div", "", app.Range(r.Events).Slice(func(i int) app.UI {
		e := r.Events[i]
		return html.With("div", "",
			html.Maybe("p", "hint", words.Either(len(r.Events) > 1, "Event "+strconv.Itoa(e.Seq)+" · "+clock(e.At), "")),
			source("Event "+strconv.Itoa(e.Seq)+" as JSON", words.Pretty(d.log.line(e.Seq))),
		)
	}), html.Left(len(r.All())-len(r.Events), " in the lines below it; Copy takes all"))
}

func (d *Doc) input(r *turns.Span) app.UI {
	asked := ""
	for _, e := range r.Events {
		switch b := e.Body.(type) {
		case event.Approval:
			asked = words.Either(b.Granted, "allowed", "denied") + ", " + string(b.Consent) + ": " + b.Rule
		case event.ModelRequest:
			return &Sent{Store: d.Store, Turns: d.log.spans.Turns(), Seq: e.Seq, Of: d.log.asked, Rev: len(d.log.events)}
		case event.ToolCall:
			return html.With("div", "",
				html.Pairs([][2]string{{"Tool", b.Tool}, {"Skill", b.Skill}, {"Asked", asked}, {"Rule", b.Rule}, {"Unasked", b.Auto}, {"Words", strings.Join(b.Argv, " ")}}),
				source("Arguments", words.Pretty(string(b.Args))))
		case event.CallRefused:
			return html.With("div", "", html.Pairs([][2]string{{"Tool", b.Tool}, {"Asked", asked}, {"Rule", b.Rule}}), source("Arguments", b.Args))
		case event.Command:
			return source("Input", b.Input)
		case event.Message:
			return source("Input", b.Text)
		}
	}
	if i := slices.IndexFunc(r.Below, func(s *turns.Span) bool { return s.Type() == (event.Message{}).Type() }); i >= 0 {
		return d.input(r.Below[i])
	}
	return html.Text("p", "hint", "Nothing was put in: it happened by itself.")
}

func (d *Doc) output(r *turns.Span) app.UI {
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
func (d *Doc) difference(r *turns.Span) app.UI {
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
