package kept

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"lily/core/tree"
	"lily/web/disk"
)

// ErrHeld is that another program holds a lock.
var ErrHeld = errors.New("another run of lily has it")

// Lock is a name that this program holds alone, until it lets go of it or ends.
type Lock struct{ f *os.File }

// Hold takes a name, whatever bytes it has, or says at once that someone else has it.
func (s *Store) Hold(name string) (*Lock, error) {
	d := tree.Sum([]byte(name))
	return held(s.at("held", hex.EncodeToString(d[:])))
}

// held takes a file. Whoever lets go of one removes it first, so that one that was waited for may be nobody's any more.
func held(path string) (*Lock, error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, ofFile)
		if err != nil {
			return nil, err
		}
		if err := disk.Lock(f); err != nil {
			f.Close()
			if disk.Held(err) {
				err = ErrHeld
			}
			return nil, err
		}
		mine, err := f.Stat()
		now, gone := os.Stat(path)
		switch {
		case err == nil && gone == nil && os.SameFile(mine, now):
			return &Lock{f}, nil
		case err == nil && gone != nil && !errors.Is(gone, fs.ErrNotExist):
			err = gone
		}
		f.Close()
		if err != nil {
			return nil, err
		}
	}
}

// Release lets go of the name.
func (l *Lock) Release() {
	_ = os.Remove(l.f.Name()) // else it is there, and nobody's
	l.f.Close()
}

// Alone reports whether no other program holds anything here, and clears away what ended ones have left. Mine is a lock
// that this program holds.
func (s *Store) Alone(mine ...*Lock) bool {
	files, err := os.ReadDir(s.at("held"))
	for _, f := range files {
		own := false
		for _, l := range mine {
			own = own || filepath.Base(l.f.Name()) == f.Name()
		}
		if own {
			continue
		}
		l, err := held(s.at("held", f.Name()))
		if err != nil {
			return false
		}
		l.Release()
	}
	return err == nil
}
