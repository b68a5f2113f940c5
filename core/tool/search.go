package tool

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/skill"
	"lily/core/tree"
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
		if len(pattern) > MaxGlob {
			return Output{}, command.Errorf(command.TooCostly, "the pattern has %d bytes, want at most %d; find a part of the name with *", len(pattern), MaxGlob)
		}
		if _, err := path.Match(pattern, ""); err != nil {
			return Output{}, fmt.Errorf("the pattern %q is not well formed", pattern)
		}
		m := &meter{tick: w.Tick}
		return search(w, text(args, "path"), func(p string, _ []byte, hit func(string) bool) error {
			name := path.Base(p)
			if ok, _ := path.Match(pattern, name); ok && !hit("/"+p) {
				return errEnough
			}
			return m.spend(len(pattern) * len(name))
		})
	},
}

var grepFiles = Tool{
	Name:    "grep",
	Summary: "Find lines of text files that match a regular expression.",
	Params:  []skill.Param{param("pattern", "string", "A regular expression (RE2)."), where},
	Files:   true,
	Run: func(w World, args command.Args) (Output, error) {
		m, err := newMatcher(text(args, "pattern"), &meter{tick: w.Tick})
		if err != nil {
			return Output{}, err
		}
		closed := 0
		out, err := search(w, text(args, "path"), func(p string, data []byte, hit func(string) bool) error {
			if w.closed(p) {
				closed++
				return nil
			}
			return grep(m, p, data, hit)
		})
		if closed > 0 {
			out.Text += fmt.Sprintf("(not searched: the SKILL.md of %s)\n", answer.Number(closed, "other skill"))
		}
		return out, err
	},
}

func grep(m *matcher, p string, data []byte, hit func(string) bool) error {
	if err := m.spend(len(data)); err != nil || !utf8.Valid(data) {
		return err
	}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		line = bytes.TrimRight(line, "\r\n")
		found, err := m.match(line)
		if err != nil {
			return err
		}
		if found && !hit(fmt.Sprintf("/%s:%d:%s", p, n, line)) {
			return errEnough
		}
	}
	return nil
}

// errEnough ends a search that has as many hits as it returns.
var errEnough = errors.New("there are enough hits")

// found gathers hits, up to [MaxHits].
type found struct {
	strings.Builder
	hits int
}

func (f *found) hit(line string) bool {
	if f.hits++; f.hits > MaxHits {
		fmt.Fprintf(f, "(stopped after %d hits)\n", MaxHits)
		return false
	}
	f.WriteString(line + "\n")
	return f.Len() <= MaxOutput // else it is refused as it is
}

// search gathers what look reports of the files below a folder; a bound that was reached is said.
func search(w World, asked string, look func(p string, data []byte, hit func(string) bool) error) (Output, error) {
	root, err := w.folder(asked)
	if err != nil {
		return Output{}, err
	}
	sub, err := w.Tree.At(root)
	if err != nil {
		return Output{}, fmt.Errorf("there is no folder /%s", root)
	}
	var f found
	for p, file := range sub.Walk() {
		data, err := file.Bytes()
		if err != nil {
			return Output{}, fmt.Errorf("/%s: %w", path.Join(root, p), err)
		}
		err = look(path.Join(root, p), data, f.hit)
		if why, ok := errors.AsType[*command.Error](err); ok {
			fmt.Fprintf(&f, "(%s: stopped in /%s, since %s; what follows was not searched: give a folder, or a pattern that begins with letters)\n",
				why.Code, path.Join(root, p), why.Message)
		}
		if errors.Is(err, tree.ErrStopped) {
			return Output{}, err
		}
		if err != nil {
			break
		}
	}
	return Output{Text: f.String()}, nil
}
