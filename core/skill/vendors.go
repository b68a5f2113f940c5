package skill

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"lily/core/answer"

	"lily/core/frontmatter"
)

// vendors are the keys of a SKILL.md that some agents obey and neither the standard nor Lily knows, as their documents
// list them:
//
//	https://code.claude.com/docs/en/skills#frontmatter-reference
//	https://cursor.com/docs/skills
//	https://code.visualstudio.com/docs/agent-customization/agent-skills
//	https://docs.openclaw.ai/tools/skills
var vendors = map[string]string{
	"agent":            "Claude Code",
	"argument-hint":    "Claude Code and VS Code",
	"arguments":        "Claude Code",
	"command-arg-mode": "OpenClaw",
	"command-dispatch": "OpenClaw",
	"command-tool":     "OpenClaw",
	"context":          "Claude Code",
	"effort":           "Claude Code",
	"homepage":         "OpenClaw",
	"hooks":            "Claude Code",
	"model":            "Claude Code",
	"paths":            "Claude Code and Cursor",
	"shell":            "Claude Code",
	"when_to_use":      "Claude Code",
}

// strange says of a key that Lily does not know who does.
func strange(key string) string {
	if who := vendors[key]; who != "" {
		return fmt.Sprintf("The key %q is for %s only. Lily keeps it, and it changes nothing here.", key, who)
	}
	return fmt.Sprintf("The key %q is not one Lily knows; it is kept and changes nothing.", answer.Short(key))
}

// KnownTo reports whether a finding is about a key or a form that the agent of a name does know.
func (f Finding) KnownTo(agent string) bool {
	who, _, named := strings.Cut(f.Message, ". ") // what follows says who does not
	return named && (f.Code == "unknown_key" || f.Code == "vendor_form") && strings.Contains(who, agent)
}

// forms finds what Claude Code does something with in the text of a skill, and other agents read as text, each form once:
// https://code.claude.com/docs/en/skills#available-string-substitutions
func (p *parser) forms() {
	text := p.Slice(p.Tail)
	if at := typed(text); at >= 0 {
		p.Find(p.Tail.From+at, "vendor_form",
			"Claude Code puts what a person types in the place of $ARGUMENTS. Other agents, and Lily, read it as text.")
	}
	if at := started(text); at >= 0 {
		p.Find(p.Tail.From+at, "vendor_form",
			"Claude Code runs what stands in !`…` before its model reads the skill. Other agents, and Lily, read it as text.")
	}
	if at := taken(text); at >= 0 {
		p.Find(p.Tail.From+at, "vendor_form",
			"Claude Code reads the file that follows @ into the text. Other agents, and Lily, read it as text.")
	}
}

// typed finds $ARGUMENTS as a whole word, -1 for none.
func typed(text string) int {
	const word = "$ARGUMENTS"
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return -1
		}
		from += at + len(word)
		if from == len(text) || !isWord(text[from]) {
			return from - len(word)
		}
	}
}

// started finds !`words` that begins a line or follows a blank, and no code ends there; -1 for none.
func started(text string) int {
	for from := 0; ; {
		n := strings.Index(text[from:], "!`") // nearly no text has one
		if n < 0 {
			return -1
		}
		from = strings.LastIndexByte(text[:from+n], '\n') + 1
		line := text[from:frontmatter.NextLine(text, from)]
		if at := startedIn(line); at >= 0 {
			return from + at
		}
		from += len(line)
	}
}

func startedIn(line string) int {
	last, ticks := strings.LastIndexByte(line, '`'), 0
	for i := range len(line) {
		if ticks%2 == 0 && strings.HasPrefix(line[i:], "!`") && begins(line, i) && last > i+2 && line[i+2] != '`' {
			return i
		}
		if line[i] == '`' {
			ticks++
		}
	}
	return -1
}

// taken finds @path.md or @path.txt that begins a line or follows a blank, -1 for none. Of other endings too much is
// something else: a package, a decorator, an address.
func taken(text string) int {
	for from := 0; ; {
		at := strings.IndexByte(text[from:], '@')
		if at < 0 {
			return -1
		}
		from += at + 1
		end := from
		for end < len(text) && (isWord(text[end]) || strings.IndexByte("./~-", text[end]) >= 0) {
			end++
		}
		path := strings.TrimRight(text[from:end], ".")
		if begins(text, from-1) && (strings.HasSuffix(path, ".md") || strings.HasSuffix(path, ".txt")) {
			return from - 1
		}
		from = end
	}
}

func begins(text string, at int) bool { return at == 0 || strings.IndexByte(" \t\n", text[at-1]) >= 0 }

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// VendorKeys are the keys that some agents obey and neither the standard nor Lily knows, sorted.
func VendorKeys() []string { return slices.Sorted(maps.Keys(vendors)) }

// Vendors are the agents that obey a key which neither the standard nor Lily knows, as a sentence names them; empty for none.
func Vendors(key string) string { return vendors[key] }
