package tool

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/ground"
	"lily/core/sight"
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
	Lines:   true,
	Run: func(w World, args command.Args) (Output, error) {
		p, err := w.folder(text(args, "path"))
		if err != nil {
			return Output{}, err
		}
		entries, err := w.view().List(p)
		if err != nil {
			return Output{}, fmt.Errorf("there is no folder /%s", p)
		}
		var b strings.Builder
		for _, e := range entries {
			b.WriteString(inLine(e.Name))
			if e.Dir {
				b.WriteByte('/')
			}
			if e.Why != "" {
				fmt.Fprintf(&b, " (%s)", e.Why)
			}
			b.WriteByte('\n')
		}
		return Output{Text: b.String()}, nil
	},
}

// inLine is a name that ends no line, which would be taken for another name, or for a word of Lily's.
func inLine(name string) string {
	if !strings.ContainsAny(name, "\n\r") {
		return name
	}
	return strings.NewReplacer("\n", sight.Spell("\n"), "\r", sight.Spell("\r")).Replace(name)
}

var findFiles = Tool{
	Name:    "find",
	Summary: "Find files whose name matches a pattern with * and ?.",
	Params:  []skill.Param{param("pattern", "string", "A pattern for the file's name, such as *.md."), where},
	Files:   true,
	Lines:   true,
	Run: func(w World, args command.Args) (Output, error) {
		pattern := text(args, "pattern")
		if len(pattern) > MaxGlob {
			return Output{}, command.Errorf(command.TooCostly, "the pattern has %d bytes, want at most %d; find a part of the name with *", len(pattern), MaxGlob)
		}
		if _, err := path.Match(pattern, ""); err != nil {
			return Output{}, fmt.Errorf("the pattern %q is not well formed", pattern)
		}
		m := w.meter()
		return search(w, text(args, "path"), nil, func(f ground.File, hit func(string) bool) error {
			name := path.Base(f.Path)
			if ok, _ := path.Match(pattern, name); ok && !hit("/"+inLine(f.Path)) {
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
	Lines:   true,
	Run: func(w World, args command.Args) (Output, error) {
		m, err := newMatcher(text(args, "pattern"), w.meter())
		if err != nil {
			return Output{}, err
		}
		closed := 0
		out, err := search(w, text(args, "path"), m.may, func(f ground.File, hit func(string) bool) error {
			if w.closed(f.Path) {
				closed++
				return nil
			}
			return grep(m, f, hit)
		})
		if closed > 0 {
			out.Text += fmt.Sprintf("(not searched: the SKILL.md of %s)\n", answer.Number(closed, "other skill"))
		}
		return out, err
	},
}

func grep(m *matcher, f ground.File, hit func(string) bool) error {
	if err := m.looked(f.Size); err != nil || !utf8.Valid(f.Data) {
		return err
	}
	n := 0
	for line := range bytes.Lines(f.Data) {
		n++
		line = bytes.TrimRight(line, "\r\n")
		found, err := m.match(line)
		if err != nil {
			return err
		}
		if found && !hit(fmt.Sprintf("/%s:%d:%s", inLine(f.Path), n, line)) {
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
	hits   int
	faults int         // files that could not be read, and
	first  ground.File // the first of them
}

func (f *found) hit(line string) bool {
	if f.hits++; f.hits > MaxHits {
		fmt.Fprintf(f, "(stopped after %d hits)\n", MaxHits)
		return false
	}
	f.WriteString(line + "\n")
	return f.Len() <= MaxOutput // else it is refused as it is
}

// search gathers what each reports of the files below a folder; a bound that was reached is said, and so are files of a
// project that could not be read.
func search(w World, asked string, look ground.Look, each func(f ground.File, hit func(string) bool) error) (Output, error) {
	root, err := w.folder(asked)
	if err != nil {
		return Output{}, err
	}
	v := w.view()
	if !v.Has(root) {
		return Output{}, fmt.Errorf("there is no folder /%s", root)
	}
	var f found
	for file := range v.Walk(root, look) {
		if file.Fault != nil && w.Project == nil {
			return Output{}, fmt.Errorf("/%s: %w", file.Path, file.Fault)
		}
		if file.Fault != nil {
			f.unread(file)
			continue
		}
		err = each(file, f.hit)
		if why, ok := errors.AsType[*command.Error](err); ok {
			fmt.Fprintf(&f, "(%s: stopped in /%s, since %s; what follows was not searched: give a folder, or a pattern that begins with letters)\n",
				why.Code, file.Path, why.Message)
		}
		if errors.Is(err, tree.ErrStopped) {
			return Output{}, err
		}
		if err != nil {
			break
		}
	}
	if f.faults > 0 {
		fmt.Fprintf(&f, "(not searched: %s; the first is /%s: %s)\n", answer.Number(f.faults, "file"), f.first.Path, f.first.Fault)
	}
	return Output{Text: f.String()}, nil
}

func (f *found) unread(file ground.File) {
	if f.faults++; f.faults == 1 {
		f.first = file
	}
}
