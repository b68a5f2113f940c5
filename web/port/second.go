package port

import (
	"context"

	"lily/core/tree"
)

// Second is the second engine of the page: the code that the first screen does not need, on a thread of its own. It
// is fetched when it is first asked.
type Second interface {
	// Ask has a question answered, and waits for it. The answer follows from the question alone. tell may be told,
	// from any goroutine, how far it is. An error is a sentence without its full stop: [ErrMissing] where the engine
	// did not arrive, the context's own where that is done; then it can be asked again.
	Ask(ctx context.Context, q Question, tell func(Stage)) ([]byte, error)
}

// Question is what the second engine is asked.
type Question struct {
	Of    string    // who is to answer it, such as "agents"
	Name  string    // what the files are, such as "workspace/skills": of one name only what changed has to travel
	Terms []byte    // what is asked for, in JSON
	Files tree.Tree // what it is asked about; of a file that is not read no byte travels

	// Reads reports whether a file will be needed, as its path tells, so that it can be at hand by then; nil where nobody
	// knows. The answer does not depend on it.
	Reads func(path string) bool
}

// Stage is how far a question is.
type Stage struct {
	What        string // Fetching, Sending or Answering
	Done, Total int    // bytes of the engine, or files; Total is 0 where nobody knows
}

// The stages, in their order. Of what is there already nothing is told.
const (
	Fetching  = "fetching"
	Sending   = "sending"
	Answering = "answering"
)

// ErrMissing is that the second engine is not there, and why is said after it.
const ErrMissing Error = "did not arrive"

// Script is what the second engine says of one script of a skill, asked of "runs" with the programs that can run.
type Script struct {
	Path string `json:"path"` // in the skill
	Lack bool   `json:"lack"` // whether something that it needs is not there
	Said string `json:"said"` // a part of a sentence
}
