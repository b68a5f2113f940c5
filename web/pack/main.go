// Command pack turns the page's sources and the built engine into the files that
// web/server sends: names that hold the content's hash, a brotli and a gzip form
// of each, and manifest.json, which lists them.
//
// It promises the same bytes for the same input and level, on every platform,
// and that the manifest is written last: it never lists a file that is not there.
// It does not look into style sheets: they must not refer to other files.
//
//	go run ./web/pack -wasm bin/lily.wasm     packs
//	go run ./web/pack -size                   prints the sizes, fails over the limit
package main

import (
	"flag"
	"fmt"
	"os"

	"lily/web/server"
)

// firstLoad is the most that opening the page may cost: 1.9 MiB.
const firstLoad = 1_992_294

func main() {
	p := packer{}
	size := flag.Bool("size", false, "print the packed sizes and fail when they are over the limit")
	flag.StringVar(&p.src, "src", "static", "folder of the page's sources")
	flag.StringVar(&p.wasm, "wasm", "bin/lily.wasm", "the built engine")
	flag.StringVar(&p.exec, "exec", "", "wasm_exec.js of the Go release that built the engine")
	flag.StringVar(&p.out, "out", "static/dist", "folder to write")
	flag.IntVar(&p.level, "brotli", 11, "brotli level, 0 to 11")
	flag.Parse()

	do := p.pack
	if *size {
		do = func() error { return printSizes(os.Stdout, p.out) }
	}
	if err := do(); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

// printSizes prints what the first load of the page fetches: every file there is.
func printSizes(w *os.File, out string) error {
	m, err := server.ReadManifest(os.DirFS(out))
	if err != nil {
		return err
	}
	var plain, brotli int64
	fmt.Fprintf(w, "%-16s %12s %12s\n", "file", "plain", fmt.Sprintf("brotli %d", m.Level))
	for _, a := range m.Assets {
		fmt.Fprintf(w, "%-16s %12d %12d\n", a.Name, a.Size, a.Brotli)
		plain, brotli = plain+a.Size, brotli+a.Brotli
	}
	fmt.Fprintf(w, "%-16s %12d %12d  of %d\n", "first load", plain, brotli, firstLoad)
	if brotli > firstLoad {
		return fmt.Errorf("the first load is %d bytes, want at most %d", brotli, firstLoad)
	}
	return nil
}
