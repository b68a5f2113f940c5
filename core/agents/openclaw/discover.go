package openclaw

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"lily/core/agents"
	"lily/core/agents/dialect"
	"lily/core/order"
	"lily/core/tree"
)

const (
	mostFolders = 300 // in a folder
	mostLoaded  = 200 // of a place
	mostDepth   = 6
	mostScans   = mostFolders * mostDepth // folders that are listed for a place
)

func compare(a, b string) int { return cmp.Compare(a, b) }

// below is a folder of the workspace, which is where the agent is started.
func below(s *agents.Site, folder string) string { return path.Join(s.Up()[0], folder) }

// prompted is the path of a file as the prompt has it: below the home with ~.
func prompted(f agents.Found) string {
	at := f.Real()
	if rest, ok := strings.CutPrefix(at, f.Root.Home()+"/"); ok {
		return "~/" + rest
	}
	return at
}

// folder is one that may hold a skill.
type folder struct {
	tree  tree.Tree
	at    string // below the place, "." for itself
	name  string
	depth int
}

func (f folder) isSkill() bool { _, ok := f.tree.File("SKILL.md"); return ok }

// children are its folders, by name.
func (f folder) children() (list []folder) {
	for e := range f.tree.Children() {
		if e.Dir && e.Name[0] != '.' && e.Name != "node_modules" {
			list = append(list, folder{e.Sub, path.Join(f.at, e.Name), path.Join(f.name, e.Name), f.depth + 1})
		}
	}
	return list
}

// discover finds the candidates of a place in their order, and the place itself where it is a skill that would win.
func discover(r agents.Root) (list []agents.Found, whole *agents.Found) {
	root := folder{tree: r.Tree(), at: "."}
	base := nested(root)
	file := func(f folder) agents.Found { return r.Found(path.Join(f.at, "SKILL.md")) }
	if base.isSkill() {
		return []agents.Found{file(base)}, nil
	}
	if base.at != "." && root.isSkill() {
		f := file(root)
		whole = &f
	}
	found := below6(base)
	order.StableFunc(found, func(a, b folder) int { return dialect.Collate(a.name, b.name) })
	for _, f := range found {
		list = append(list, file(f))
	}
	return list, whole
}

// nested is the folder skills of a place where all of its skills are there, and otherwise the place.
func nested(root folder) folder {
	sub, err := root.tree.At("skills")
	inner := folder{tree: sub, at: "skills"}
	if err != nil {
		return root
	}
	if !root.isSkill() {
		for _, c := range root.children() {
			if c.at != "skills" && holds(c, 1) {
				return root
			}
		}
	}
	if holds(inner, 0) {
		return inner
	}
	return root
}

// holds reports whether a folder is a skill, or has one below it.
func holds(f folder, depth int) bool {
	if f.isSkill() {
		return true
	}
	return depth < mostDepth && slices.ContainsFunc(f.children(), func(c folder) bool { return holds(c, depth+1) })
}

// below6 are the skills below a folder, level by level.
func below6(base folder) (found []folder) {
	queue := some(base.children(), base)
	for scans := 1; len(queue) > 0; queue = queue[1:] {
		f := queue[0]
		if f.isSkill() {
			found = append(found, f)
			continue
		}
		if f.depth >= mostDepth || scans == mostScans {
			continue
		}
		scans++
		list := f.children()
		queue = append(queue, list[:min(len(list), mostFolders)]...)
	}
	return found
}

// some are the first folders of a place, and its folder skills, below which one may look a level deeper.
func some(list []folder, base folder) []folder {
	kept := list[:min(len(list), mostFolders)]
	for _, f := range list[len(kept):] {
		if f.name == "skills" {
			kept = append(slices.Clip(kept), f)
		}
	}
	for i := range kept {
		kept[i].depth = 1
		if kept[i].name == "skills" && !kept[i].isSkill() {
			kept[i].depth = 0
		}
	}
	return kept
}
