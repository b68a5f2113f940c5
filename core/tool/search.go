package tool

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/skill"
)

// MaxHits is how many paths or lines a search returns at the most.
const MaxHits = 1000

var where = optional("path", "string", "The folder; /workspace when left out.")

var listFolder = Tool{
	Name:    "list",
	Summary: "List a folder; names of folders end in a slash.",
	Params:  []skill.Param{where},
	Files:   true,
	Run: func(w World, args command.Args) (Output, error) {
		p, err := w.folder(text(args, "path"))
		if err != nil {
			return Output{}, err
		}
		entries, err := fs.ReadDir(w.Tree, p)
		if err != nil {
			return Output{}, fmt.Errorf("there is no folder /%s", p)
		}
		var b strings.Builder
		for _, e := range entries {
			b.WriteString(e.Name())
			if e.IsDir() {
				b.WriteByte('/')
			}
			b.WriteByte('\n')
		}
		return Output{Text: b.String()}, nil
	},
}

var findFiles = Tool{
	Name:    "find",
	Summary: "Find files whose name matches a pattern with * and ?.",
	Params:  []skill.Param{param("pattern", "string", "A pattern for the file's name, such as *.md."), where},
	Files:   true,
	Run: func(w World, args command.Args) (Output, error) {
		pattern := text(args, "pattern")
		if _, err := path.Match(pattern, ""); err != nil {
			return Output{}, fmt.Errorf("the pattern %q is not well formed", pattern)
		}
		return search(w, text(args, "path"), func(p string, _ []byte, hit func(string) bool) bool {
			if ok, _ := path.Match(pattern, path.Base(p)); ok {
				return hit("/" + p)
			}
			return true
		})
	},
}

var grepFiles = Tool{
	Name:    "grep",
	Summary: "Find lines of text files that match a regular expression.",
	Params:  []skill.Param{param("pattern", "string", "A regular expression (RE2)."), where},
	Files:   true,
	Run: func(w World, args command.Args) (Output, error) {
		re, err := regexp.Compile(text(args, "pattern"))
		if err != nil {
			return Output{}, fmt.Errorf("the pattern is not a regular expression: %w", err)
		}
		closed := 0
		out, err := search(w, text(args, "path"), func(p string, data []byte, hit func(string) bool) bool {
			if w.closed(p) {
				closed++
				return true
			}
			return grep(re, p, data, hit)
		})
		if closed > 0 {
			out.Text += fmt.Sprintf("(not searched: the SKILL.md of %s)\n", answer.Number(closed, "other skill"))
		}
		return out, err
	},
}

func grep(re *regexp.Regexp, p string, data []byte, hit func(string) bool) bool {
	if !utf8.Valid(data) {
		return true
	}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		line = bytes.TrimRight(line, "\r\n")
		if re.Match(line) && !hit(fmt.Sprintf("/%s:%d:%s", p, n, line)) {
			return false
		}
	}
	return true
}

// search gathers what look reports of the files below a folder, up to MaxHits; a bound that was reached is said.
func search(w World, asked string, look func(p string, data []byte, hit func(string) bool) bool) (Output, error) {
	root, err := w.folder(asked)
	if err != nil {
		return Output{}, err
	}
	sub, err := w.Tree.At(root)
	if err != nil {
		return Output{}, fmt.Errorf("there is no folder /%s", root)
	}
	var b strings.Builder
	hits := 0
	hit := func(line string) bool {
		if hits++; hits > MaxHits {
			fmt.Fprintf(&b, "(stopped after %d hits)\n", MaxHits)
			return false
		}
		b.WriteString(line + "\n")
		return true
	}
	for p, f := range sub.Walk() {
		data, err := f.Bytes()
		if err != nil {
			return Output{}, fmt.Errorf("/%s: %w", path.Join(root, p), err)
		}
		if !look(path.Join(root, p), data, hit) {
			break
		}
	}
	return Output{Text: b.String()}, nil
}
