package main

import (
	"fmt"
	"io"
	"os"

	"lily/core"
	"lily/core/answer"
	"lily/core/bundle"
	"lily/core/event"
	"lily/core/tool"
)

// exportSession writes a session's bundle to a file (EV-4); no path writes none.
func exportSession(path string, events []event.Event) error {
	if path == "" {
		return nil
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	err = bundle.Bundle{Events: events}.Write(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("--bundle %s: %w", path, err)
	}
	return nil
}

// replay verifies a bundle and runs the engine again over its events (EV-4). The
// first difference is a finding.
func replay(path string, t terminal) error {
	data, err := readBundle(path)
	if err != nil {
		return err
	}
	b, problems, err := bundle.Read(data, tool.Builtin())
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, p := range problems {
		fmt.Fprintf(t.err, "lily: event %d: %s\n", p.Seq, answer.Clean(p.Message))
	}
	got, err := core.Replay(tool.Builtin(), b.Events)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if d := core.Compare(got, b.Events); d != nil {
		fmt.Fprintf(t.out, "Event %d differs.\ngot:  %s\nwant: %s\n", d.Seq, shown(d.Got), shown(d.Want))
		return errFindings
	}
	fmt.Fprintf(t.out, "Replayed %s of session %s, with %s and %s: byte for byte the same.\n", answer.Number(len(b.Events), "event"),
		answer.Line(b.Events[0].Session), answer.Number(countOf[event.ModelRequest](b), "model request"), answer.Number(countOf[event.ToolCall](b), "tool call"))
	return nil
}

// readBundle reads a file of no more than what is read of folders.
func readBundle(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limits.Bytes+1))
	if err == nil && int64(len(data)) > limits.Bytes {
		err = fmt.Errorf("%s: a bundle has at most %d bytes", path, limits.Bytes)
	}
	return data, err
}

func countOf[B event.Body](b bundle.Bundle) (n int) {
	for _, e := range b.Events {
		if _, ok := e.Body.(B); ok {
			n++
		}
	}
	return n
}

// shown is an event's line for a terminal; a replay may end before.
func shown(line string) string {
	if line == "" {
		return "no event"
	}
	return answer.Line(line)
}
