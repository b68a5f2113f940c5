package core

import (
	"errors"
	"slices"
	"strings"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/world"
)

// look brings the world up to date and returns it, for what this turn reads of it. What is
// recorded next came of just this world, so that a replay reads the same, whoever changes
// it meanwhile (EV-6). The faults that matter are the error; the others are told.
func (t *turn) look(matters func(world.Fault) bool) (*loader.Input, error) {
	in := t.e.refresh()
	t.saw = in
	rest, stop := split(in.Faults, matters)
	for _, f := range rest {
		t.tell(f)
	}
	return in, stop
}

// tell tells of a fault, once in a turn.
func (t *turn) tell(f world.Fault) {
	if !slices.Contains(t.told, f) {
		t.told = append(t.told, f)
		t.record(event.WorldFault{Part: f.Part, Message: f.Message})
	}
}

// refresh reads the world again, where it lives somewhere. When that fails the world stays,
// and the failure is a fault of what is seen of it.
func (e *Engine) refresh() *loader.Input {
	if e.ports.Source == nil {
		return e.seen()
	}
	err := e.Edit(e.ports.Source.Refresh)
	in := e.seen()
	if err != nil {
		of := *in
		of.Faults = append(slices.Clip(of.Faults), world.Fault{Part: "files", Message: event.Text("the files cannot be read again: " + err.Error())})
		in = &of
	}
	return in
}

// split takes the faults that matter for something out of the others, as one error.
func split(faults []world.Fault, matters func(world.Fault) bool) (rest []world.Fault, stop error) {
	var list []string
	for _, f := range faults {
		if matters(f) {
			list = append(list, f.Message)
		} else {
			rest = append(rest, f)
		}
	}
	if len(list) > 0 {
		stop = errors.New(strings.Join(list, "; "))
	}
	return rest, stop
}

func always(world.Fault) bool { return true }
func never(world.Fault) bool  { return false }
