package lint

import (
	"path/filepath"
	"strings"

	"lily/core/tree"
)

// put puts the texts that are given in the place of files.
func (c *checker) put(p *target, t tree.Tree) (tree.Tree, error) {
	for at, text := range c.Texts {
		rel, below := strings.CutPrefix(at, p.dir+string(filepath.Separator))
		if _, there := t.File(filepath.ToSlash(rel)); !below || !there {
			continue
		}
		next, err := t.Put(filepath.ToSlash(rel), text)
		if err != nil {
			return t, err
		}
		t = next
	}
	return t, nil
}
