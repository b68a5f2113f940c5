//go:build js && wasm

package ask

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"time"

	"lily/core/tree"
	"lily/wasm/bridge"
	"lily/web/port"
)

// asking is one question on its way.
type asking struct {
	port.Question
	engine *Engine
	number int
	blobs  map[tree.Digest]tree.Blob // of its files; nil until one is needed
}

func (a *asking) ask(ctx context.Context) ([]byte, error) {
	root := a.Files.Digest()
	a.engine.frame.Post(map[string]any{"ask": a.number, "of": a.Of, "name": a.Name, "terms": bridge.ToJS(a.Terms), "root": bridge.ToJS(root[:])})
	a.engine.told(port.Stage{What: port.Answering})
	for {
		m, err := a.next(ctx)
		switch {
		case err != nil:
			return nil, err
		case m.number == a.number && m.why != "":
			return nil, errors.New(m.why)
		case m.number == a.number:
			return m.answer, nil
		case m.need != nil:
			if err := a.give(ctx, m.need); err != nil {
				return nil, err
			}
		}
	}
}

// next waits for a message. Where the engine has ended, or says what it must not, it is over.
func (a *asking) next(ctx context.Context) (message, error) {
	f := a.engine.frame
	if f == nil {
		return message{}, errEnded
	}
	select {
	case <-ctx.Done():
		return message{}, ctx.Err()
	case <-f.Told:
		m, err := understood(f.Next())
		if err != nil {
			a.engine.end()
		}
		return m, err
	}
}

// patience is how long an engine may take to stop.
const patience = 3 * time.Second

// stop has the engine stop answering, and ends one that does not.
func (a *asking) stop() {
	defer func() { <-a.engine.turn }()
	a.engine.frame.Post(map[string]any{"stop": a.number})
	ctx, late := context.WithTimeout(context.Background(), patience)
	defer late()
	for {
		switch m, err := a.next(ctx); {
		case ctx.Err() != nil:
			a.engine.end()
			return
		case err != nil || m.number == a.number:
			return
		}
	}
}

// piece is how many bytes of files are given in one message, about, and most how many files.
const (
	piece = 512 << 10
	most  = 256
)

// give gives the engine blobs of the question's files, in pieces between which the page works.
func (a *asking) give(ctx context.Context, need []tree.Digest) (err error) {
	total, done := len(need), 0
	bridge.Paced(ctx, func(int, int) { a.engine.told(port.Stage{What: port.Sending, Done: done, Total: total}) }, func(tick tree.Tick) {
		for err = a.index(tick); err == nil && done < total; done++ {
			var list []tree.Blob
			for size := 0; done+len(list) < total && size < piece && len(list) < most; {
				b, ok := a.blobs[need[done+len(list)]]
				if !ok {
					a.engine.end()
					err = errForeign
					return
				}
				list, size = append(list, b), size+int(b.Size())
			}
			a.send(list)
			if done += len(list) - 1; !tick.GoOn(done, total) {
				err = ctx.Err()
			}
		}
	})
	return err
}

// ready reads the files that will be needed while the engine is on its way. It may fail: they are read again then.
func ready(ctx context.Context, q port.Question) {
	if q.Reads == nil {
		return
	}
	bridge.Paced(ctx, nil, func(tick tree.Tick) {
		var list []tree.Blob
		for at, f := range q.Files.Walk() {
			if q.Reads(at) {
				list = append(list, f)
			}
		}
		for some := range slices.Chunk(list, most) {
			if tree.Load(some) != nil || !tick.GoOn(0, 1) {
				return
			}
		}
	})
}

// index finds the blobs of the question's files.
func (a *asking) index(tick tree.Tick) error {
	if a.blobs != nil {
		return nil
	}
	blobs := map[tree.Digest]tree.Blob{}
	for b := range a.Files.Blobs(nil) {
		blobs[b.Digest()] = b
		if len(blobs)%64 == 0 && !tick.GoOn(0, 1) {
			return context.Canceled
		}
	}
	a.blobs = blobs
	return nil
}

// send gives some blobs in one message; one that cannot be read is lost.
func (a *asking) send(list []tree.Blob) {
	var files []tree.Blob
	for _, b := range list {
		if !b.Dir() {
			files = append(files, b)
		}
	}
	_ = tree.Load(files) // what is lost is told as such
	var data []byte
	for _, b := range list {
		bytes, err := b.Bytes()
		if err != nil {
			data = append(data, 0, 0, 0, 0)
			continue
		}
		data = append(binary.LittleEndian.AppendUint32(data, uint32(len(bytes)+1)), bytes...)
	}
	array := bridge.ToJS(data)
	a.engine.frame.Post(map[string]any{"give": array}, array)
}
