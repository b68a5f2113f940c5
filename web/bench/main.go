// Command bench prints the targets of speed and memory as one table: what was wanted, what was measured, and what it was
// at the last release.
//
// It reads what go test -bench says, of any number of rounds, and takes the best of each figure, since what else a
// machine does only ever adds. It promises that a target without a figure is named and not left out, and that a failed
// measurement is an error. It measures nothing itself, and nothing imports it.
//
//	go run ./web/bench -of bench bin/bench.txt
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// last is what was measured at the last release, in the form in which it is read.
//
//go:embed last.txt
var last string

func main() {
	of := flag.String("of", "bench", "whose targets: bench, bench-peers or bench-page")
	flag.Parse()
	if err := run(os.Stdout, *of, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, of string, files []string) error {
	now := figures{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := now.read(string(text)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	then := figures{}
	if err := then.read(last); err != nil {
		return fmt.Errorf("last.txt: %w", err)
	}
	now.fastest()
	then.fastest()
	var b strings.Builder
	writeTargets(&b, of, now, then)
	writeGrowth(&b, of, now, then)
	_, err := io.WriteString(out, b.String())
	return err
}
