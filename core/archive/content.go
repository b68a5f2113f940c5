package archive

import (
	"bytes"
	"compress/flate"
	"hash/crc32"
	"io"
	"slices"

	"lily/core/tree"
)

const piece = 64 << 10 // bytes that are unpacked between two ticks

func (z *reader) content() error {
	for _, e := range z.entries {
		if !z.goOn() {
			return tree.ErrStopped
		}
		if !e.left {
			if err := z.one(e); err != nil {
				return err
			}
		}
		z.done++
	}
	return nil
}

func (z *reader) goOn() bool { return z.Tick.GoOn(z.done, len(z.entries)) }

func (z *reader) one(e *entry) error {
	data, err := e.body, error(nil)
	if e.method == deflate {
		data, err = z.inflate(e)
	}
	if err == nil {
		err = z.check(e, data)
	}
	if err != nil {
		return err
	}
	if e.dir {
		return z.built.Dir(e.bare)
	}
	if e.link {
		return z.built.Link(e.bare, string(data))
	}
	return z.built.Put(e.bare, data)
}

// check holds what came out to what the entry declares and to the ratio of the whole.
func (z *reader) check(e *entry, data []byte) error {
	if uint64(len(data)) != e.size {
		return e.wrong("wrong_size", "has another size than it declares")
	}
	crc := uint32(0)
	for part := range slices.Chunk(data, 16*piece) {
		if len(data) > 16*piece && !z.goOn() {
			return tree.ErrStopped
		}
		crc = crc32.Update(crc, crc32.IEEETable, part)
	}
	if crc != e.crc {
		return e.wrong("wrong_crc", "is damaged: its checksum is wrong")
	}
	if z.out += int64(len(data)); z.out > max(Floor, Ratio*int64(len(z.data))) {
		return e.wrong("ratio", "makes the archive more than 200 times as big as it was")
	}
	return nil
}

// inflate counts what comes out and stops at the first byte too many: of what the entry declares, of
// the ratio, or of the limit of a file. It takes no memory for what has not come out.
func (z *reader) inflate(e *entry) ([]byte, error) {
	body := bytes.NewReader(e.body)
	in := flate.NewReader(body)
	var out bytes.Buffer
	for {
		_, err := io.CopyN(&out, in, piece)
		if over := z.over(e, out.Len()); over != nil {
			return nil, over
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, e.wrong("wrong_size", "is damaged: it cannot be unpacked")
		}
		if !z.goOn() {
			return nil, tree.ErrStopped
		}
	}
	if body.Len() != 0 {
		return nil, e.wrong("wrong_size", "has another size than it declares")
	}
	return bytes.Clone(out.Bytes()), nil // without the room to grow
}

func (z *reader) over(e *entry, n int) error {
	size, l := int64(n), z.Limits
	switch {
	case size > Floor && size > Ratio*int64(len(e.body)):
		return e.wrong("ratio", "becomes more than 200 times as big when it is unpacked")
	case l.File > 0 && size > l.File:
		return &tree.LimitError{Code: "file_too_big", Path: e.name, Got: size, Most: l.File}
	case l.Bytes > 0 && z.out+size > l.Bytes:
		return &tree.LimitError{Code: "too_many_bytes", Path: e.name, Got: z.out + size, Most: l.Bytes}
	case uint64(n) > e.size:
		return e.wrong("wrong_size", "has another size than it declares")
	}
	return nil
}
