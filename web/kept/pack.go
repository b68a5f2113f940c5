package kept

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strconv"

	"lily/core/store"
	"lily/core/tree"
	"lily/web/disk"
)

// keep writes the blobs that are not there as they are to be behind those of the last pack, and returns how far that
// goes then; none where all are there.
func (s *Store) keep(blobs []store.Blob) ([]pack, error) {
	list, err := s.missing(blobs)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	n, size := s.last()
	p, err := s.fill(n, size, func(yield func(store.Blob) bool) {
		for _, b := range list {
			if !yield(b) {
				return
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return []pack{p}, nil
}

// last is the pack that grows, and how far it goes.
func (s *Store) last() (n int, size int64) {
	for other := range s.packs {
		n = max(n, other)
	}
	info, err := os.Stat(s.pack(n))
	if size = s.packs[n]; err != nil || size > mostPack || info.Size() < size || s.spoilt[n] {
		return s.nextPack, 0
	}
	return n, size
}

// fill writes blobs to a pack from where it ends. With an error it ends there still.
func (s *Store) fill(n int, size int64, blobs iter.Seq[store.Blob]) (p pack, err error) {
	f, err := os.OpenFile(s.pack(n), os.O_WRONLY|os.O_CREATE, ofFile)
	if err != nil {
		return p, err
	}
	defer f.Close()
	p = pack{n, size}
	if err = f.Truncate(size); err != nil {
		return p, err
	}
	w := bufio.NewWriterSize(io.NewOffsetWriter(f, size), 1<<16)
	for b := range blobs {
		head, _ := fmt.Fprintf(w, "%s %d\n", hex.EncodeToString(b.Digest[:]), len(b.Data))
		_, _ = w.Write(b.Data)
		_ = w.WriteByte('\n') // the flush says what failed
		p.Size += int64(head + len(b.Data) + 1)
	}
	err = errors.Join(w.Flush(), f.Sync())
	if err == nil && size == 0 {
		err = disk.SyncFolder(s.at("blobs"))
	}
	if err != nil {
		err = errors.Join(err, f.Truncate(size))
	}
	return p, err
}

const longestHead = 2*len(tree.Digest{}) + 1 + 20 + 1 // of a digest, a number, and what parts them

// entries yields where each blob of a pack is, from a place on. Where a line is damaged it looks for the next one:
// bytes that only look like one are no blob of that digest, as whoever reads them sees.
func entries(f io.ReaderAt, from, to int64) iter.Seq2[tree.Digest, spot] {
	return func(yield func(tree.Digest, spot) bool) {
		buf := make([]byte, longestHead)
		for from < to {
			n, _ := f.ReadAt(buf[:min(int64(len(buf)), to-from)], from)
			d, size, head, ok := headed(buf[:n])
			end := from + int64(head) + size + 1
			if !ok || end > to {
				if from = after(f, from, to); from < 0 {
					return
				}
				continue
			}
			if !yield(d, spot{at: from + int64(head), size: size}) {
				return
			}
			from = end
		}
	}
}

// headed reads the line before a blob.
func headed(data []byte) (d tree.Digest, size int64, head int, ok bool) {
	text, _, whole := bytes.Cut(data, []byte("\n"))
	sum, number, parted := bytes.Cut(text, []byte(" "))
	raw, err := hex.DecodeString(string(sum))
	size, wrong := strconv.ParseInt(string(number), 10, 64)
	if !whole || !parted || err != nil || wrong != nil || len(raw) != len(d) || size < 0 || size > 1<<40 {
		return d, 0, 0, false
	}
	return tree.Digest(raw), size, len(text) + 1, true
}

// after is the next place that looks like the line before a blob, wherever in a line it begins; -1 for none.
func after(f io.ReaderAt, from, to int64) int64 {
	data, err := io.ReadAll(io.NewSectionReader(f, from, to-from))
	if err != nil {
		return -1
	}
	const digest = 2 * len(tree.Digest{})
	for i := digest + 1; i < len(data); i++ {
		next := bytes.IndexByte(data[i:], ' ')
		if next < 0 {
			return -1
		}
		i += next
		at := i - digest
		if _, size, head, ok := headed(data[at:min(at+longestHead, len(data))]); ok && from+int64(at+head)+size+1 <= to {
			return from + int64(at)
		}
	}
	return -1
}
