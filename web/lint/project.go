package lint

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lily/core/advice"
	"lily/core/agents"
	"lily/core/agents/all"
	"lily/core/check"
	"lily/core/loader"
	"lily/core/project"
	"lily/core/rules"
	"lily/core/skill"
	"lily/web/disk"
)

// mostText bounds a file that a person writes.
const mostText = 1 << 20

// projects are the files lily.yaml that were read, each once, and which of them each folder is of.
type projects struct {
	terms Terms
	read  []*loaded
	of    map[string]*loaded // by folder; nil for none
}

// loaded is one lily.yaml.
type loaded struct {
	project.Project
	dir  string // that it is of
	file check.File
}

func (l *projects) files() (list []check.File) {
	for _, p := range l.read {
		list = append(list, p.file)
	}
	return list
}

// at is the lily.yaml that holds for a folder: the nearest one upwards, until the repository's root.
func (l *projects) at(dir string) *loaded {
	if len(l.terms.Codes) == 0 {
		return nil
	}
	if p, known := l.of[dir]; known {
		return p
	}
	var found *loaded
	for _, d := range upwards(dir) {
		if _, err := os.Lstat(filepath.Join(d, project.File)); err == nil {
			found = l.load(d)
			break
		}
	}
	if l.of == nil {
		l.of = map[string]*loaded{}
	}
	l.of[dir] = found
	return found
}

func (l *projects) load(dir string) *loaded {
	for _, p := range l.read {
		if p.dir == dir {
			return p
		}
	}
	at := filepath.Join(dir, project.File)
	p := &loaded{dir: dir, file: check.File{Name: project.File, Path: shown(at), Format: "project", State: loader.Available, Findings: []skill.Finding{}}}
	l.read = append(l.read, p)
	text, err := readPlain(at)
	if err != nil {
		p.file.Findings = append(p.file.Findings, skill.Finding{
			Code: "project_invalid", Severity: skill.Error, Clause: "SK-12", File: project.File, Line: 1, Column: 1,
			Message: fmt.Sprintf("The file cannot be read: %v.", err),
		})
		return p
	}
	found := []skill.Finding(nil)
	p.Project, found = project.Parse(project.File, text, project.Known{Codes: l.terms.Codes, Agents: all.Names()})
	p.file.Findings = append(p.file.Findings, found...)
	p.file.Text = func(string) string { return string(text) }
	return p
}

// Project is what is wrong with a text as a lily.yaml.
func Project(_ string, text []byte) []skill.Finding {
	_, found := project.Parse(project.File, text, project.Known{Codes: Codes(), Agents: all.Names()})
	return found
}

// readPlain reads a file that is no link: one that a repository brings along shows nothing else of the machine.
func readPlain(at string) ([]byte, error) {
	info, err := os.Lstat(at)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is no regular file")
	}
	if err != nil {
		return nil, bare(err)
	}
	text, err := disk.File(at, mostText)
	return text, bare(err)
}

// bare is an error without the path, which is said already.
func bare(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}

// upwards are a folder and those above it, until the repository's root. Without a repository they end with the folder
// that the program runs in, where the folder is below it, and else with the folder itself: what lies around in a folder
// that many use says nothing of somebody's skills.
func upwards(dir string) (list []string) {
	for d := dir; ; d = filepath.Dir(d) {
		list = append(list, d)
		if _, err := os.Lstat(filepath.Join(d, ".git")); err == nil {
			return list
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	here, err := disk.Resolve(".")
	if at := slices.Index(list, here); err == nil && at >= 0 {
		return list[:at+1]
	}
	return list[:1]
}

// shown is a path as a person would name it from where the program runs.
func shown(at string) string {
	here, err := disk.Resolve(".")
	if err != nil {
		return at
	}
	if rel, err := filepath.Rel(here, at); err == nil && !strings.HasPrefix(rel, "..") {
		return rel
	}
	return at
}

// projectOf is the lily.yaml of a skill of a target.
func (c *checker) projectOf(p *target, rel string) *loaded {
	if p.only == nil {
		return c.projects.at(p.dir)
	}
	return c.projects.at(filepath.Dir(p.place(rel + "/" + loader.File)))
}

// whom are the agents that a skill is written for.
func (c *checker) whom(p *target, rel string) (list []*agents.Agent) {
	if len(c.For) > 0 {
		return c.For
	}
	of := c.projectOf(p, rel)
	for _, a := range all.List {
		if of != nil && slices.Contains(of.Agents, a.Name) {
			list = append(list, a)
		}
	}
	return list
}

// ruled takes out of what was found of a target what is silenced, and makes the rest as grave as the rules say.
func (c *checker) ruled(p *target) {
	if len(c.Codes) == 0 {
		return
	}
	for i := range p.found.Skills {
		s := &p.found.Skills[i]
		dir := p.dir
		if p.only != nil {
			dir = filepath.Dir(c.files[s.Path])
		}
		of := c.projects.at(dir)
		set := c.Rules
		if of != nil {
			set = of.Rules.With(c.Rules)
			s.Findings = of.formats(s.Format, s.Findings)
		}
		if p.marked[i] {
			s.Findings = c.Codes.Silence(s.Text(loader.File), s.Findings, sure)
		}
		s.Findings = advice.Once(set.Apply(s.Findings))
	}
	set := c.Rules
	if of := c.projects.at(p.dir); p.only == nil && of != nil {
		set = of.Rules.With(c.Rules)
	}
	p.found.Root.Notes = slices.DeleteFunc(p.found.Root.Notes, func(n loader.Note) bool {
		_, told := set.Of(n.Code, n.Severity)
		return !told
	})
	for i := range p.found.Root.Notes {
		n := &p.found.Root.Notes[i]
		n.Severity, _ = set.Of(n.Code, n.Severity)
	}
}

// sure are the codes that depend on a skill alone.
var sure = func() map[string]bool {
	all := map[string]bool{}
	for _, c := range slices.Concat(skill.Codes(), advice.Codes()) {
		all[c.Code] = c.Code != "alike"
	}
	return all
}()

// formats tells of a skill that has none of the formats that the project wants.
func (p *loaded) formats(is skill.Format, found []skill.Finding) []skill.Finding {
	if len(p.Formats) == 0 || slices.Contains(p.Formats, is) {
		return found
	}
	var want []string
	for _, f := range p.Formats {
		want = append(want, string(f))
	}
	return append(found, skill.Finding{
		Code: "other_format", Severity: skill.Warning, Clause: "SK-12", File: loader.File, Line: 1, Column: 1,
		Message: fmt.Sprintf("The skill has the format %s; %s wants %s.", is, project.File, strings.Join(want, " or ")),
	})
}

// textOf gives the text of a file of a skill.
func textOf(one *loader.Candidate) func(file string) string {
	return func(file string) string {
		f, ok := one.Folder().File(file)
		if !ok {
			return ""
		}
		data, err := f.Bytes()
		if err != nil {
			return ""
		}
		return string(data)
	}
}

// marked reports whether there may be a comment to Lily in a skill.
func marked(one *loader.Candidate) bool {
	f, _ := one.Folder().File(loader.File)
	data, err := f.Bytes()
	return err == nil && rules.Marked(data)
}
