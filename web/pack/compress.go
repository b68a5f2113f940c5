package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/andybalholm/brotli"

	"lily/web/server"
)

// store writes an asset's two forms and notes their sizes. What the last run wrote from the same bytes at the same
// level stays: brotli 11 takes seconds.
func (p packer) store(a server.Asset, data []byte, old server.Manifest) (server.Asset, error) {
	i := slices.IndexFunc(old.Assets, func(o server.Asset) bool { return o.File == a.File && o.Hash == a.Hash })
	if i >= 0 && old.Level == p.level {
		a.Brotli, a.Gzip = old.Assets[i].Brotli, old.Assets[i].Gzip
		if p.has(a.File+".br", a.Brotli) && p.has(a.File+".gz", a.Gzip) {
			return a, nil
		}
	}
	br, err := pressed(data, func(w io.Writer) io.WriteCloser {
		// 16 MiB is the largest window that every browser takes (RFC 7932, 9.1): the engine is longer than the default one.
		return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: p.level, LGWin: 24})
	})
	if err != nil {
		return a, err
	}
	gz, err := pressed(data, func(w io.Writer) io.WriteCloser {
		z, _ := gzip.NewWriterLevel(w, gzip.BestCompression) // fails for a bad level only
		return z
	})
	if err != nil {
		return a, err
	}
	a.Brotli, a.Gzip = int64(len(br)), int64(len(gz))
	path := filepath.Join(p.out, a.File)
	return a, cmp.Or(write(path+".br", br), write(path+".gz", gz))
}

func (p packer) has(name string, size int64) bool {
	info, err := os.Stat(filepath.Join(p.out, name))
	return err == nil && info.Size() == size
}

func pressed(data []byte, to func(io.Writer) io.WriteCloser) ([]byte, error) {
	var b bytes.Buffer
	w := to(&b)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err := w.Close()
	return b.Bytes(), err
}

// write replaces a file in one step: whoever reads it sees the old or the new one.
func write(path string, data []byte) error {
	part := path + ".part"
	if err := os.WriteFile(part, data, 0o644); err != nil {
		return err
	}
	return os.Rename(part, path)
}
