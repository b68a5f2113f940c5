package plugin

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"

	"lily/core/tree"
)

// Manifest is what a package says of itself. Its name is required.
type Manifest struct {
	Schema      string `json:"$schema"` // written always as [Schema]
	Name        string `json:"name"`
	Version     string `json:"version,omitempty"`
	Description string `json:"description,omitempty"`
	License     string `json:"license,omitempty"`
}

// Export makes a plugin of a folder of skills: its skills below skills/, each a folder by its own name, and a manifest of
// Agent Plugins 1.0.0. A skill that lies deeper is lifted up, since programs look no deeper; what belongs to no skill is
// left out. Two skills of one name are refused, and so is a name that is none for a plugin.
func Export(t tree.Tree, m Manifest) (tree.Tree, error) {
	if why := Valid(m.Name); why != "" {
		return tree.Tree{}, fmt.Errorf("got the name %q for a plugin: %s", m.Name, why)
	}
	m.Schema = Schema
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return tree.Tree{}, err
	}
	out, err := tree.Tree{}.Put(OpenFile, append(data, '\n'))
	if err != nil {
		return tree.Tree{}, err
	}
	from := map[string]string{}
	for _, dir := range folders(t) {
		name := path.Base(dir)
		if was, ok := from[name]; ok {
			return tree.Tree{}, fmt.Errorf("got two skills in folders named %q, %s and %s; a plugin has one folder for each", name, was, dir)
		}
		from[name] = dir
		sub, err := t.At(dir)
		if err != nil {
			return tree.Tree{}, err
		}
		if out, err = out.Graft(path.Join(Folder, name), sub); err != nil {
			return tree.Tree{}, err
		}
	}
	return out, nil
}

// folders are those with a SKILL.md that lie in no other such folder.
func folders(t tree.Tree) (list []string) {
	var look func(t tree.Tree, at string)
	look = func(t tree.Tree, at string) {
		if _, ok := t.File("SKILL.md"); ok && at != "." {
			list = append(list, at)
			return
		}
		for e := range t.Children() {
			if e.Dir {
				look(e.Sub, path.Join(at, e.Name))
			}
		}
	}
	look(t, ".")
	slices.Sort(list)
	return list
}
