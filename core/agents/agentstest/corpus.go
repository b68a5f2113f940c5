package agentstest

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Corpus are the collections of real skills in a folder, as installations: the topmost folders named skills as they
// are ("corpus/COLLECTION", and with their path where a collection has several), and each collection once with every
// SKILL.md as a direct child ("corpus/COLLECTION/flat"), where the first in order of paths wins a name. A folder
// without collections gives none. Links are left out.
func Corpus(fsys fs.FS) ([]Case, error) {
	entries, err := fs.ReadDir(fsys, ".")
	var list []Case
	for _, e := range entries {
		if err == nil && e.IsDir() {
			var some []Case
			some, err = collection(fsys, e.Name())
			list = append(list, some...)
		}
	}
	slices.SortFunc(list, func(a, b Case) int { return strings.Compare(a.Name, b.Name) })
	return list, err
}

func collection(fsys fs.FS, name string) ([]Case, error) {
	flat := dropped("corpus/"+name+"/flat", "real skills, each a direct child")
	roots := map[string]Case{}
	err := fs.WalkDir(fsys, name, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := fs.ReadFile(fsys, p)
		if err != nil {
			return err
		}
		if root, rest, ok := topmost(p); ok {
			if roots[root].Files == nil {
				roots[root] = dropped("corpus/"+root, "real skills, as they are")
			}
			roots[root].Files["skills/"+rest] = data
		}
		to := "skills/" + path.Base(path.Dir(p)) + "/SKILL.md"
		if path.Base(p) == "SKILL.md" && flat.Files[to] == nil {
			flat.Files[to] = data
		}
		return nil
	})
	list := []Case{flat}
	for _, c := range roots {
		if len(roots) == 1 {
			c.Name = "corpus/" + name
		}
		list = append(list, c)
	}
	return list, err
}

// topmost is the first folder named skills on a path, and what is below it.
func topmost(p string) (root, rest string, ok bool) {
	before, below, found := strings.Cut(p, "/skills/")
	if !found {
		return "", "", false
	}
	return before + "/skills", below, true
}

func dropped(name, why string) Case {
	return Case{Name: name, Why: why, Cwd: "project", Windows: []int{32_000, 200_000, 1_000_000}, Files: map[string][]byte{}}
}
