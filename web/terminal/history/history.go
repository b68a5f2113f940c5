// Package history is what a person has typed in conversations on this machine, kept from one to the next.
//
// It promises that nobody but its owner can read the file, that runs at the same time lose nothing of each other's, that
// it stays small, and that a file which someone has damaged or made hostile costs no more than its lines. It keeps what
// it is given: whoever asks for something that is not to be kept does not give it.
//
//	h := history.File{Path: filepath.Join(data, "history")}
//	h.Add("What is in this folder?")
package history

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"lily/web/disk"
)

// The bounds of what is kept.
const (
	Most     = 1000     // lines that are kept
	MostLine = 16 << 10 // bytes of one that is kept; a longer one was pasted
	mostFile = 4 << 20  // bytes that are read, the last ones
)

// File is the file of a history. Each of its lines is a text in JSON, so that one of several lines is one, too.
type File struct{ Path string }

// Lines are what was typed, the oldest first. What is no such line is passed by.
func (h File) Lines() (list []string) {
	f, err := h.open(os.O_RDONLY)
	if err != nil {
		return nil
	}
	defer f.Close()
	data, _ := tail(f)
	return parsed(data)
}

// Secret reports whether a text asks not to be kept: by a blank before it, as in shells.
func Secret(text string) bool { return strings.HasPrefix(text, " ") }

// Add keeps a text behind the others, unless it asks not to be, is blank, or is too long.
func (h File) Add(text string) error {
	if Secret(text) || strings.TrimSpace(text) == "" || len(text) > MostLine || !utf8.ValidString(text) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(h.Path), 0o700); err != nil {
		return err
	}
	f, err := h.alone()
	if err != nil {
		return err
	}
	defer f.Close()
	data, err := tail(f)
	if err != nil {
		return err
	}
	line, _ := json.Marshal(text) // a text always encodes
	if list := parsed(data); bytes.Count(data, []byte("\n")) >= 2*Most || len(data) >= mostFile {
		return h.shorten(append(list, text))
	} else if n := len(list); n > 0 && list[n-1] == text {
		return nil
	}
	if len(data) > 0 && data[len(data)-1] != '\n' { // of a run that was killed
		line = append([]byte("\n"), line...)
	}
	_, err = f.Write(append(line, '\n'))
	return err
}

// shorten writes the last of the lines as a new file, in the place of the old one.
func (h File) shorten(list []string) error {
	return disk.Write(h.Path, func(w io.Writer) error {
		var b bytes.Buffer
		for _, text := range list[max(0, len(list)-Most):] {
			line, _ := json.Marshal(text) // a text always encodes
			b.Write(append(line, '\n'))
		}
		_, err := w.Write(b.Bytes())
		return err
	})
}

// open opens the file, which is for its owner alone from then on. It waits for nothing that is no file.
func (h File) open(how int) (*os.File, error) {
	f, err := os.OpenFile(h.Path, how|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no file", h.Path)
	}
	if err == nil && disk.Shared(info) {
		err = f.Chmod(0o600)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// patience is how often another run is waited for that adds a line.
const (
	patience = 200
	pause    = 5 * time.Millisecond
)

// alone opens the file to add to, held against other runs; one that another has put in its place meanwhile is taken.
func (h File) alone() (*os.File, error) {
	for range patience {
		f, err := h.open(os.O_RDWR | os.O_CREATE | os.O_APPEND)
		if err != nil {
			return nil, err
		}
		if err = disk.Lock(f); err == nil && h.still(f) {
			return f, nil
		}
		f.Close()
		if err != nil && !disk.Held(err) {
			return nil, err
		}
		time.Sleep(pause)
	}
	return nil, errors.New("another run of lily has it")
}

func (h File) still(f *os.File) bool {
	mine, err := f.Stat()
	now, err2 := os.Stat(h.Path)
	return err == nil && err2 == nil && os.SameFile(mine, now)
}

// tail is the end of a file, from the beginning of a line on.
func tail(f *os.File) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	from := max(0, info.Size()-mostFile)
	data, err := io.ReadAll(io.NewSectionReader(f, from, mostFile))
	if from > 0 {
		data = data[bytes.IndexByte(data, '\n')+1:]
	}
	return data, err
}

// parsed are the last of the texts.
func parsed(data []byte) (list []string) {
	for line := range bytes.Lines(data) {
		var text string
		if len(line) <= 6*MostLine && json.Unmarshal(line, &text) == nil && strings.TrimSpace(text) != "" && len(text) <= MostLine {
			list = append(list, text)
		}
	}
	return slices.Clone(list[max(0, len(list)-Most):])
}
