// Command release packs what `make release` has built: an archive for each platform, a list
// of all that is in them as CycloneDX 1.6 (lily.cdx.json), and SHA256SUMS.
//
// It promises the same bytes for the same files: no time, no name of a person or a machine,
// no random serial number, and permissions of its own. It does not sign anything.
//
//	go run ./web/release -from bin/platforms -engine bin/lily.wasm -to bin/release
//
// Below -from each program is in OS/ARCHITECTURE/.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

func main() {
	var r release
	flag.StringVar(&r.from, "from", "bin/platforms", "folder with the programs")
	flag.StringVar(&r.engine, "engine", "bin/lily.wasm", "the engine that the programs carry")
	flag.StringVar(&r.to, "to", "bin/release", "folder to write")
	flag.StringVar(&r.tree, "tree", ".", "folder of the sources")
	flag.Parse()
	if err := r.make(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

type release struct{ from, engine, to, tree string }

var texts = []string{"LICENSE", "README.md", "static/vendor/just-bash/THIRD-PARTY.txt"}

func (r release) make() error {
	programs, err := filepath.Glob(filepath.Join(r.from, "*", "*", "lily*")) // sorted
	if err != nil || len(programs) == 0 {
		return fmt.Errorf("got no program in %s/OS/ARCHITECTURE: %w", r.from, err)
	}
	if err := os.MkdirAll(r.to, 0o755); err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, path := range programs {
		if err := r.pack(path, &sums); err != nil {
			return err
		}
	}
	list, err := bill(programs, r.engine, filepath.Join(r.tree, "static/vendor/just-bash/package-lock.json"))
	if err != nil {
		return err
	}
	if err := r.write("lily.cdx.json", list, &sums); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.to, "SHA256SUMS"), sums.Bytes(), 0o644)
}

// pack writes the archive of one program, as people of its platform expect it.
func (r release) pack(path string, sums io.Writer) error {
	dir := filepath.Dir(path)
	name := "lily_" + filepath.Base(filepath.Dir(dir)) + "_" + filepath.Base(dir)
	format, write := ".tar.gz", tarred
	if filepath.Ext(path) == ".exe" {
		format, write = ".zip", zipped
	}
	program, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	files := []file{{name + "/" + filepath.Base(path), 0o755, program}}
	for _, text := range texts {
		data, err := os.ReadFile(filepath.Join(r.tree, filepath.FromSlash(text)))
		if err != nil {
			return err
		}
		files = append(files, file{name + "/" + filepath.Base(text), 0o644, data})
	}
	var out bytes.Buffer
	if err := write(&out, files); err != nil {
		return err
	}
	return r.write(name+format, out.Bytes(), sums)
}

func (r release) write(name string, data []byte, sums io.Writer) error {
	fmt.Fprintf(sums, "%x  %s\n", sha256.Sum256(data), name)
	return os.WriteFile(filepath.Join(r.to, name), data, 0o644)
}

// file is one entry of an archive.
type file struct {
	name string
	mode fs.FileMode
	data []byte
}

// beginning is the time of every entry: the first that a zip can tell.
var beginning = time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)

func tarred(to io.Writer, files []file) error {
	packed := gzip.NewWriter(to)
	w := tar.NewWriter(packed)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: beginning}
		h.Format = tar.FormatUSTAR
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		if _, err := w.Write(f.data); err != nil {
			return err
		}
	}
	return errors.Join(w.Close(), packed.Close())
}

func zipped(to io.Writer, files []file) error {
	w := zip.NewWriter(to)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: beginning}
		h.SetMode(f.mode)
		entry, err := w.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := entry.Write(f.data); err != nil {
			return err
		}
	}
	return w.Close()
}
