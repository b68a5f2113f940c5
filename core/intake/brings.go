package intake

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lily/core/argv"
	"lily/core/loader"
	"lily/core/sight"
	"lily/core/skill"
	"lily/core/tree"
)

// Brings is what a skill's files hold that no verdict says, for whoever is to take it or to leave it.
type Brings struct {
	Programs []string // that its tools start and allowed-tools lets start, sorted, each once
	Scripts  []string // paths of its files that a program may run, sorted
	Hidden   []string // the first places that hold what nobody can see, each with what it is
	Unseen   int      // how many such places there are: lines of texts, and names

	names []string // places outside of its folder that its texts name
}

const maxHidden = 20 // places that are told

// AnyProgram stands for what a command will name when it runs.
const AnyProgram = "any program"

// looked is the drop with what each skill brings. It may take long.
func (d Drop) looked(tick tree.Tick) (Drop, error) {
	d.found = slices.Clone(d.found)
	for i := range d.found {
		if !tick.GoOn(i, len(d.found)) {
			return d, tree.ErrStopped
		}
		d.found[i].Brings = look(d.found[i].Tree)
	}
	return d, nil
}

func look(folder tree.Tree) (b Brings) {
	named := map[string]bool{}
	for at, f := range folder.Walk() {
		if loader.IsScript(at, f) {
			b.Scripts = append(b.Scripts, at)
		}
		if !sight.Plain(at) {
			b.hides("The path of " + sight.Spell(at))
		}
		data, err := f.Bytes()
		if err != nil || bytes.IndexByte(data, 0) >= 0 || !utf8.Valid(data) {
			continue
		}
		b.unseen(at, string(data))
		outside(at, string(data), named)
	}
	for name := range named {
		b.names = append(b.names, name)
	}
	slices.Sort(b.names)
	return b
}

func (b *Brings) hides(what string) {
	if b.Unseen++; b.Unseen <= maxHidden {
		b.Hidden = append(b.Hidden, what)
	}
}

// unseen notes the lines of a text that hold what nobody can see. A byte order mark at its start is an editor's.
func (b *Brings) unseen(at, text string) {
	line, from := 1, 0
	start := len(text) - len(strings.TrimPrefix(text, "\uFEFF"))
	for r := range sight.Lines(text[start:]) {
		if b.Unseen >= maxHidden {
			b.Unseen++
			continue
		}
		line += strings.Count(text[from:start+r.At], "\n")
		from = start + r.At
		b.hides(sight.Show(at) + ":" + strconv.Itoa(line) + ": " + r.String())
	}
}

// Programs are what a skill's own tools start, and what allowed-tools lets it start, sorted, each once.
func Programs(s *skill.Skill) (list []string) {
	for _, t := range s.Tools {
		if command, err := argv.Parse(t.Command); err == nil {
			list = append(list, command.Program())
		}
	}
	if s.CommandTool == skill.Shell {
		list = append(list, AnyProgram)
	}
	for _, entry := range s.Allowed {
		if h, err := skill.ReadHint(entry); err == nil && h.Tool == skill.Shell {
			list = append(list, append(slices.Clone(h.Words), AnyProgram)[0])
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
