package loader

import (
	"path"
	"slices"
	"strings"

	"lily/core/alike"
	"lily/core/answer"
	"lily/core/order"
	"lily/core/sight"
	"lily/core/skill"
	"lily/core/tree"
)

// odd reports whether some disk may take a name for another one that is plain: of small letters of ASCII, without a dot
// or a blank at its end.
func odd(name string) bool {
	return strings.TrimRight(name, " .") != name || strings.ContainsFunc(name, func(r rune) bool { return r >= 'A' && r <= 'Z' || r >= 0x80 })
}

// twins are the groups of names that are one on some disks ([alike.Path]), sorted. Of the plain ones, which are many, no
// two are twins: there tells whether one is there.
func twins(names []string, there func(plain string) bool) (groups [][]string) {
	if len(names) == 0 {
		return nil
	}
	all := map[string][]string{}
	for _, name := range names {
		key := alike.Path(name)
		all[key] = append(all[key], name)
	}
	for key, group := range all {
		if low := strings.ToLower(key); there(low) {
			group = append(group, low)
		}
		if slices.Sort(group); len(group) > 1 {
			groups = append(groups, group)
		}
	}
	order.StableFunc(groups, func(a, b []string) int { return slices.Compare(a, b) })
	return groups
}

// caseClashes marks winners that are two skills here and one folder on some disks.
func (s *Snapshot) caseClashes() {
	var names []string
	for _, c := range s.Candidates {
		if c.State != Shadowed && odd(c.Name) {
			names = append(names, c.Name)
		}
	}
	plain := func(name string) bool { _, ok := s.index(name); return ok && !odd(name) }
	for _, group := range twins(names, plain) {
		var list []int
		for _, name := range group {
			at, _ := s.index(name)
			list = append(list, at)
		}
		s.clash("case", strings.ToLower(group[0]), list, oneName(group, s.names(list, false)))
	}
}

func oneName(group []string, shown string) skill.Finding {
	how := "in case, in how letters are composed, in what shows nothing, or in a dot or blank at the end,"
	if inCaseAlone(group) {
		how = "in case"
	}
	return warning("case_clash", "VF-3", "The names %s differ %s alone; many disks cannot hold both.", shown, how)
}

// inCaseAlone reports whether paths have names that differ so.
func inCaseAlone(paths []string) bool {
	return !slices.ContainsFunc(paths, func(p string) bool { return !strings.EqualFold(path.Base(p), path.Base(paths[0])) })
}

// fileClashes are findings of what lies in a skill's folder under names that are one on some disks. Most folders have no
// odd name but SKILL.md.
func fileClashes(folder tree.Tree, at string) (list []skill.Finding) {
	var names []string
	for i := range folder.Len() {
		e := folder.Child(i)
		if e.Dir {
			list = append(list, fileClashes(e.Sub, path.Join(at, e.Name))...)
		}
		if odd(e.Name) && e.Name != File {
			names = append(names, e.Name)
		}
	}
	has := func(name string) bool { return tree.Has(folder, name) }
	if low := strings.ToLower(File); has(File) && (len(names) > 0 || has(low)) {
		names = append(names, File)
	}
	for _, group := range twins(names, func(name string) bool { return !odd(name) && has(name) }) {
		var shown []string
		for _, name := range group {
			shown = append(shown, tree.Quoted(path.Join(at, name), 80))
		}
		list = append(list, oneName(group, strings.Join(shown, ", ")))
	}
	return list
}

// maxHidden is how many files with hidden names are findings of their own; the next one counts the rest.
const maxHidden = 20

// hiddenNames are findings of what lies in a skill's folder under a path that holds what nobody can see (PO-6). They
// exclude nothing: some systems put an odd blank into the names of their own pictures.
func hiddenNames(folder tree.Tree) (list []skill.Finding) {
	if plainNames(folder) {
		return nil
	}
	rest := 0
	for at := range folder.Walk() {
		if sight.Plain(at) {
			continue
		}
		if len(list) == maxHidden {
			rest++
			continue
		}
		list = append(list, warning("hidden_name", "PO-6", "A file's path holds what nobody can see: it is %s.%s", answer.Cut(sight.Spell(at), 200), spelled(at)))
	}
	if rest > 0 {
		list = append(list, warning("hidden_name", "PO-6", "The paths of %s hold what nobody can see, too.", answer.Number(rest, "more file")))
	}
	return list
}

func plainNames(folder tree.Tree) bool {
	for i := range folder.Len() {
		if e := folder.Child(i); !sight.Plain(e.Name) || e.Dir && !plainNames(e.Sub) {
			return false
		}
	}
	return true
}

// spelled says what the characters are, or what they spell.
func spelled(name string) string {
	for r := range sight.Lines(name) {
		return " It holds " + r.String() + "."
	}
	return ""
}
