package disk

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// File reads a whole file that a person named, of at most so many bytes. It takes none but a regular one, and looks
// again once that is open: a pipe would be waited for, a device has no end, and another one may have come meanwhile.
func File(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err == nil {
		err = regular(path, info)
	}
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Rest(f, most)
}

// Rest is [File] of one that is open, from where it stands.
func Rest(f *os.File, most int64) ([]byte, error) {
	info, err := f.Stat()
	if err == nil {
		err = regular(f.Name(), info)
	}
	if err != nil {
		return nil, err
	}
	if info.Size() > most {
		return nil, tooBig(f.Name(), most)
	}
	data, err := io.ReadAll(io.LimitReader(f, most+1)) // it may grow, or say no size
	if err == nil && int64(len(data)) > most {
		err = tooBig(f.Name(), most)
	}
	return data, err
}

func tooBig(path string, most int64) error {
	return &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("it has more than %d bytes, which is the most here", most)}
}

// regular says what else is there than a regular file.
func regular(path string, info fs.FileInfo) error {
	what := "a device"
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		what = "a folder"
	case mode&fs.ModeNamedPipe != 0:
		what = "a pipe"
	case mode&fs.ModeSocket != 0:
		what = "a socket"
	}
	return &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("it is %s, and a file is wanted", what)}
}
