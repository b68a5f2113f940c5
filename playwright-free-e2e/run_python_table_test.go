package e2e

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What a traceback shows of the library is its own: where that lies, and its text, which the page leaves out.
var ofLibrary = regexp.MustCompile(`^( *\|? *)File "([^"]*)", line`)

// ownFrames leaves the frames of a task's files in what Python says of an error, and takes those of the library out.
func ownFrames(text string) string {
	var kept strings.Builder
	skip := "" // the indent of a frame that is left out: what is deeper belongs to it
	for line := range strings.Lines(text) {
		if skip != "" && strings.HasPrefix(line, skip+" ") {
			continue
		}
		skip = ""
		if m := ofLibrary.FindStringSubmatch(line); m != nil && !strings.HasPrefix(m[2], "/workspace") && !strings.HasPrefix(m[2], "<") {
			skip = m[1]
			continue
		}
		kept.WriteString(line)
	}
	return kept.String()
}

func framed(l left) left {
	l.Stdout, l.Stderr = ownFrames(l.Stdout), ownFrames(l.Stderr)
	return l
}

// What scripts of the kind that skills bring answer in the page's Python is what CPython 3.13 answers on Linux, to the
// byte: stdout, stderr, the code and the files. It is answered anew with -native=python3.13 and -natively.
func TestTableOfPython(t *testing.T) {
	t.Parallel()
	const table = "testdata/conform/python.txt"
	all := tasks(t, table, "script.py")
	if len(all) < 35 {
		t.Errorf("got %d rows, want at least 35", len(all))
	}
	if *nativePython != "" {
		bin := t.TempDir()
		packages, err := filepath.Abs(*nativePackages)
		if err := cmp.Or(err, os.Symlink(*nativePython, filepath.Join(bin, "python3"))); err != nil {
			t.Fatal(err)
		}
		for i := range all {
			all[i].around = []string{"PATH=" + bin + ":/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE=1", "PYTHONPATH=" + packages}
		}
	}
	want := answered(t, table, cmp.Or(*nativePython, "python3"), *nativePython != "", all, framed)
	alike(t, all, "python3", want, framed)
}
