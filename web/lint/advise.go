package lint

import (
	"io"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"lily/core/advice"
	"lily/core/agents"
	"lily/core/check"
	"lily/core/loader"
	"lily/core/skill"
	"lily/core/tree"
	"lily/web/disk"
)

// mostBeside bounds how many files beside a SKILL.md are listed that was asked for alone.
const mostBeside = 20_000

// judged is a skill of a target, with where it lies below it and what is told of it.
type judged struct {
	*loader.Candidate
	rel  string
	whom []*agents.Agent // that it is written for
	to   *check.File
}

// sound reports whether a skill is one to give advice on. One that is not read, or loses to another one, has worse to mend.
func (j judged) sound() bool { return j.State != loader.Malformed && j.State != loader.Shadowed }

// advise adds what the author of each skill is advised of (SK-11).
func (c *checker) advise(p *target, list []judged) {
	if !disk.IsDir(p.dir) && !c.given(p) {
		return // it was read a moment ago, and the next check tells
	}
	together(len(list), func(next func() (int, bool)) {
		from, err := disk.Open(p.dir)
		if err != nil {
			from = nil
		} else {
			defer from.Close()
		}
		for i, more := next(); more; i, more = next() {
			if j := list[i]; j.sound() {
				j.to.Findings = append(j.to.Findings, advice.Of(p.advised(from, j))...)
			}
		}
	})
	var all []*skill.Skill
	for _, j := range list {
		if j.sound() {
			all = append(all, j.Skill())
		}
	}
	alike := advice.Alike(all)
	for _, j := range list {
		if f, ok := alike[j.Name]; ok && j.sound() {
			j.to.Findings = append(j.to.Findings, f)
		}
		skill.Sort(j.to.Findings)
	}
}

// advised is a skill as advice looks at it: with its whole folder, also where its SKILL.md alone was asked for.
func (p *target) advised(from *disk.Root, j judged) advice.Skill {
	name, rest, _ := strings.Cut(j.rel, "/")
	base := p.base(name)
	s := advice.Skill{Skill: j.Skill(), Files: j.Folder()}
	if from == nil {
		return s
	}
	if p.only[base].lone {
		dir := check.Folder{ReadLinkFS: from, Scan: p.found.Root.Scan}
		f := tree.Folder{From: dir, Dir: base, Limits: tree.Limits{Files: mostBeside}}
		t, _, err := f.Read()
		if own, ok := s.Files.File(loader.File); err == nil && ok {
			t, err = t.PutBlob(loader.File, own) // what was judged, and not what lies there by now
		}
		if err != nil {
			return advice.Skill{}
		}
		s.Files = t
	}
	base = path.Join(base, rest)
	s.Read = func(at string) []byte { return small(from, path.Join(base, at)) }
	if runtime.GOOS != "windows" {
		s.Runs = func(at string) bool {
			info, err := from.Lstat(path.Join(base, at))
			return err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 != 0
		}
	}
	return s
}

// small reads a file that is worth looking into; nil for any other.
func small(from *disk.Root, at string) []byte {
	f, err := from.Open(filepath.ToSlash(at))
	if err != nil {
		return nil
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > advice.MostFile {
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(f, advice.MostFile))
	if err != nil {
		return nil
	}
	return data
}
