package lint

import (
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"lily/core/advice"
	"lily/core/check"
	"lily/core/diff"
	"lily/core/fix"
	"lily/core/loader"
	"lily/core/skill"
	"lily/core/tree"
	"lily/web/disk"
)

// Change is a SKILL.md with its fixes made, which is not written yet.
type Change struct {
	Path string // as the person named it
	At   string // where it is on the disk, with no link
	Was  []byte
	Is   []byte
	Made []skill.Finding
}

// Fixes makes the fixes of what was found, as far as nothing gets worse by them: not in the file, and not in another skill
// that is judged beside it. Findings that are not told are not fixed. What an error hid is found, and fixed, once that is.
func (f *Found) Fixes(paths []string, t Terms) (list []Change) {
	const deepest = 4 // what hides what
	for range deepest {
		more := f.step(paths, t.with(list))
		if len(more) == 0 {
			break
		}
		list = joined(list, more)
		f = Check(paths, t.with(list))
	}
	return list
}

// Fixed is a text with its fixes made, as the SKILL.md at a path, which is judged alone.
func Fixed(path string, text []byte, t Terms) []byte {
	t = t.Of(map[string][]byte{path: text})
	for _, c := range Check([]string{path}, t).Fixes([]string{path}, t) {
		if c.At == path {
			return c.Is
		}
	}
	return text
}

// step makes the fixes that can be told of now.
func (f *Found) step(paths []string, t Terms) []Change {
	list := f.changes()
	for range len(list) {
		bad := f.worse(Check(paths, t.with(list)))
		if len(bad) == 0 {
			return list
		}
		left := slices.DeleteFunc(slices.Clone(list), func(c Change) bool { return bad[c.Path] })
		if len(left) == len(list) {
			left = nil // nobody can say whose fix it was
		}
		list = left
	}
	return list
}

// with are the terms where changes were made.
func (t Terms) with(list []Change) Terms {
	texts := maps.Clone(t.Texts)
	if texts == nil {
		texts = map[string][]byte{}
	}
	for _, c := range list {
		texts[c.At] = c.Is
	}
	t.Texts = texts
	return t
}

// joined are changes with those that were made on top of them.
func joined(list, more []Change) []Change {
	for _, c := range more {
		if i := slices.IndexFunc(list, func(old Change) bool { return old.At == c.At }); i >= 0 {
			list[i].Is, list[i].Made = c.Is, append(list[i].Made, c.Made...)
		} else {
			list = append(list, c)
		}
	}
	return list
}

func (f *Found) changes() (list []Change) {
	for _, p := range f.Parts {
		for _, s := range p.Skills {
			told := func(one skill.Finding) bool { return one.Fix != nil }
			if !slices.ContainsFunc(s.Findings, told) || s.Text == nil {
				continue
			}
			was := []byte(s.Text(loader.File))
			r := fix.All(was, findOf(s))
			if len(r.Made) > 0 {
				list = append(list, Change{s.Path, f.Files[s.Path], was, r.Text, r.Made})
			}
		}
	}
	return list
}

// findOf finds in a text what a skill was told of the same kinds, so that what is silenced or off stays as it is.
func findOf(s check.File) fix.Find {
	codes, beside := map[string]bool{}, tree.Tree{}
	for _, f := range s.Findings {
		codes[f.Code] = true
		if f.Code == "file_case" && f.Fix != nil { // whose fix is the name of a file that is there
			if with, err := beside.Put(f.Fix.Text, nil); err == nil {
				beside = with
			}
		}
	}
	return func(text []byte) []skill.Finding {
		one := skill.Parse(s.Name, text)
		found := slices.Clone(one.Findings)
		if files, err := beside.Put(loader.File, text); err == nil && !one.Malformed() {
			for _, f := range advice.Of(advice.Skill{Skill: one, Files: files}) {
				if f.Fix != nil { // all others may depend on files beside it
					found = append(found, f)
				}
			}
		}
		for i := range found {
			if !codes[found[i].Code] {
				found[i].Fix = nil
			}
		}
		return found
	}
}

// worse are the paths of skills that are worse in another check, and of those that share a finding with them.
func (f *Found) worse(now *Found) map[string]bool {
	was, bad, codes := map[string]check.File{}, map[string]bool{}, map[string]bool{}
	for _, p := range f.Parts {
		for _, s := range p.Skills {
			was[s.Path] = s
		}
	}
	each := func(do func(old, s check.File)) {
		for _, p := range now.Parts {
			for _, s := range p.Skills {
				if old, ok := was[s.Path]; ok {
					do(old, s)
				}
			}
		}
	}
	each(func(old, s check.File) {
		if Worse(old, s) {
			bad[s.Path] = true
			for _, code := range more(old, s) {
				codes[code] = true
			}
		}
	})
	each(func(old, s check.File) {
		for _, code := range more(old, s) {
			bad[s.Path] = bad[s.Path] || codes[code]
		}
	})
	maps.DeleteFunc(bad, func(_ string, is bool) bool { return !is })
	return bad
}

// Worse reports whether a skill is worse than it was: it is not available any more, or it has more errors, or as many and more
// warnings.
func Worse(was, is check.File) bool {
	if was.State == loader.Available && is.State != loader.Available {
		return true
	}
	a, b := counts(was), counts(is)
	return b[0] > a[0] || b[0] == a[0] && b[1] > a[1]
}

func counts(f check.File) (n [2]int) {
	for _, one := range f.Findings {
		switch one.Severity {
		case skill.Error:
			n[0]++
		case skill.Warning:
			n[1]++
		}
	}
	return n
}

// more are the codes that a skill has oftener than it had.
func more(was, is check.File) (list []string) {
	n := map[string]int{}
	for _, f := range was.Findings {
		n[f.Code]--
	}
	for _, f := range is.Findings {
		if n[f.Code]++; n[f.Code] > 0 {
			list = append(list, f.Code)
		}
	}
	return list
}

// Write writes a change, unless the file is another one meanwhile.
func (c Change) Write() *check.Fault {
	err := disk.Replace(c.At, c.Was, c.Is)
	if err == nil {
		return nil
	}
	code := "not_written"
	if errors.Is(err, disk.ErrChanged) || errors.Is(err, fs.ErrNotExist) {
		code = "changed_meanwhile"
	}
	return &check.Fault{Path: c.Path, Code: code, Message: bare(err).Error()}
}

// Diff is the change in the form that git apply takes in the folder that the program runs in, and at the root for what lies
// outside of it.
func (c Change) Diff() string {
	return diff.Git(strings.TrimPrefix(filepath.ToSlash(shown(c.At)), "/"), string(c.Was), string(c.Is))
}
