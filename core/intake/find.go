package intake

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"
	"unicode"

	"lily/core/loader"
	"lily/core/skill"
	"lily/core/tree"
)

// found is a skill of the drop before it is judged; at is its folder in the
// drop, empty for a SKILL.md that has none.
type found struct {
	name, at string
	folder   tree.Tree
}

// find takes every folder that holds a SKILL.md, and one SKILL.md that lies
// directly in the drop.
func (p *Plan) find(drop tree.Tree) {
	var rest tree.Builder
	list := p.folders(nil, &rest, "", drop)
	list = slices.DeleteFunc(append(p.lone(rest.Tree()), list...), p.mixed)
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.at, b.at)) < 0
	})
	first := found{}
	for _, f := range list {
		if first.name == f.name {
			p.Refused = append(p.Refused, Refusal{f.from(), "name_twice", fmt.Sprintf(
				"The drop holds two skills named %q, at %s and at %s; the first is taken.", f.name, first.from(), f.from(),
			)})
			continue
		}
		first = f
		p.Skills = append(p.Skills, Planned{
			Name: f.name, From: f.from(), Files: f.folder.Files(), Bytes: f.folder.Bytes(), Tree: f.folder,
		})
	}
}

func (f found) from() string { return cmp.Or(f.at, loader.File) }

// folders goes down until it meets a skill; what it passes belongs to none.
func (p *Plan) folders(list []found, rest *tree.Builder, at string, sub tree.Tree) []found {
	for e := range sub.Children() {
		below := path.Join(at, e.Name)
		switch {
		case !e.Dir:
			data, _ := sub.ReadFile(e.Name) // a drop is in memory
			_ = rest.Put(below, data)       // it was in a tree
		case isSkill(e.Sub):
			list = append(list, found{e.Name, below, e.Sub})
		default:
			list = p.folders(list, rest, below, e.Sub)
		}
	}
	return list
}

func isSkill(folder tree.Tree) bool {
	_, ok := folder.File(loader.File)
	return ok
}

// lone makes a skill of a SKILL.md that lies directly in the drop. What else
// is in no skill comes along with it, as it does with any SKILL.md. Without
// one, archives are refused and the others are loose.
func (p *Plan) lone(rest tree.Tree) []found {
	var b tree.Builder
	for at, f := range rest.Walk() {
		if isArchive(at) {
			p.Refused = append(p.Refused, Refusal{at, "archive", "Archives are not taken yet; unpack it and drop the folder."})
			continue
		}
		data, _ := f.Bytes() // a drop is in memory
		_ = b.Put(at, data)  // it was in a tree
	}
	folder := b.Tree()
	data, err := folder.ReadFile(loader.File)
	if err != nil {
		p.Loose += folder.Files()
		return nil
	}
	name := declared(data)
	if usable(name) {
		return []found{{name, "", folder}}
	}
	p.Loose += folder.Files() - 1
	p.Refused = append(p.Refused, Refusal{loader.File, "name_missing", nameless(name)})
	return nil
}

// declared is the name that a SKILL.md gives itself.
func declared(data []byte) string {
	for _, f := range skill.Parse("", data).Fields {
		if f.Key == "name" && f.Scalar {
			return strings.TrimSpace(f.Value)
		}
	}
	return ""
}

func usable(name string) bool {
	return tree.Check(name) == nil && !strings.ContainsAny(name, `/\`) && name[0] != '.' && !LeftOut(name) &&
		strings.IndexFunc(name, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }) < 0
}

func nameless(name string) string {
	if name == "" {
		return "The SKILL.md has no folder and no name of its own; put it in a folder named as the skill and drop that."
	}
	if len(name) > 80 {
		name = strings.ToValidUTF8(name[:80], "") + "…"
	}
	return fmt.Sprintf("The SKILL.md has no folder, and its name %+q cannot name one; put it in a folder and drop that.", name)
}

// mixed reports whether a file of the skill came twice.
func (p *Plan) mixed(f found) bool {
	return slices.ContainsFunc(p.Refused, func(r Refusal) bool {
		return r.Code == "path_twice" && (f.at == "" || strings.HasPrefix(r.Path, f.at+"/"))
	})
}
