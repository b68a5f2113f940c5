package loader

import (
	"fmt"
	"path"
	"strings"

	"lily/core/skill"
	"lily/core/tree"
)

// apart notes each SKILL.md that is there and makes no skill: in the root itself, and
// below another skill, of which it is a part (LD-2).
func (l *Listing) apart(root tree.Tree) {
	if isSkill(root) {
		l.note("root_is_a_skill", skill.Warning, File, "SK-1", "A %s directly in the root has no folder to name it.", File)
	}
	for _, p := range l.places {
		for _, rel := range p.inner {
			l.note("inside_a_skill", skill.Info, p.rel+"/"+rel, "LD-2", "A %s below the skill %s is a part of it, and no skill of its own.", File, p.name)
		}
	}
}

// inner lists every SKILL.md below a skill, where a scan would have entered.
func inner(folder tree.Tree, at string) (list []string) {
	for e := range folder.Children() {
		if !entered(e) {
			continue
		}
		rel := path.Join(at, e.Name)
		if isSkill(e.Sub) {
			list = append(list, rel+"/"+File)
		}
		list = append(list, inner(e.Sub, rel)...)
	}
	return list
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

// Unseen says how many folders the scans of a snapshot left out, in a sentence; it is
// empty where none was (LD-2).
func (s *Snapshot) Unseen() string {
	n := 0
	for _, l := range s.Roots {
		n += l.Unseen
	}
	return Unseen(n)
}

// Unseen is the sentence on folders that a scan left out, empty for none.
func Unseen(n int) string {
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
