package core_test

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"testing"

	"lily/core"
	"lily/core/event"
	"lily/core/model"
	"lily/core/model/modeltest"
	"lily/core/record"
	"lily/core/replay"
	"lily/core/session"
	"lily/core/settle"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

// EV-4: records that someone has tampered with, their blobs too, give an error or
// events that fold, settle, replay and go on, whatever comes of it: no panic, no hang.
func FuzzRecords(f *testing.F) {
	var records []record.Record
	var from *kept
	f.Add(uint(3), uint(40), byte(1), []byte(`x`), false)
	f.Add(uint(1), uint(60), byte(0), []byte(`"name":"guide"`), true)
	f.Fuzz(func(t *testing.T, line, at uint, mask byte, with []byte, blob bool) {
		if records == nil {
			records, from = recorded(t, rich(t))
		}
		list, torn := slices.Clone(records), &kept{blobs: map[tree.Digest][]byte{}}
		maps.Copy(torn.blobs, from.blobs)
		r := &list[line%uint(len(list))]
		if blob {
			r.Side = tampered(torn, r.Side, at, mask, with)
		} else {
			r.Line = edited(r.Line, at, mask, with)
		}
		got, _, err := record.Reader{Tools: tool.Builtin()}.Read(list, torn)
		if err != nil {
			return
		}
		session.Fold(got)
		if again, err := replay.Run(context.Background(), tool.Builtin(), got, nil); err == nil {
			replay.Compare(again, got)
		}
		e := core.New(world.World{}, tool.Builtin(), core.Ports{Model: picky{"up/m"}, Models: modeltest.Finder(modeltest.Finder(func(name string) (model.Model, error) { return picky{name}, nil }))})
		id := got[0].Session
		e.Adopt(id, got)
		if err := e.Settle(id); err != nil {
			t.Fatal(err)
		}
		_, settled := e.State(id)
		if n := len(settle.After(settled, event.Closed)); n > 0 {
			t.Errorf("got %d events more to settle", n)
		}
		e.Turn(context.Background(), id, "Go on.")
	})
}

// edited has some bytes in the place of others, and one changed.
func edited(data []byte, at uint, mask byte, with []byte) []byte {
	i := int(at % uint(len(data)))
	next := bytes.Clone(data)
	copy(next[i:], with)
	next[i] ^= mask
	return next
}

// tampered changes the first input that a side names, under its new digest.
func tampered(from *kept, side []byte, at uint, mask byte, with []byte) []byte {
	for _, d := range (record.Record{Line: nil, Side: side}).Names() {
		data := edited(from.blobs[d], at, mask, with)
		next := tree.Sum(data)
		from.blobs[next] = data
		return bytes.ReplaceAll(side, []byte(d.String()), []byte(next.String()))
	}
	return side
}
