// Command parts makes files of Go's own library with which a program in wasm collects garbage when the page is calm, and
// in parts, so that the page has its turn between them, and is smaller to download. Go marks all that is kept at one stretch where no goroutine runs,
// since it waits for none: on the one thread that a page has, the page waits for that, with ten thousand skills for a
// tenth of a second.
//
// The files end in .txt, since they are no package of their own.
//
// It promises a collection of the same work in the same order: only when it goes on is another. Where JavaScript waits
// for Go itself, nothing is put off. It does not promise to know another release of Go than 1.26: where a file is not
// written as it is there, that is an error.
//
//	go run ./web/parts -root bin/go -to bin/parts
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	root := flag.String("root", "", "the folder of Go")
	to := flag.String("to", "bin/parts", "the folder to write to")
	flag.Parse()
	if err := write(*root, *to); err != nil {
		fmt.Fprintln(os.Stderr, "parts:", err)
		os.Exit(1)
	}
}

// change puts a text after another one, which its file, of Go's library, has once.
type change struct{ file, after, put string }

var inParts = []change{
	{"runtime/lock_js.go", "\nfunc handleEvent() {\n", "\tpageAt = 0\n"},
	{"runtime/lock_js.go", "\t\tclearIdleTimeout()\n\t}", " else {\n\t\tanswers = true\n\t}"},
	{"runtime/lock_js.go", "\tevents = events[:len(events)-1]\n", `	if answers && len(events) == 0 {
		answers, calmAt = false, nanotime()+calm
	}
`},
	{"runtime/lock_js.go", "\nvar events []*event\n", `
// pageAt is when the page has its turn, after so much of a collection; 0 before any of it.
var pageAt int64

// answers is whether what came from the page, and was no timer, is being answered; calmAt is some time after the last.
var (
	answers bool
	calmAt  int64
)

const (
	calm  = 25e6 // nanoseconds, in which what follows an answer comes, as a frame does
	short = 3e6  // nanoseconds of a collection, where it cannot wait for that
	long  = 8e6
)

// pageWaits reports whether it is the page's turn, which has none as long as it waits for Go.
func pageWaits() bool {
	if n := len(events); n > 0 && !events[n-1].returned {
		return false
	}
	now, part := nanotime(), int64(long)
	if answers || now < calmAt {
		if roomy(1) {
			return true
		}
		part = short
	}
	if pageAt == 0 {
		pageAt = now + part
	}
	return now > pageAt
}

// pageTurn is how long the page has it then.
func pageTurn() int64 {
	if roomy(1) {
		if answers {
			return calm
		}
		return max(1e6, calmAt-nanotime())
	}
	return 1e6
}

// roomy reports whether the heap has grown by less than so many halves of what it may, since the collection began.
func roomy(halves uint64) bool {
	c := &gcController
	live, from, goal := c.heapLive.Load(), c.triggered, c.heapGoal()
	return from > goal || live < from+(goal-from)/2*halves
}
`},
	// After the page's turn the rest is marked, whether or not anything else is to be done. What comes as soon stays: it
	// was told by the clock of before, and none is set for what is over by now.
	{"runtime/lock_js.go", "\nfunc beforeIdle(now, pollUntil int64) (gp *g, otherReady bool) {\n", `	if gcBlackenEnabled != 0 {
		if turn := pageTurn(); pollUntil == 0 || pollUntil-now > turn {
			now = nanotime()
			pollUntil = now + turn
		}
	}
`},
	{"runtime/mgc.go", "\nfunc gcShouldScheduleWorker(p *p) bool {\n", "\tif pageWaits() {\n\t\treturn false\n\t}\n"},
	{"runtime/mgc.go", "\nfunc pollFractionalWorkerExit() bool {\n", "\tif pageWaits() {\n\t\treturn true\n\t}\n"},
	{"runtime/mgc.go", "\tfor work.cycles.Load() == n+1 && sweepone() != ^uintptr(0) {\n", "\t\tif pageWaits() {\n\t\t\ttimeSleep(pageTurn())\n\t\t}\n"},
	{"runtime/mgcmark.go", "\nfunc gcAssistAlloc(gp *g) {\n", "\tif roomy(3) {\n\t\tgp.gcAssistBytes = 64 << 10\n\t\treturn\n\t}\n"},
	{"runtime/proc.go", "\nfunc pollWork() bool {\n", "\tif pageWaits() {\n\t\treturn true\n\t}\n"},
	{"runtime/mgcsweep.go", "\n\t\t\tif nSwept%sweepBatchSize == 0 {\n\t\t\t\tgoschedIfBusy()\n", "\t\t\t\tif pageWaits() {\n\t\t\t\t\ttimeSleep(pageTurn())\n\t\t\t\t}\n"},
}

// changes are all of them.
func changes() []change { return slices.Concat(inParts, smaller) }

// write makes the files.
func write(root, to string) error {
	from := filepath.Join(root, "src")
	texts := map[string]string{}
	for _, c := range changes() {
		if _, read := texts[c.file]; !read {
			data, err := os.ReadFile(filepath.Join(from, c.file))
			if err != nil {
				return err
			}
			texts[c.file] = string(data)
		}
		if n := strings.Count(texts[c.file], c.after); n != 1 {
			return fmt.Errorf("%s: got %q %d times, want it once, as in Go 1.26", c.file, strings.TrimSpace(c.after), n)
		}
		texts[c.file] = strings.Replace(texts[c.file], c.after, c.after+c.put, 1)
	}
	for name, text := range texts {
		path := filepath.Join(to, name+".txt")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
