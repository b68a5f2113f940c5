package main

import (
	"cmp"
	"context"
	"fmt"

	"lily/core/answer"
	"lily/core/bundle"
	"lily/core/event"
	"lily/core/replay"
	"lily/core/tool"
	"lily/web/disk"
	"lily/web/recorder"
)

// again verifies a bundle and runs the engine again over its events (EV-4). The first difference is a finding.
func again(path string, t terminal) error {
	if err := recorder.Recover(path, t.err); err != nil {
		return err
	}
	data, err := disk.File(path, limits.Bytes)
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
	got, err := replay.Run(context.Background(), tool.Builtin(), b.Events, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if d := replay.Compare(got, b.Events); d != nil {
		got, want := cmp.Or(answer.Line(d.Got), "no event"), cmp.Or(answer.Line(d.Want), "no event")
		fmt.Fprintf(t.out, "Event %d differs.\ngot:  %s\nwant: %s\n", d.Seq, got, want)
		return errFindings
	}
	fmt.Fprintf(t.out, "Replayed %s of session %s, with %s and %s: byte for byte the same.\n",
		answer.Number(len(b.Events), "event"), answer.Line(b.Events[0].Session),
		answer.Number(countOf[event.ModelRequest](b), "model request"),
		answer.Number(countOf[event.ToolCall](b), "tool call"))
	return nil
}

func countOf[B event.Body](b bundle.Bundle) (n int) {
	for _, e := range b.Events {
		if _, ok := e.Body.(B); ok {
			n++
		}
	}
	return n
}
