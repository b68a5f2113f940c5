package e2e

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// What Node says of an error has lines of its own text, which are no promise: the first lines, where the error was made
// there, and those of the stack, with what they call of the language's own.
var (
	ownPlace = regexp.MustCompile(`(?m)^node:\S+:\d+\n.*\n\s*\^+\n`)
	ownFrame = regexp.MustCompile(`\n +(?:at [^\n]*?(?:node:|\[eval\]-wrapper|\(<anonymous>\))[^\n]*|\.\.\. \d+ lines matching cause stack trace \.\.\.[^\n]*)`)
	process  = regexp.MustCompile(`\(node:\d+\)`)
)

func quiet(l left) left {
	l.Stderr = process.ReplaceAllString(ownPlace.ReplaceAllString(l.Stderr, ""), "(node:1)")
	l.Stderr = ownFrame.ReplaceAllStringFunc(l.Stderr, func(line string) string {
		if strings.HasSuffix(line, " {") {
			return " {"
		}
		return ""
	})
	return l
}

// What scripts of the kind that skills bring answer in the page is what Node 20 answers, to the byte: CommonJS, ES
// modules, and TypeScript, of which Node runs what a person wrote in its place.
func TestTableOfNode(t *testing.T) {
	t.Parallel()
	const table = "testdata/conform/node.txt"
	all := tasks(t, table, "script.js")
	if len(all) < 110 {
		t.Errorf("got %d rows, want at least 110", len(all))
	}
	version, _ := exec.CommandContext(t.Context(), "/usr/bin/node", "--version").Output()
	want := answered(t, table, "node", strings.HasPrefix(string(version), "v20.20."), all, quiet)
	alike(t, all, "node", want, quiet)
}
