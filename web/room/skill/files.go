package skill

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/loader"
	"lily/core/skill"
	"lily/core/tree"
	"lily/web/editor"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// files are the skill's files as they are now, the text of one, and what was found in it.
func (d *Doc) files(c *loader.Candidate) app.UI {
	folder, err := d.Store.Sessions.World().Tree.At(state.TreePath(c.Path))
	if err != nil {
		return html.Text("p", "empty", "The folder "+c.Path+" is not there any more. The snapshot still has it until a reload.")
	}
	var list []string
	at := -1
	for path := range folder.Walk() {
		if path == d.open() {
			at = len(list)
		}
		list = append(list, path)
	}
	if at < 0 && len(list) > 0 {
		at, d.file = 0, list[0]
	}
	return html.With("div", "skill-files",
		&html.Virtual{
			ID: d.id("tree"), Role: "listbox", Label: "Files of " + c.Name, Of: folder.Digest().Short(), Count: len(list), At: &at,
			Row:  func(i int) app.HTMLElem { return fileRow(folder, list[i], list[i] == d.open()) },
			Says: func(i int) string { return list[i] },
			Open: func(i int, byKey bool) {
				if d.file = list[i]; byKey {
					html.Focus(d.id("text"))
				}
			},
		},
		html.With("div", "skill-file", &html.Keyed{ID: d.open(), Of: func() app.UI { return d.text(c, folder) }}),
	)
}

// open is the file that is shown.
func (d *Doc) open() string {
	if d.file == "" {
		return loader.File
	}
	return d.file
}

func fileRow(folder tree.Tree, path string, now bool) app.HTMLElem {
	f, _ := folder.File(path)
	dir, name := "", path
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir, name = path[:i+1], path[i+1:]
	}
	row := html.With("div", "file-row", html.With("span", "file-name", html.Foreign("span", "hint", dir), html.Name(name)), html.Text("span", "hint", words.Size(f.Size())))
	if now {
		row.Aria("current", "true")
	}
	return row
}

func (d *Doc) text(c *loader.Candidate, folder tree.Tree) app.UI {
	s, path := d.Store, state.TreePath(c.Path)+"/"+d.open()
	file, there := folder.File(d.open())
	if !there {
		return html.Text("p", "empty", "There is no such file now.")
	}
	text, err := state.TextOf(file)
	if err != nil || !state.Readable(text) {
		return html.Text("p", "hint", editor.Unshown(err))
	}
	return html.With("div", "",
		html.With("div", "row-of-acts", html.Foreign("code", "", d.open()),
			html.Text("span", "hint", words.Either(state.Writable(path), "", "read-only: it comes with Lily")),
			html.ButtonFor(path, "Open alone", "Open "+d.open()+" in a document of its own", func() { s.Shown.OpenFile(path); html.Focus(html.FileTitle(path)) }, "small"),
		),
		&editor.Editor{
			Drafts: d.Drafts, Rev: d.Rev, Key: d.id("text"), Of: path, Label: "Text of /" + path, Text: text,
			ReadOnly: !state.Writable(path) || s.Sessions.Held() != "", Save: s.Edits.Saver(path),
			Judge: editor.Skill(path), Reload: editor.Reloads(s, "/reload_skills"),
		},
		d.problems(c),
	)
}

// problems are what the snapshot found in the file that is shown.
func (d *Doc) problems(c *loader.Candidate) app.UI {
	var list []skill.Finding
	for _, f := range c.Findings {
		if f.File == d.open() && f.Severity != skill.Info {
			list = append(list, f)
		}
	}
	return html.When(len(list) > 0, func() app.UI {
		return section("Problems in this file", "findings",
			html.With("ul", "", app.Range(list).Slice(func(i int) app.UI { return d.finding(c, list[i]) })))
	})
}
