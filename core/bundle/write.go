package bundle

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"lily/core/archive"
	"lily/core/event"
	"lily/core/order"
	"lily/core/record"
	"lily/core/tree"
)

// Write writes the bundle as a zip. It fails for no event, and where a blob cannot be read or a zip cannot hold it.
func (b Bundle) Write(w io.Writer) error { return b.WriteTicking(w, nil) }

// WriteTicking is [Bundle.Write] with a tick, which is told how many blobs of how many are gathered, and then
// written; where it ends that, the error is [tree.ErrStopped].
func (b Bundle) WriteTicking(w io.Writer, tick tree.Tick) error {
	if len(b.Events) == 0 {
		return errors.New("the session has no events")
	}
	p := newPacker(Format, tick)
	var list, beside [][]byte
	for _, e := range b.Events {
		r := p.event(e)
		list, beside = append(list, r.Line), append(beside, r.Side)
	}
	m := manifest{Format: Format, Session: b.Events[0].Session, Title: strings.ToValidUTF8(b.Title, "\uFFFD"), Events: len(b.Events)}
	m.Files = make([]file, 2)
	m.Files[0], p.entries[lines] = newFile(lines, list)
	m.Files[1], p.entries[sides] = newFile(sides, beside)
	m.Blobs = p.names()
	p.entries[about] = m.encode()
	if err := p.load(); err != nil {
		return err
	}
	return archive.WriteWith(w, tree.Tree{}, p.entries, tick)
}

type packer struct {
	writer  record.Writer
	entries map[string][]byte
	blobs   []tree.Blob
	tick    tree.Tick
	stopped bool

	format   int
	requests map[tree.Digest]bool // that are there
	like     tree.Digest          // the last of them
	last     []byte
}

func newPacker(format int, tick tree.Tick) *packer {
	p := &packer{entries: map[string][]byte{}, requests: map[tree.Digest]bool{}, format: format, tick: tick}
	p.writer.Keep = p.keep
	return p
}

// event keeps what an event names, and is its record.
func (p *packer) event(e event.Event) record.Record {
	r := p.writer.Write(e)
	if body, ok := e.Body.(event.ModelRequest); ok {
		p.request(body)
	}
	return r
}

func (p *packer) keep(b tree.Blob) {
	p.blobs = append(p.blobs, b)
	p.stopped = p.stopped || !p.tick.GoOn(len(p.blobs), 2*len(p.blobs)) // they are half of the work
}

// request keeps the exact request, where it is known: by its difference from the one before it, where that is shorter.
func (p *packer) request(b event.ModelRequest) {
	data := b.Request.Encode()
	if tree.Sum(data) != b.Digest || p.requests[b.Digest] {
		return
	}
	whole := p.last == nil || p.format == firstFormat
	if !whole {
		diff := differ(p.like, p.last, data).encode()
		if whole = len(diff) >= len(data); !whole {
			p.entries[asked+b.Digest.String()] = diff
		}
	}
	if whole {
		p.keep(tree.NewBlob(data))
	}
	p.requests[b.Digest], p.like, p.last = true, b.Digest, data
}

func (p *packer) names() []tree.Digest {
	list := slices.Collect(maps.Keys(p.requests))
	for _, b := range p.blobs {
		list = append(list, b.Digest())
	}
	order.Func(list, func(a, b tree.Digest) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(list)
}

// load adds the blobs, and reads those together that are not in memory yet.
func (p *packer) load() error {
	if p.stopped {
		return tree.ErrStopped
	}
	if err := tree.Load(p.blobs); err != nil {
		return err
	}
	for i, b := range p.blobs {
		if !p.tick.GoOn(len(p.blobs)+i, 2*len(p.blobs)) {
			return tree.ErrStopped
		}
		data, err := b.Bytes()
		if err != nil {
			return err
		}
		p.entries[folder+b.Digest().String()] = data
		delete(p.entries, asked+b.Digest().String()) // a file may be just like a request
	}
	return nil
}
