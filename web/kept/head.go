package kept

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"lily/core/store"
	"lily/core/tree"
	"lily/web/disk"
)

// fresh brings the state up to date with the head, which others write too.
func (s *Store) fresh() error {
	same, err := s.same()
	if err != nil || same {
		if err == nil {
			err = s.tail()
		}
		return err
	}
	f, err := os.Open(s.at("head"))
	if errors.Is(err, fs.ErrNotExist) {
		s.forget()
		s.state, _, err = s.found(none(), true)
		return err
	}
	if err != nil {
		return err
	}
	s.forget()
	s.head = f
	return s.tail()
}

// same reports whether the head is the one that was read last.
func (s *Store) same() (bool, error) {
	if s.head == nil {
		return false, nil
	}
	was, err := s.head.Stat()
	if err != nil {
		return false, err
	}
	now, err := os.Stat(s.at("head"))
	return err == nil && os.SameFile(was, now), nil
}

// tail reads what the head has more. What ends it and is no whole line is being written, or of a change that was not
// done; a line that is damaged has whole ones after it, and is passed over.
func (s *Store) tail() error {
	data, err := io.ReadAll(io.NewSectionReader(s.head, s.read, 1<<62))
	if err != nil {
		return err
	}
	next, good, read := s.clone(), 0, 0
	for {
		text, _, whole := bytes.Cut(data[read:], []byte("\n"))
		if !whole {
			break
		}
		read += len(text) + 1
		l, ok := parse(text)
		switch {
		case !ok:
			continue
		case l.Format > format:
			return store.ErrNewer
		case s.read == 0 && good == 0 && l.Format == 0: // how it began is lost
			if next, _, err = s.found(none(), true); err != nil {
				return err
			}
			s.broken = true
		}
		next.apply(l)
		good = read
	}
	if s.read == 0 && good == 0 {
		if next, _, err = s.found(none(), true); err != nil {
			return err
		}
		s.broken = true
	}
	s.state, s.read = next, s.read+int64(good)
	return nil
}

func parse(text []byte) (l line, ok bool) {
	sum, data, _ := bytes.Cut(text, []byte(" "))
	d := tree.Sum(data)
	ok = string(sum) == hex.EncodeToString(d[:]) && json.Unmarshal(data, &l) == nil && l.possible()
	return l, ok
}

const mostRecords = 1 << 22 // of a log

// possible reports whether a line can be true.
func (l line) possible() bool {
	for _, g := range l.Logs {
		if g.File < 1 || g.Size < 0 || g.Records < 0 || g.Records > mostRecords {
			return false
		}
	}
	for _, p := range l.Packs {
		if p.File < 1 || p.Size < 0 {
			return false
		}
	}
	return l.Format >= 0 && l.Next >= 0 && l.NextPack >= 0
}

func (l line) bytes() ([]byte, error) {
	data, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	d := tree.Sum(data)
	return fmt.Appendf(nil, "%s %s\n", hex.EncodeToString(d[:]), data), nil
}

// Beyond so many bytes the head is written anew where it has four times what it would need.
const (
	littleHead = 64 << 10
	wasteful   = 4
)

// write adds a line to the head. It comes after all that it tells of is on the disk.
func (s *Store) write(l line, strictly bool) error {
	text, err := l.bytes()
	if err != nil {
		return err
	}
	if s.head == nil || s.broken {
		return s.renew(l)
	}
	if s.read > littleHead {
		all, err := s.whole().bytes()
		if err == nil && s.read > int64(wasteful*len(all)) && s.renew(l) == nil {
			return nil // else someone has it open on a system that lets nobody replace such a file
		}
	}
	return s.extend(l, text, strictly)
}

// extend appends a line, over what a killed program has left at the end.
func (s *Store) extend(l line, text []byte, strictly bool) error {
	f, err := os.OpenFile(s.at("head"), os.O_WRONLY, ofFile)
	if err != nil {
		return err
	}
	defer f.Close()
	if err = f.Truncate(s.read); err == nil {
		_, err = f.WriteAt(text, s.read)
	}
	if err == nil && strictly {
		err = f.Sync()
	}
	if err != nil {
		return errors.Join(err, f.Truncate(s.read)) // nothing of it is seen
	}
	s.apply(l)
	s.read += int64(len(text))
	return nil
}

// renew writes a head that says all with one line. One that is damaged stays beside it.
func (s *Store) renew(l line) error {
	next := s.clone()
	next.apply(l)
	text, err := next.whole().bytes()
	if err != nil {
		return err
	}
	if s.broken {
		err = s.aside()
	}
	if err != nil {
		return err
	}
	s.forget() // which some systems want before a file is replaced
	err = disk.Write(s.at("head"), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if err == nil {
		err = disk.SyncFolder(s.dir)
	}
	return errors.Join(err, s.fresh())
}

// aside keeps the head as it is beside the one that comes, unless there is one already.
func (s *Store) aside() error {
	if _, err := os.Stat(s.at("head.damaged")); err == nil {
		return nil
	}
	data, err := os.ReadFile(s.at("head"))
	if err != nil {
		return err
	}
	return disk.Write(s.at("head.damaged"), func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
