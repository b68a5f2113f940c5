package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Write writes a file that its owner alone may use: all of it or nothing. What was there stays until all is on the
// disk, and then gives way with its mode, so that nobody reads on in what they could open before. A pipe or a terminal
// is written as it is.
func Write(path string, fill func(io.Writer) error) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	if err = errors.Join(fill(f), f.Sync(), f.Close()); err == nil {
		return f.Keep()
	}
	return errors.Join(err, f.Drop())
}

// Part is a file that is written, and beside its name until [Part.Keep].
type Part struct {
	*os.File
	path string // where it goes; empty for what has its name already
}

// Create begins a file that its owner alone may use.
func Create(path string) (*Part, error) {
	if !Regular(path) {
		f, err := stream(path)
		return &Part{File: f}, err
	}
	if target, err := filepath.EvalSymlinks(path); err == nil { // a link stays, and what it leads to is written
		path = target
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".lily-*.part") // 0600, and never what is there
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		err = &fs.PathError{Op: wrong.Op, Path: path, Err: wrong.Err} // as the person named it
	}
	return &Part{f, path}, err
}

// patience is how often a pipe is looked at that nobody reads yet: whoever is to read it may have been started just now.
const (
	patience = 100
	pause    = 20 * time.Millisecond
)

// stream opens what is no regular file. It does not wait for whoever is to read a pipe: nothing could end that.
func stream(path string) (f *os.File, err error) {
	for range patience {
		f, err = os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if !errors.Is(err, syscall.ENXIO) || !piped(path) {
			return f, err
		}
		time.Sleep(pause)
	}
	return nil, &fs.PathError{Op: "write", Path: path, Err: errors.New("nobody reads the pipe; start what is to read it first")}
}

func piped(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&fs.ModeNamedPipe != 0
}

// Sync waits until it is on the disk. A pipe or a terminal never is.
func (f *Part) Sync() error { return Sync(f.File) }

// Keep gives it its name.
func (f *Part) Keep() error {
	if f.path == "" {
		return nil
	}
	if err := os.Rename(f.Name(), f.path); err != nil {
		return errors.Join(err, f.Drop())
	}
	return nil
}

// Drop removes what has no name yet.
func (f *Part) Drop() error {
	if f.path == "" {
		return nil
	}
	return os.Remove(f.Name())
}

// ErrChanged is that a file is not what it was when it was read.
var ErrChanged = errors.New("it has changed meanwhile, and was left as it is")

// Replace writes a file anew that still is what it was, all of it or nothing, and with its mode. A link stays, and what it
// leads to is written.
func Replace(path string, was, is []byte) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := writable(target)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(target), ".lily-*.part")
	if err != nil {
		return err
	}
	part := &Part{f, target}
	_, err = f.Write(is)
	Owned(f, info)
	if err = errors.Join(err, f.Chmod(info.Mode().Perm()), Sync(f), f.Close()); err == nil {
		err = same(target, was)
	}
	if err != nil {
		return errors.Join(err, part.Drop())
	}
	return part.Keep()
}

// writable opens a file to write and does not: a name in its place needs no leave of the file that had it.
func writable(path string) (fs.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil {
		err = regular(path, info)
	}
	return info, err
}

func same(path string, was []byte) error {
	now, err := File(path, 1<<30)
	if err == nil && string(now) != string(was) {
		err = ErrChanged
	}
	return err
}
