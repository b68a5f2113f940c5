package state

import (
	"fmt"
	"io"
	"strings"

	"lily/core/answer"
	"lily/core/archive"
	"lily/core/loader"
	"lily/core/sight"
	"lily/core/tree"
	"lily/web/port"
)

// Exports hands things to the person: texts, skills, files, sessions, everything (VF-7).
type Exports struct {
	part
	files   port.Files
	bundles port.Bundles
}

// Copy copies a text, and says what it was.
func (x *Exports) Copy(what, text string) {
	x.files.Copy(text)
	x.Say("Copied " + what + ".")
}

// Skill exports a skill's folder as it is now, or as the snapshot has it where it is gone.
func (x *Exports) Skill(c *loader.Candidate) { x.Skills([]*loader.Candidate{c}) }

// Skills exports the folders of skills, as they are now or as the snapshot has them. One of them
// is by its name, and more are below their sources, since two sources may share a name.
func (x *Exports) Skills(list []*loader.Candidate) {
	if len(list) == 1 {
		all, err := tree.Tree{}.Graft(list[0].Name, x.now(list[0]))
		x.hand(list[0].Name, all, err)
		return
	}
	several := folders{}
	for _, c := range list {
		folder := x.now(c)
		several.put(TreePath(c.Path), &folder)
	}
	all, err := several.in(tree.Tree{})
	x.hand("skills", all, err)
}

// now is a skill's folder as it is, or as the snapshot has it where it is gone.
func (x *Exports) now(c *loader.Candidate) tree.Tree {
	folder, err := x.engine.World().Tree.At(TreePath(c.Path))
	if err != nil {
		return c.Folder()
	}
	return folder
}

// Root exports /user or /workspace.
func (x *Exports) Root(name string) {
	part, err := x.engine.World().Part(name)
	x.hand(name, part, err)
}

// Files hands over all files and rules, and no session.
func (x *Exports) Files() {
	x.hand("lily-files", x.engine.World().Everything(), nil)
}

// hand hands a tree to the person as a zip, and says how it went.
func (x *Exports) hand(name string, t tree.Tree, err error) {
	done := func(err error) {
		if err != nil {
			x.Warn("Nothing was exported: " + err.Error() + ".")
		} else {
			x.Say("Exported " + answer.Number(t.Files(), "file") + " as " + name + ".zip.")
		}
	}
	if err != nil {
		done(err)
		return
	}
	x.Say("Exporting " + name + ".zip…")
	write := func(w io.Writer) error { return archive.Write(w, t) }
	x.files.Download(name+".zip", write, func(err error) { x.Post(func() { done(err) }) })
}

// Session hands a session to the person as a bundle.
func (x *Exports) Session(id string) {
	x.Say("Exporting session " + x.sessions.Name(id) + "…")
	said := "Exported session " + x.sessions.Name(id) + "."
	x.sessions.alter(func() error { return x.bundles.ExportSession(id) }, func() { x.Say(said) })
}

// Everything hands over all that is kept.
func (x *Exports) Everything() {
	x.Say("Exporting everything…")
	var left []string
	export := func() (err error) {
		left, err = x.bundles.ExportAll()
		return err
	}
	x.sessions.alter(export, func() {
		if x.Say("Exported everything."); len(left) > 0 {
			x.Warn("Exported everything that can be read. " + Several(left) +
				" The file left-out.txt in the export says so, too.")
		}
	})
}

// Several are the first of some sentences, and how many more there are.
func Several(sentences []string) string {
	const most = 5
	text := sight.Show(strings.Join(sentences[:min(len(sentences), most)], " "))
	if more := len(sentences) - most; more > 0 {
		text += fmt.Sprintf(" There are %d more.", more)
	}
	return text
}
