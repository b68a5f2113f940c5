package event

import (
	"bytes"
	"fmt"
	"slices"

	"lily/core/model"
)

// Earlier names the messages with which a request begins by an earlier one of the session, which had them first of all.
// Else each request would name all messages, so that what is kept and read would grow as the square of the turns.
type Earlier struct {
	Event    int `json:"event"`    // of that request
	Messages int `json:"messages"` // as many of its messages
}

// FewMessages is how many a request names by itself: a short one is told whole, which is simpler to read.
const FewMessages = 64

// Asked is the messages of a session's last request, which the next one goes on from. It follows from the events by
// [Asked.Take]. One that was asked without the rest of the conversation does not count. The zero Asked is none.
type Asked struct {
	event    int
	messages []model.Size
}

// Sizes are the parts of a request that goes on from it, and what is named by the earlier one.
func (a Asked) Sizes(b ModelRequest, r model.Request) ModelRequest {
	messages := r.Messages
	r.Messages = nil
	b.Parts = r.Sizes()
	n := 0
	for n < min(len(a.messages), len(messages)) && a.messages[n].Of(&messages[n]) {
		n++
	}
	if n >= FewMessages {
		b.Earlier, b.named = Earlier{a.event, n}, a.messages[:n:n]
		messages = messages[n:]
	}
	for _, m := range messages {
		b.Parts = append(b.Parts, m.Size())
	}
	return b
}

// Take makes it that after one more event. The messages grow in place, as a session's lists do.
func (a *Asked) Take(seq int, body Body) {
	b, ok := body.(ModelRequest)
	if _, back := body.(Branched); back {
		*a = Asked{}
	}
	if !ok {
		return
	}
	own := b.Parts[leading(b.Parts):]
	if n := b.Earlier.Messages; n > 0 {
		*a = Asked{seq, append(a.upTo(n), own...)}
	} else if len(own) >= len(a.messages) {
		*a = Asked{seq, slices.Clone(own)}
	}
}

// upTo are the first messages. What stands behind them is not written again.
func (a *Asked) upTo(n int) []model.Size {
	if n < len(a.messages) {
		return slices.Clip(a.messages[:n])
	}
	return a.messages
}

// Own returns one whose list is not another's, however it grows.
func (a Asked) Own() Asked {
	a.messages = slices.Clip(a.messages)
	return a
}

// read gives an event that was read what its request names by an earlier one, and takes it.
func (a *Asked) read(e Event, line []byte) (Body, error) {
	b, ok := e.Body.(ModelRequest)
	if r := b.Earlier; ok && r != (Earlier{}) {
		if r.Event != a.event || r.Messages < FewMessages || r.Messages > len(a.messages) {
			message := fmt.Sprintf("got %d messages of the event %d, want %d to %d of the event %d, the last that asked with them",
				r.Messages, r.Event, FewMessages, len(a.messages), a.event)
			return e.Body, &LineError{1, bytes.Index(line, []byte(`"earlier":`)) + 1, message}
		}
		b.named = a.messages[:r.Messages:r.Messages]
		e.Body = b
	}
	a.Take(e.Seq, e.Body)
	return e.Body, nil
}

// leading is how many parts stand before the messages.
func leading(parts []model.Size) int {
	if i := slices.IndexFunc(parts, model.Size.IsMessage); i >= 0 {
		return i
	}
	return len(parts)
}

// All lists all parts in the order in which they were sent.
func (b ModelRequest) All() []model.Size {
	i := leading(b.Parts)
	return slices.Concat(b.Parts[:i], b.named, b.Parts[i:])
}

// Count is how many parts that are.
func (b ModelRequest) Count() int { return len(b.Parts) + b.Earlier.Messages }

// Tokens is about how many all parts take.
func (b ModelRequest) Tokens() (n int) {
	for _, list := range [][]model.Size{b.Parts, b.named} {
		for _, p := range list {
			n += p.Tokens
		}
	}
	return n
}

// Whole is the same request as it was recorded when each named all its parts.
func (b ModelRequest) Whole() ModelRequest {
	if b.Earlier != (Earlier{}) {
		b.Parts, b.Earlier, b.named = b.All(), Earlier{}, nil
	}
	return b
}
