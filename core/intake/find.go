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
// drop or in the archive, empty for a SKILL.md that has none.
type found struct {
	name, at, archive string
	folder            tree.Tree
	links             []tree.Skip // in it, that are not followed
}

func (f found) from() string { return path.Join(f.archive, cmp.Or(f.at, loader.File)) }

// find takes every folder that holds a SKILL.md, and one SKILL.md that lies
// directly in the drop or in an archive.
func (g *gathered) find() Drop {
	d := Drop{refused: g.refused, loose: g.loose}
	var rest tree.Builder
	list := d.folders(nil, &rest, "", "", g.tree)
	list = append(d.lone(rest.Tree()), list...)
	mixed := mixed(g.refused)
	list = slices.DeleteFunc(list, func(f found) bool { return mixed[f.at] })
	for _, a := range g.archives {
		list = append(list, d.archived(a)...)
		if !g.tick.GoOn(1, 1) {
			return Drop{}
		}
	}
	d.once(list)
	return d
}

// once takes the first of those that have one name.
func (d *Drop) once(list []found) {
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.archive, b.archive), cmp.Compare(a.at, b.at)) < 0
	})
	first := found{}
	for _, f := range list {
		if first.name == f.name {
			d.refused = append(d.refused, Refusal{f.from(), "name_twice", fmt.Sprintf(
				"The drop holds two skills named %q, at %s and at %s; the first is taken.", f.name, first.from(), f.from(),
			)})
			continue
		}
		first = f
		d.found = append(d.found, f)
	}
}

// folders goes down until it meets a skill; what it passes belongs to none.
func (d *Drop) folders(list []found, rest *tree.Builder, archive, at string, sub tree.Tree) []found {
	for e := range sub.Children() {
		below := path.Join(at, e.Name)
		switch {
		case !e.Dir && isArchive(e.Name):
			d.refused = append(d.refused, Refusal{path.Join(archive, below), "archive", "An archive inside of a folder or of another archive is not opened; drop it by itself."})
		case !e.Dir:
			data, _ := sub.ReadFile(e.Name) // a drop is in memory
			_ = rest.Put(below, data)       // it was in a tree
		case loader.IsSkill(e.Sub):
			list = append(list, found{name: e.Name, at: below, archive: archive, folder: e.Sub})
		default:
			list = d.folders(list, rest, archive, below, e.Sub)
		}
	}
	return list
}

// archived finds the skills of an archive. One with a SKILL.md at its top is one
// skill, named as that says, or else as the archive is.
func (d *Drop) archived(a opening) []found {
	list := d.inArchive(a)
	for _, l := range a.links {
		in := slices.IndexFunc(list, func(f found) bool { return f.at == "" || strings.HasPrefix(l.Path, f.at+"/") })
		if in >= 0 {
			list[in].links = append(list[in].links, l)
		} else {
			d.refused = append(d.refused, Refusal{path.Join(a.name, l.Path), l.Code, l.Message})
		}
	}
	return list
}

func (d *Drop) inArchive(a opening) []found {
	data, err := a.tree.ReadFile(loader.File)
	if err != nil {
		var rest tree.Builder
		list := d.folders(nil, &rest, a.name, "", a.tree)
		d.loose += rest.Tree().Files()
		return list
	}
	for _, name := range []string{declared(data), strings.TrimSuffix(a.name, path.Ext(a.name))} {
		if usable(name) {
			return []found{{name: name, archive: a.name, folder: a.tree}}
		}
	}
	d.loose += a.tree.Files() - 1
	d.refused = append(d.refused, Refusal{path.Join(a.name, loader.File), "name_missing", "Neither the SKILL.md nor the file name of the archive can name the skill; rename the archive."})
	return nil
}

// lone makes a skill of a SKILL.md that lies directly in the drop. What else
// is in no skill comes along with it, as it does with any SKILL.md. Without
// one it is loose.
func (d *Drop) lone(rest tree.Tree) []found {
	data, err := rest.ReadFile(loader.File)
	if err != nil {
		d.loose += rest.Files()
		return nil
	}
	name := declared(data)
	if usable(name) {
		return []found{{name: name, folder: rest}}
	}
	d.loose += rest.Files() - 1
	d.refused = append(d.refused, Refusal{loader.File, "name_missing", nameless(name)})
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

// mixed are the folders in which a file came twice, and those around them; the
// empty one is the drop itself.
func mixed(refused []Refusal) map[string]bool {
	all := map[string]bool{}
	for _, r := range refused {
		if r.Code != "path_twice" || opened(r.Path) {
			continue
		}
		all[""] = true
		for at := path.Dir(r.Path); at != "." && at != "/" && !all[at]; at = path.Dir(at) {
			all[at] = true
		}
	}
	return all
}
