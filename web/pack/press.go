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

// store writes an asset's two forms. What the last run wrote from the same bytes stays: brotli 11 takes seconds.
func (p packer) store(a server.Asset, data []byte, old server.Manifest) (server.Asset, error) {
	i := slices.IndexFunc(old.Assets, func(o server.Asset) bool { return o.File == a.File && o.Hash == a.Hash })
	level := levelOf(a, p.level, p.later)
	if i >= 0 && levelOf(old.Assets[i], old.Level, old.Later) == level {
		a.Brotli, a.Gzip = old.Assets[i].Brotli, old.Assets[i].Gzip
		if p.has(a.File+".br", a.Brotli) && (a.Gzip == 0 || p.has(a.File+".gz", a.Gzip)) {
			return a, nil
		}
	}
	if br, ok := p.vendored[a.Name]; ok {
		a.Brotli = int64(len(br))
		return a, write(filepath.Join(p.out, a.File+".br"), br)
	}
	var br, gz bytes.Buffer
	// 16 MiB is the largest window that every browser takes (RFC 7932, 9.1): the engine is longer than the default one.
	err := press(brotli.NewWriterOptions(&br, brotli.WriterOptions{Quality: level, LGWin: 24}), data)
	z, _ := gzip.NewWriterLevel(&gz, gzip.BestCompression) // fails for a bad level only
	if err = cmp.Or(err, press(z, data)); err != nil {
		return a, err
	}
	a.Brotli, a.Gzip = int64(br.Len()), int64(gz.Len())
	path := filepath.Join(p.out, a.File)
	return a, cmp.Or(write(path+".br", br.Bytes()), write(path+".gz", gz.Bytes()))
}

// levelOf is the level at which an asset is pressed.
func levelOf(a server.Asset, first, later int) int {
	if a.Lazy {
		return later
	}
	return first
}

func (p packer) has(name string, size int64) bool {
	info, err := os.Stat(filepath.Join(p.out, name))
	return err == nil && info.Size() == size
}

func press(w io.WriteCloser, data []byte) error {
	_, err := w.Write(data)
	return cmp.Or(err, w.Close())
}

// write replaces a file in one step: whoever reads it sees the old or the new one.
func write(path string, data []byte) error {
	part := path + ".part"
	if err := os.WriteFile(part, data, 0o644); err != nil {
		return err
	}
	return os.Rename(part, path)
}
