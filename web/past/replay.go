package past

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"lily/core/answer"
	"lily/core/bundle"
	"lily/core/event"
	"lily/core/replay"
	"lily/core/tool"
)

// Replay verifies a bundle and runs the engine again over its events (EV-4), and says whether they are the same; the
// first difference is told.
func Replay(path string, out, told io.Writer) (same bool, err error) {
	b, err := read(path, told)
	if err != nil {
		return false, err
	}
	got, err := replay.Run(context.Background(), tool.Builtin(), b.Events, nil)
	if err != nil {
		return false, fmt.Errorf("%s: %w", path, err)
	}
	if d := replay.Compare(got, b.Events); d != nil {
		got, want := cmp.Or(answer.Line(d.Got), "no event"), cmp.Or(answer.Line(d.Want), "no event")
		fmt.Fprintf(out, "Event %d differs.\ngot:  %s\nwant: %s\n", d.Seq, got, want)
		return false, nil
	}
	fmt.Fprintf(out, "Replayed %s of session %s, with %s and %s: byte for byte the same.\n",
		answer.Number(len(b.Events), "event"), answer.Line(b.Events[0].Session),
		answer.Number(countOf[event.ModelRequest](b), "model request"),
		answer.Number(countOf[event.ToolCall](b), "tool call"))
	return true, nil
}

func countOf[B event.Body](b bundle.Bundle) (n int) {
	for _, e := range b.Events {
		if _, ok := e.Body.(B); ok {
			n++
		}
	}
	return n
}
