package wants

import (
	_ "embed"
	"regexp"
	"strings"
)

// usual are programs that scripts call, besides those of the page: a word among them in the place of a command is meant.
//
//go:embed programs.txt
var usual string

// builtins are words of the shell that are no programs.
//
//go:embed builtins.txt
var builtins string

func set(text string) map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			for word := range strings.FieldsSeq(line) {
				all[word] = true
			}
		}
	}
	return all
}

var knownPrograms, shellWords = set(usual), set(builtins)

var checks = regexp.MustCompile(`(?:command -v|which|type|hash|type -P|command -V)[ \t]+([A-Za-z0-9_.+-]+)`)

// shell finds the programs that a script of the shell calls.
func (c *collector) shell(text string) {
	checked := map[string]bool{}
	for _, m := range checks.FindAllStringSubmatch(text, -1) {
		checked[m[1]] = true
	}
	for _, call := range Calls(text) {
		if !plain(call.Name) || shellWords[call.Name] {
			continue
		}
		c.add(Program, call.Name, call.Line, checked[call.Name] || !knownPrograms[call.Name])
	}
}
