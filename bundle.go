package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"lily/core/answer"
	"lily/core/bundle"
	"lily/core/event"
	"lily/core/replay"
	"lily/core/tool"
	"lily/web/disk"
)

// writeBundles writes each session of a run as a bundle (EV-4): the first to the path, each other one beside it.
func writeBundles(path string, sessions [][]event.Event, t terminal) error {
	for i, events := range sessions {
		at := path
		if i > 0 {
			ext := filepath.Ext(path)
			at = strings.TrimSuffix(path, ext) + "-" + events[0].Session + ext
			fmt.Fprintf(t.err, "lily: the session %s is in %s\n", events[0].Session, at)
		}
		if err := writeBundle(at, events); err != nil {
			return fmt.Errorf("--bundle %s: %w", at, err)
		}
	}
	return nil
}

// writeBundle writes all of a bundle or nothing: what was there stays until all is on the disk.
func writeBundle(path string, events []event.Event) error {
	to := path
	if disk.Regular(path) {
		if target, err := filepath.EvalSymlinks(path); err == nil {
			path = target
		}
		to = path + ".part"
	}
	f, err := os.Create(to)
	if err != nil {
		return err
	}
	err = bundle.Bundle{Events: events}.Write(f)
	err = errors.Join(err, disk.Sync(f), f.Close())
	if err == nil && to != path {
		err = os.Rename(to, path)
	}
	return err
}

// again verifies a bundle and runs the engine again over its events (EV-4). The first difference is a finding.
func again(path string, t terminal) error {
	if err := recovered(path, t); err != nil {
		return err
	}
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
	got, err := replay.Run(context.Background(), tool.Builtin(), b.Events, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if d := replay.Compare(got, b.Events); d != nil {
		fmt.Fprintf(t.out, "Event %d differs.\ngot:  %s\nwant: %s\n", d.Seq, cmp.Or(answer.Line(d.Got), "no event"), cmp.Or(answer.Line(d.Want), "no event"))
		return errFindings
	}
	fmt.Fprintf(t.out, "Replayed %s of session %s, with %s and %s: byte for byte the same.\n",
		answer.Number(len(b.Events), "event"), answer.Line(b.Events[0].Session),
		answer.Number(countOf[event.ModelRequest](b), "model request"),
		answer.Number(countOf[event.ToolCall](b), "tool call"))
	return nil
}

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
