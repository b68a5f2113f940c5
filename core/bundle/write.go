package bundle

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"lily/core/archive"
	"lily/core/event"
	"lily/core/record"
	"lily/core/tree"
)

// Write writes the bundle as a zip. It fails when w does, when a blob cannot be
// read, when there is no event, and when it is too big for a zip.
func (b Bundle) Write(w io.Writer) error {
	t, err := b.content()
	if err != nil {
		return err
	}
	return archive.Write(w, t)
}

// content is the bundle's entries as a tree.
func (b Bundle) content() (tree.Tree, error) {
	if len(b.Events) == 0 {
		return tree.Tree{}, errors.New("the session has no events")
	}
	var p packer
	writer := record.Writer{Keep: p.keep}
	var list, beside [][]byte
	for _, e := range b.Events {
		r := writer.Write(e)
		list, beside = append(list, r.Line), append(beside, r.Side)
		if body, ok := e.Body.(event.ModelRequest); ok {
			p.request(body)
		}
	}
	m := manifest{Format: Format, Session: b.Events[0].Session, Title: strings.ToValidUTF8(b.Title, "\uFFFD"), Events: len(b.Events)}
	events, data := newFile(lines, list)
	p.put(lines, data)
	other, data := newFile(sides, beside)
	p.put(sides, data)
	m.Files, m.Blobs = []file{events, other}, p.names()
	p.put(about, m.encode())
	return p.tree()
}

// packer gathers the entries of a bundle.
type packer struct {
	built tree.Builder
	blobs []tree.Blob
	err   error
}

func (p *packer) keep(b tree.Blob) { p.blobs = append(p.blobs, b) }

// request keeps the exact request, where it is known.
func (p *packer) request(b event.ModelRequest) {
	if blob := tree.NewBlob(b.Request.Encode()); blob.Digest() == b.Digest {
		p.keep(blob)
	}
}

func (p *packer) put(name string, data []byte) {
	if err := p.built.Put(name, data); err != nil && p.err == nil {
		p.err = err
	}
}

// names are the digests of the blobs, each once.
func (p *packer) names() []tree.Digest {
	list := make([]tree.Digest, len(p.blobs))
	for i, b := range p.blobs {
		list[i] = b.Digest()
	}
	slices.SortFunc(list, func(a, b tree.Digest) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(list)
}

// tree reads the blobs that are not in memory yet, together, and returns it all.
func (p *packer) tree() (tree.Tree, error) {
	if err := tree.Load(p.blobs); err != nil {
		return tree.Tree{}, err
	}
	for _, b := range p.blobs {
		data, err := b.Bytes()
		if err != nil {
			return tree.Tree{}, err
		}
		p.put(folder+b.Digest().String(), data)
	}
	return p.built.Tree(), p.err
}
