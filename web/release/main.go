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
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
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
	flag.StringVar(&r.build, "build", "", "how the engine was built, in words")
	flag.Parse()
	if err := r.make(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

type release struct{ from, engine, to, tree, build string }

var texts = []string{"LICENSE", "NOTICE", "README.md", "static/vendor/just-bash/THIRD-PARTY.txt"}

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
	list, err := r.bill(programs)
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

// beginning is the time of every entry: the first that a zip can tell.
var beginning = time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)

const pythonVersion = "3.13.2"

// Go's linker puts what a program was built from between these (cmd/go, modload).
const (
	infoStart = "0w\xaf\f\x92t\b\x02A\xe1\xc1\a\xe6\xd6\x18\xe6"
	infoEnd   = "\xf92C1\x86\x18 r\x00\x82B\x10A\x16\xd8\xf2"
)
