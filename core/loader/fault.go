package loader

import "lily/core/answer"

// Fault is a part of the world that could not be read when the world was read again. That
// part is as it was read last (CM-10).
type Fault struct {
	Part    string // [PersonaPart], policy, profile, files, or the path of a root with a leading slash
	Message string // what is wrong, without its full stop
}

// String is the fault as a person is told of it beside an answer.
func (f Fault) String() string {
	return "Warning: " + answer.Line(f.Message) + "; the session goes on with what it has."
}

// PersonaPart is the one part that no load of skills depends on.
const PersonaPart = "persona"

// Skills reports whether a load of skills depends on the part.
func (f Fault) Skills() bool { return f.Part != PersonaPart }

// Persona reports whether reading a persona depends on the part.
func (f Fault) Persona() bool { return f.Part == PersonaPart }
