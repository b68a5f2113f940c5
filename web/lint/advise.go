package lint

import (
	"fmt"
	"io"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"lily/core/advice"
	"lily/core/agents"
	"lily/core/check"
	"lily/core/loader"
	"lily/core/skill"
	"lily/core/tree"
	"lily/web/cores"
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
	cores.Share(len(list), func(next func() (int, bool)) {
		from, err := disk.Open(p.dir)
		if err != nil {
			from = nil
		} else {
			defer from.Close()
		}
		for i, more := next(); more; i, more = next() {
			if j := list[i]; j.sound() {
				lone := p.only[p.base(strings.SplitN(j.rel, "/", 2)[0])].lone
				j.to.Findings = append(j.to.Findings, c.kept.of(j.ofSkill("advice", lone), func() []skill.Finding {
					return advice.Of(p.advised(from, j))
				})...)
			}
		}
	})
	sound := slices.DeleteFunc(slices.Clone(list), func(j judged) bool { return !j.sound() })
	told := c.kept.of(alikeKey(sound), func() []skill.Finding { return alike(sound) })
	for i, j := range sound {
		if i < len(told) && told[i].Code != "" {
			j.to.Findings = append(j.to.Findings, told[i])
		}
	}
	for _, j := range list {
		skill.Sort(j.to.Findings)
	}
}

// alike is what each of some skills is told of another one that can hardly be told apart; one without a code is nothing.
func alike(list []judged) []skill.Finding {
	all := make([]*skill.Skill, len(list))
	for i, j := range list {
		all[i] = j.Skill()
	}
	found, told := advice.Alike(all), make([]skill.Finding, len(list))
	for i, j := range list {
		told[i] = found[j.Name]
	}
	return told
}

func alikeKey(list []judged) string {
	var b strings.Builder
	for _, j := range list {
		fmt.Fprintf(&b, "%q %s\n", j.Name, j.Digest)
	}
	return digest("alike %s", b.String())
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
