package advice

import (
	_ "embed"
	"path"
	"regexp"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/wants"
)

//go:embed programs.txt
var programTable string

// special are programs that no system must have, each with the words by which a frontmatter tells of it.
var special = func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(programTable) {
		if words := strings.Fields(line); len(words) > 0 && words[0] != "#" {
			all[words[0]] = words
		}
	}
	return all
}()

// programs tells which programs scripts of the shell call that the frontmatter does not name.
func (l *look) programs() {
	head := strings.ToLower(strings.Join(l.lines[:min(max(l.BodyLine-1, 0), len(l.lines))], "\n"))
	told := map[string]bool{}
	for at := range l.Files.Walk() {
		if ext := path.Ext(at); ext != "" && !shells[ext] || l.passed(at) {
			continue
		}
		text := l.file(at)
		if !isShellScript(at, text) {
			continue
		}
		for _, c := range wants.Calls(text) {
			if words := special[c.Name]; words != nil && !told[c.Name] && !tells(head, words) && !l.has(path.Join(path.Dir(at), c.Name)) {
				told[c.Name] = true
				l.find("program_untold", at, c.Line, 1, "%s calls %s, and the frontmatter does not say that the skill needs it; compatibility can.", answer.Short(at), c.Name)
			}
		}
	}
}

func isShellScript(at, text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	return shells[path.Ext(at)] && !strings.Contains(first, "python") || shebang.MatchString(first)
}

var shells = map[string]bool{".sh": true, ".bash": true, ".zsh": true}

var shebang = regexp.MustCompile(`^#!.*[/ ](ba|da|z|k)?sh\b`)

// tells reports whether a frontmatter has one of the words.
func tells(head string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		for rest := head; ; {
			at := strings.Index(rest, w)
			if at < 0 {
				return false
			}
			before, after := at > 0 && letter(rest[at-1]), at+len(w) < len(rest) && letter(rest[at+len(w)])
			if !before && !after {
				return true
			}
			rest = rest[at+len(w):]
		}
	})
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }
