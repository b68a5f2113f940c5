package intake

import (
	"slices"
	"strings"

	"lily/core/loader"
	"lily/core/tree"
)

// Fetched is [Gather] of files that were fetched from elsewhere, such as a repository: what is in them counts against
// the same limits, and each skill of them is marked as one out of an archive is. From is where they came from, as it
// is told; name is what a skill at their top is called that does not say it. links are those that are not followed.
func Fetched(from, name string, t tree.Tree, links []tree.Skip) Drop {
	g := gathered{}
	for at, f := range t.Walk() {
		if LeftOut(at) {
			g.loose++
		} else if !g.count(at, f.Size()) {
			return Drop{refused: g.refused}
		}
	}
	t = t.Without(LeftOut)
	if data, err := t.ReadFile(loader.File); err == nil {
		t, links = topped(firstUsable(declared(data), name), t, links)
	}
	g.unpacked = g.archived(from, t, links)
	return g.find()
}

func firstUsable(names ...string) string {
	for _, name := range names {
		if usable(name) {
			return name
		}
	}
	return ""
}

// topped puts a skill that lies at the top into a folder of its name; one without a name stays, and is refused.
func topped(name string, t tree.Tree, links []tree.Skip) (tree.Tree, []tree.Skip) {
	if name == "" {
		return t, links
	}
	in, err := tree.Tree{}.Graft(name, t)
	if err != nil {
		return t, links
	}
	links = slices.Clone(links)
	for i := range links {
		links[i].Path = name + "/" + strings.TrimPrefix(links[i].Path, "/")
	}
	return in, links
}
