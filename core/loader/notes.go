package loader

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"lily/core/order"
	"lily/core/skill"
	"lily/core/tree"
)

// Note is something below a root that is not a candidate, and why.
type Note struct {
	Code     string         `json:"code"`
	Severity skill.Severity `json:"severity"`
	Path     string         `json:"path"`
	Message  string         `json:"message"`
	Clause   string         `json:"clause"`
}

func (l *Listing) note(code string, sev skill.Severity, path, clause, format string, args ...any) {
	at := strings.TrimSuffix(l.Path+"/"+path, "/")
	l.Notes = append(l.Notes, Note{code, sev, at, fmt.Sprintf(format, args...), clause})
}

func (l *Listing) noteFolder(e tree.Entry) {
	if l.misnamed(e.Name, e.Sub) {
		return
	}
	if len(below(e.Sub, "")) > 0 {
		l.note("nested", skill.Info, e.Name, "LD-2", "The folder has no %s, but one further down; this root is scanned one level deep.", File)
		return
	}
	l.note("not_a_skill", skill.Info, e.Name, "SK-1", "The folder has no %s.", File)
}

// noteParts notes each SKILL.md that is there and makes no skill: in the root itself, and
// below another skill, of which it is a part (LD-2).
func (l *Listing) noteParts(root tree.Tree) {
	if IsSkill(root) {
		l.note("root_is_a_skill", skill.Warning, File, "SK-1", "A %s directly in the root has no folder to name it.", File)
	}
	for _, p := range l.places {
		for _, rel := range p.inner {
			l.note("inside_a_skill", skill.Info, p.rel+"/"+rel, "LD-2", "A %s below the skill %s is a part of it, and no skill of its own.", File, p.name)
		}
	}
}

// misnamed notes a folder whose SKILL.md has almost the right name, or is a folder.
func (l *Listing) misnamed(rel string, folder tree.Tree) bool {
	for kid := range folder.Children() {
		if strings.EqualFold(kid.Name, File) {
			l.note("misnamed", skill.Warning, rel, "SK-1", "The folder holds %q; a skill's file is named exactly %s and is a file.", kid.Name, File)
			return true
		}
	}
	return false
}

// LeftOut says how many folders the scans of a snapshot left out, in a sentence; it is
// empty where none was (LD-2).
func (s *Snapshot) LeftOut() string {
	n := 0
	for _, l := range s.Roots {
		n += l.LeftOut
	}
	return LeftOut(n)
}

// LeftOut is the sentence on folders that a scan left out, empty for none.
func LeftOut(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s not looked at: a scan takes at most %d levels and %d folders.", were(n), MaxLevels, MaxFolders)
}

func were(n int) string {
	if n == 1 {
		return "1 folder was"
	}
	return fmt.Sprintf("%d folders were", n)
}

// LinkFinding is the finding that a skill has of a link in it that is not followed
// (VF-8). at is the skill's folder as the skip has paths, or empty.
func LinkFinding(s tree.Skip, at string) skill.Finding {
	f := warning(s.Code, "VF-8", "%s", s.Message)
	f.File = strings.TrimPrefix(s.Path, cmp.Or(at, ".")+"/")
	return f
}

func isLink(s tree.Skip) bool {
	return slices.Contains([]string{tree.LinkLeaves, tree.LinkDangles, tree.LinkLoops, tree.LinkTooMuch}, s.Code)
}

// unfollowed are the links among skips, sorted by path.
func unfollowed(skips []tree.Skip) []tree.Skip {
	links := slices.DeleteFunc(slices.Clone(skips), func(s tree.Skip) bool { return !isLink(s) })
	order.StableFunc(links, func(a, b tree.Skip) int { return cmp.Compare(a.Path, b.Path) })
	return links
}

func (l *Listing) linksIn(rel string) []tree.Skip {
	if len(l.links) == 0 {
		return nil
	}
	from, _ := slices.BinarySearchFunc(l.links, rel+"/", byPath)
	to, _ := slices.BinarySearchFunc(l.links, rel+"0", byPath) // the byte after the slash
	return l.links[from:to:to]
}

func byPath(s tree.Skip, path string) int { return cmp.Compare(s.Path, path) }

// noteSkips notes what did not come along, before all else that is noted. A link that
// lies in a skill is a finding of that.
func (l *Listing) noteSkips() {
	ours := map[string]bool{}
	for _, p := range l.places {
		for _, s := range p.links {
			ours[s.Path] = true
		}
	}
	later := l.Notes
	l.Notes = []Note{}
	for _, s := range l.skips {
		if !isLink(s) {
			l.note(s.Code, skill.Warning, s.Path, "VF-3", "%s", s.Message)
		} else if !ours[s.Path] {
			l.note(s.Code, skill.Warning, s.Path, "VF-8", "%s", s.Message)
		}
	}
	l.Notes = append(l.Notes, later...)
}
