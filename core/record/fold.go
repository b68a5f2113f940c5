package record

import (
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/scope"
	"lily/core/session"
	"lily/core/tree"
)

// fold gives each event what its line leaves out, with the state that those before it lead to.
func (r *reader) fold() error {
	var s session.State
	var t scope.Scope
	for i := range r.events {
		e := &r.events[i]
		e.At, e.World = r.sides[i].At, r.inputs[r.sides[i].World]
		e.Body = r.fill(i)
		switch b := e.Body.(type) {
		case event.SkillCatalogUpdated:
			e.Body = r.snapshot(i, b, s.Snapshot)
		case event.ModelRequest:
			e.Body = r.request(i, b, s, t)
		case event.ToolResult:
			b.Result.Millis = r.sides[i].Millis
			e.Body = b
		}
		t = t.Apply(s, e.Body)
		s = s.Apply(*e)
	}
	return nil
}

// fill is the body of an event with its texts in their places.
func (r *reader) fill(i int) event.Body {
	texts, _, with := holes(r.events[i].Body)
	for k, d := range r.sides[i].Texts {
		data, ok := r.blobs[d]
		if !ok {
			r.problem(i+1, "text", "A text of this event is lost: %s is missing or damaged.", d.Short())
		}
		*texts[k] = string(data)
	}
	return with()
}

// snapshot loads a snapshot again.
func (r *reader) snapshot(i int, b event.SkillCatalogUpdated, prev *loader.Snapshot) event.Body {
	if in := r.inputs[r.sides[i].Input]; in != nil {
		b.Input = *in
	}
	s, err := r.Load(b.Input, prev)
	if err != nil {
		r.problem(i+1, "snapshot", "The snapshot could not be loaded again: %s.", err)
		s, _ = loader.Load(loader.Input{}, prev) // without a root nothing can be missing
	} else if s.Digest != b.Digest || s.Version != b.Version {
		r.problem(i+1, "snapshot", "The snapshot was loaded again and came to version %d, %s; recorded was version %d, %s.", s.Version, s.Digest.Short(), b.Version, b.Digest.Short())
	}
	b.Snapshot = s
	return b
}

// request compiles a request again.
func (r *reader) request(i int, b event.ModelRequest, s session.State, t scope.Scope) event.Body {
	textual := scope.Textual(b)
	b.Request = scope.Compile(s, t, r.Tools, func(string) bool { return textual }).Request
	if b.Request.Digest() != b.Digest {
		r.unsure = append(r.unsure, i)
	}
	return b
}

// requests asks for those that could not be compiled again: an exported session has them as they were.
func (r *reader) requests() error {
	var list []tree.Digest
	for _, i := range r.unsure {
		list = append(list, r.events[i].Body.(event.ModelRequest).Digest)
	}
	if err := r.ask(list); err != nil {
		return err
	}
	for _, i := range r.unsure {
		b := r.events[i].Body.(event.ModelRequest)
		got, err := model.DecodeRequest(r.blobs[b.Digest])
		if err != nil {
			r.problem(i+1, "request", "The request was compiled again and came to %s; recorded was %s.", b.Request.Digest().Short(), b.Digest.Short())
			continue
		}
		b.Request = got
		r.events[i].Body = b
	}
	return nil
}
