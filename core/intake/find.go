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

// planned is what a folder brings that lies at a place in the drop or in an archive, not judged;
// a SKILL.md that has none lies at none.
func planned(name, archive, at string, folder tree.Tree) Planned {
	return Planned{
		Name: name, From: path.Join(archive, cmp.Or(at, loader.File)), Archive: archive,
		Files: folder.Files(), Bytes: folder.Bytes(), Tree: folder, at: at,
	}
}

// find takes every folder that holds a SKILL.md, and one SKILL.md that lies directly in the drop or in an archive.
func (g *gathered) find() Drop {
	list, rest := g.folders("", g.tree)
	lone := g.lone(rest)
	if list = append(list, lone...); len(lone) == 0 {
		g.rest("", rest)
	}
	mixed := mixed(g.refused)
	list = slices.DeleteFunc(list, func(s Planned) bool { return mixed[s.at] })
	list = append(list, g.unpacked...)
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Archive, b.Archive), cmp.Compare(a.at, b.at)) < 0
	})
	g.once(list)
	return g.Drop
}

func (d *Drop) once(sorted []Planned) {
	first := Planned{}
	d.found = slices.DeleteFunc(sorted, func(s Planned) bool {
		if first.Name != s.Name {
			first = s
			return false
		}
		d.refuse(s.From, "name_twice", fmt.Sprintf(
			"The drop holds two skills named %q, at %s and at %s; the first is taken.", s.Name, first.From, s.From,
		))
		return true
	})
}

func (d *Drop) refuse(at, code, message string) {
	d.refused = append(d.refused, Refusal{at, code, message})
}

// folders goes down until it meets a skill; the rest belongs to none.
func (d *Drop) folders(archive string, t tree.Tree) (list []Planned, rest tree.Tree) {
	rest = t.Only(func(at string) bool {
		if isArchive(at) {
			d.refuse(path.Join(archive, at), "archive", "An archive inside of a folder or of another archive is not opened; drop it by itself.")
		}
		return !isArchive(at)
	}, func(at string) bool {
		sub, _ := t.At(at)
		if loader.IsSkill(sub) {
			list = append(list, planned(path.Base(at), archive, at, sub))
		}
		return !loader.IsSkill(sub)
	})
	return list, rest
}

// rest keeps what belongs to no skill, of the drop or of an archive.
func (d *Drop) rest(archive string, t tree.Tree) {
	if d.rests == nil {
		d.rests = map[string]tree.Tree{}
	}
	d.rests[archive] = t
}

// archived finds the skills of an archive. One with a SKILL.md at its top is one
// skill, named as that says, or else as the archive is.
func (d *Drop) archived(name string, t tree.Tree, links []tree.Skip) []Planned {
	list := d.inArchive(name, t)
	for _, l := range links {
		in := slices.IndexFunc(list, func(s Planned) bool { return s.at == "" || strings.HasPrefix(l.Path, s.at+"/") })
		if in >= 0 {
			list[in].links = append(list[in].links, loader.LinkFinding(l, list[in].at))
		} else {
			d.refuse(path.Join(name, l.Path), l.Code, l.Message)
		}
	}
	return list
}

func (d *Drop) inArchive(archive string, t tree.Tree) []Planned {
	data, err := t.ReadFile(loader.File)
	if err != nil {
		list, rest := d.folders(archive, t)
		d.loose += rest.Files()
		d.rest(archive, rest)
		return list
	}
	for _, name := range []string{declared(data), strings.TrimSuffix(archive, path.Ext(archive))} {
		if usable(name) {
			return []Planned{planned(name, archive, "", t)}
		}
	}
	d.loose += t.Files() - 1
	d.refuse(path.Join(archive, loader.File), "name_missing", "Neither the SKILL.md nor the file name of the archive can name the skill; rename the archive.")
	return nil
}

// lone makes a skill of a SKILL.md that lies directly in the drop. What else is in no skill comes
// along with it, as it does with any SKILL.md. Without one it is loose.
func (d *Drop) lone(rest tree.Tree) []Planned {
	data, err := rest.ReadFile(loader.File)
	if err != nil {
		d.loose += rest.Files()
		return nil
	}
	name := declared(data)
	if usable(name) {
		return []Planned{planned(name, "", "", rest)}
	}
	why := "The SKILL.md has no folder and no name of its own; put it in a folder named as the skill and drop that."
	if name != "" {
		why = fmt.Sprintf("The SKILL.md has no folder, and its name %s cannot name one; put it in a folder and drop that.", tree.Quoted(name, 80))
	}
	d.loose += rest.Files() - 1
	d.refuse(loader.File, "name_missing", why)
	return nil
}

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

// mixed are the folders in which a file came twice, and those around them; the empty one is the drop itself.
func mixed(refused []Refusal) map[string]bool {
	all := map[string]bool{}
	for _, r := range refused {
		if r.Code == "path_twice" && !opened(r.Path) {
			all[""] = true
			for at := path.Dir(r.Path); at != "." && at != "/" && !all[at]; at = path.Dir(at) {
				all[at] = true
			}
		}
	}
	return all
}
