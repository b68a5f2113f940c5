package call

import (
	"strings"

	"lily/core/ground"
)

// bring makes part of the world what the call is about of the person's project: the file of a tool that takes one, and
// for a program what it gets. A search reads by itself.
func (c *Call) bring(t Turn) error {
	p := t.Project()
	if _, recalled := t.Runner().(Recall); p == nil || recalled {
		return nil
	}
	if c.program != nil {
		words := append(c.program.Argv[:len(c.program.Argv):len(c.program.Argv)], scriptWords(c.program.Argv)...)
		paths, said := p.Share(t.Input().Tree, words)
		c.shared = said
		return t.Bring(paths)
	}
	if !c.Tool.Files || c.Tool.Searches() {
		return nil
	}
	at, err := c.Tool.Path(c.Args)
	if err != nil || !strings.HasPrefix(at, ground.Top+"/") {
		return nil // the tool says what is wrong
	}
	asked, _ := c.Args["path"].(string)
	if _, own := pinned(c.Skill, asked); own && !c.Tool.Writes {
		return nil // a file of the skill (CV-5)
	}
	return t.Bring([]string{at})
}

// scriptWords are the words of the scripts that are given as one word, as after bash -c.
func scriptWords(words []string) (list []string) {
	for _, w := range words {
		if strings.ContainsAny(w, " \t\n;") {
			list = append(list, strings.FieldsFunc(w, func(r rune) bool { return strings.ContainsRune(" \t\n;|&<>()'\"", r) })...)
		}
	}
	return list
}
