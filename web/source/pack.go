package source

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
)

// The bounds of what comes out of a pack, before anything of it is kept.
const (
	mostObjects  = 200_000
	mostObject   = 64 << 20  // bytes of one
	mostUnpacked = 512 << 20 // bytes of all
)

// weigh reads a pack to its end and counts what it would come to, deltas applied, without keeping any of it: a pack says
// how big its objects are, and a small one can make gigabytes.
func weigh(pack []byte) error {
	s := packfile.NewScanner(bytes.NewReader(pack))
	_, objects, err := s.Header()
	if err != nil {
		return fmt.Errorf("the pack cannot be read: %w", err)
	}
	if objects > mostObjects {
		return fmt.Errorf("the pack has %d objects, at most %d are taken", objects, mostObjects)
	}
	var all int64
	for range objects {
		size, err := weighed(s)
		if err != nil {
			return err
		}
		if all += size; all > mostUnpacked {
			return fmt.Errorf("the pack comes to more than %d MiB", mostUnpacked>>20)
		}
	}
	return nil
}

func weighed(s *packfile.Scanner) (int64, error) {
	h, err := s.NextObjectHeader()
	if err != nil {
		return 0, fmt.Errorf("the pack cannot be read: %w", err)
	}
	if h.Length > mostObject {
		return 0, fmt.Errorf("an object of the pack has %d bytes, at most %d are taken", h.Length, mostObject)
	}
	var head front
	if _, _, err := s.NextObject(&head); err != nil {
		return 0, fmt.Errorf("the pack cannot be read: %w", err)
	}
	if head.n != h.Length {
		return 0, fmt.Errorf("an object of the pack has %d bytes and says %d", head.n, h.Length)
	}
	size := h.Length
	if h.Type == plumbing.OFSDeltaObject || h.Type == plumbing.REFDeltaObject {
		size += head.target()
	}
	if size > mostObject || size < 0 {
		return 0, fmt.Errorf("an object of the pack comes to %d bytes, at most %d are taken", size, mostObject)
	}
	return size, nil
}

// front keeps the first bytes of what is written, and counts the rest.
type front struct {
	kept []byte
	n    int64
}

func (f *front) Write(p []byte) (int, error) {
	if f.n += int64(len(p)); f.n > mostObject {
		return 0, io.ErrShortWrite
	}
	f.kept = append(f.kept, p[:min(len(p), 32-len(f.kept))]...)
	return len(p), nil
}

// target is how many bytes a delta makes: the second number of it.
func (f *front) target() int64 {
	_, n := binary.Uvarint(f.kept)
	if n <= 0 {
		return -1
	}
	size, n := binary.Uvarint(f.kept[n:])
	if n <= 0 || size > mostObject {
		return mostObject + 1
	}
	return int64(size)
}
