// Command pack turns the page's sources and the built engine into the files that web/server sends: names that hold
// the content's hash, a brotli and a gzip form of each, and manifest.json, which lists them.
//
// It promises the same bytes for the same input and level, on every platform, and that the manifest is written last:
// it never lists a file that is not there. It does not look into style sheets: they must not refer to other files.
//
//	go run ./web/pack -wasm bin/lily.wasm -second bin/second.wasm     packs
//	go run ./web/pack -size                                           prints the sizes, fails over the limit
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"lily/web/server"
)

const firstLoad = 1_835_008 // the most that opening the page may cost: 1.75 MiB

func main() {
	p := packer{notes: os.Stderr, vendored: map[string][]byte{}, made: map[string]bool{}}
	size := flag.Bool("size", false, "print the packed sizes and fail when they are over the limit")
	flag.StringVar(&p.src, "src", "static", "folder of the page's sources")
	flag.StringVar(&p.wasm, "wasm", "bin/lily.wasm", "the built engine")
	flag.StringVar(&p.second, "second", "", "the built second engine, or none")
	flag.StringVar(&p.exec, "exec", "", "wasm_exec.js of the Go release that built the engine")
	flag.StringVar(&p.out, "out", "static/dist", "folder to write")
	flag.StringVar(&p.notice, "notice", "", "the licences of all parts, which the page serves")
	flag.StringVar(&p.build, "build", "", "how the engine was built, in words")
	flag.IntVar(&p.level, "brotli", 11, "brotli level, 0 to 11")
	flag.IntVar(&p.later, "later", -1, "brotli level of what opening the page does not fetch; without it that of -brotli")
	flag.Parse()
	if p.later < 0 {
		p.later = p.level
	}

	do := p.pack
	if *size {
		do = func() error { return printSizes(os.Stdout, p.out) }
	}
	if err := do(); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

// printSizes prints what the first load of the page fetches, and below it what is fetched only when it is needed.
func printSizes(w io.Writer, out string) error {
	m, err := server.ReadManifest(os.DirFS(out))
	if err != nil {
		return err
	}
	row := func(name string, plain, brotli any) { fmt.Fprintf(w, "%-16s %12v %12v\n", name, plain, brotli) }
	row("file", "plain", fmt.Sprintf("brotli %d", m.Level))
	first := sum(m.Assets, false, row)
	row("first load", first.Size, fmt.Sprintf("%d  of %d", first.Brotli, firstLoad))
	later := "later"
	if m.Later != m.Level {
		later = fmt.Sprintf("later, brotli %d", m.Later)
	}
	sum(m.Assets, true, func(name string, plain, brotli any) { row(name, plain, fmt.Sprintf("%d  %s", brotli, later)) })
	if first.Brotli > firstLoad {
		return fmt.Errorf("the first load is %d bytes, want at most %d", first.Brotli, firstLoad)
	}
	return nil
}

// sum tells of the assets that are lazy, or of those that are not, and adds up their sizes.
func sum(assets []server.Asset, lazy bool, tell func(name string, plain, brotli any)) (total server.Asset) {
	for _, a := range assets {
		if a.Lazy == lazy {
			tell(a.Name, a.Size, a.Brotli)
			total.Size, total.Brotli = total.Size+a.Size, total.Brotli+a.Brotli
		}
	}
	return total
}
