package upstream

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Reply is one answer. Chunks of text and calls are framed as the format has it, with its beginning and its end; a
// reply of raw chunks only is sent as it stands.
type Reply struct {
	Status int // zero is 200
	Header http.Header
	Chunks []Chunk
	Fault  string // an error's message, in the format's shape, before the chunks
	End    End
	Wait   <-chan struct{} // wait for this before the header

	// From, if set, makes the reply of the request, and nothing else counts.
	From func(Request) Reply
}

// Chunk is one piece of an answer, flushed before the next is waited for.
type Chunk struct {
	Delay time.Duration   // wait so long before it
	Wait  <-chan struct{} // wait for this before it, after Delay
	Text  string          // a piece of what the model says
	Call  Call            // a call of a tool begins, or goes on
	Raw   string          // bytes as they stand
}

// Call is a piece of a call of a tool. With a name it begins one; without, Args
// goes on with the arguments of the last.
type Call struct{ ID, Name, Args string }

// End is how a reply ends.
type End int

// The ends of a reply.
const (
	Whole End = iota // as the format has it
	Cut              // after the chunks, without the format's end; HTTP is whole
	Drop             // the connection closes in the middle
	Hang             // nothing more is said until the client leaves
)

// Text says something, a chunk for each piece.
func Text(pieces ...string) Reply {
	var r Reply
	for _, p := range pieces {
		r.Chunks = append(r.Chunks, Chunk{Text: p})
	}
	return r
}

// Calls asks for tools. The arguments of each come in pieces.
func Calls(calls ...Call) Reply {
	var r Reply
	for _, c := range calls {
		r.Chunks = append(r.Chunks, Chunk{Call: Call{ID: c.ID, Name: c.Name}})
		for piece := range slices.Chunk([]rune(c.Args), max(1, (len(c.Args)+2)/3)) {
			r.Chunks = append(r.Chunks, Chunk{Call: Call{Args: string(piece)}})
		}
	}
	return r
}

// Raw sends bytes as they stand, a chunk for each piece.
func Raw(pieces ...string) Reply {
	var r Reply
	for _, p := range pieces {
		r.Chunks = append(r.Chunks, Chunk{Raw: p})
	}
	return r
}

// Error is an error of the upstream itself.
func Error(status int, message string) Reply { return Reply{Status: status, Fault: message} }

// Models is a list of models.
func Models(ids ...string) Reply {
	list := []object{}
	for _, id := range ids {
		list = append(list, object{"id": id, "object": "model"})
	}
	return Raw(line(object{"object": "list", "data": list})).With("Content-Type", "application/json")
}

// Big says so many bytes, in chunks of 64 KiB.
func Big(size int) Reply {
	var r Reply
	for ; size > 0; size -= 64 << 10 {
		r.Chunks = append(r.Chunks, Chunk{Text: strings.Repeat("x", min(size, 64<<10))})
	}
	return r
}

// With adds a header.
func (r Reply) With(name, value string) Reply {
	header := http.Header{}
	maps.Copy(header, r.Header)
	header.Add(name, value)
	r.Header = header
	return r
}

// Ending ends otherwise.
func (r Reply) Ending(e End) Reply {
	r.End = e
	return r
}

// Slowly waits before each chunk.
func (r Reply) Slowly(d time.Duration) Reply {
	r.Chunks = slices.Clone(r.Chunks)
	for i := range r.Chunks {
		r.Chunks[i].Delay = d
	}
	return r
}

// After waits before chunk i.
func (r Reply) After(i int, wait <-chan struct{}) Reply {
	r.Chunks = slices.Clone(r.Chunks)
	r.Chunks[i].Wait = wait
	return r
}

func (r Reply) framed() bool {
	return slices.ContainsFunc(r.Chunks, func(c Chunk) bool { return c.Text != "" || c.Call != Call{} })
}

func line(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // a test said it
	}
	return string(data)
}
