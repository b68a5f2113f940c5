// Package files shows the tree of the world and the folder of this machine that it follows,
// and opens, compares, edits, makes and deletes a file.
//
// It promises that nothing changes before a person says so, and that each change can be
// undone. It reads no more of the tree than it shows.
//
//	&files.List{Store: s, Folder: f}; &files.Doc{Store: s, Drafts: d, Path: "workspace/notes.md"}
package files

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/tree"
	"lily/web/folder"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// fileRows is how many rows are shown before the person asks for more.
const fileRows = 100

const newFileBox = "new-file"

// List shows the tree of the world, and the folder that it follows.
type List struct {
	app.Compo
	Store  *state.Store
	Folder *folder.Folder
	Rev    int

	query string
	first *string         // that the field began with
	more  int             // rows beyond the first
	open  map[string]bool // folders that the person opened or shut
	path  string          // of the file to be made
	wrong string          // what is wrong with it
}

// Render implements [app.Composer].
func (p *List) Render() app.UI {
	s := p.Store
	if p.first == nil {
		p.query = s.Shown.Sought["files"]
		first := p.query
		p.first = &first
	}
	w := s.Sessions.World().Tree
	l := &lister{p: p, left: fileRows + p.more}
	rows := l.rows(w)
	return html.With("div", "files",
		html.With("div", "head",
			html.Text("h2", "", "Files"),
			html.Text("span", "tally", answer.Number(w.Files(), "file")+", "+words.Size(w.Bytes())),
		),
		html.SearchFrom("find-file", "Find a file", *p.first, p.search),
		html.With("div", "scroll tree",
			html.When(len(rows) == 0, p.none),
			html.With("ul", "rows", rows...),
			html.More(l.cut, "files", func() { p.more += fileRows }),
		).TabIndex(0).Role("group").Aria("label", "Files by folder"),
		p.maker(),
		p.mount(),
		html.With("div", "row-of-acts",
			html.Button("Export all files", "Export all files: lily-files.zip with both roots, the persona, the profile and the policy, and no session", s.Exports.Files, "small"),
			html.Button("Export /workspace", "", func() { s.Exports.Root("workspace") }, "small"),
			html.Button("Export /user", "", func() { s.Exports.Root("user") }, "small"),
		),
	)
}

func (p *List) none() app.UI {
	if p.query == "" {
		return html.Text("p", "empty", "There are no files. Drop a folder anywhere on this page, or write the path of a new file below.")
	}
	return html.Text("p", "empty", "No file has “"+p.query+"” in its path. Clear the search to see them all.")
}

func (p *List) search(query string) {
	p.query, p.more = query, 0
	p.Store.Shown.Seek("files", query)
	n := 0
	for path := range p.Store.Sessions.World().Tree.Walk() {
		if strings.Contains(strings.ToLower(path), query) {
			n++
		}
	}
	p.Store.Loop.Status = answer.Number(n, "file")
}

// lister makes rows until there is no room left.
type lister struct {
	p    *List
	left int
	cut  bool // some did not fit
}

func (l *lister) room() bool {
	if l.left == 0 {
		l.cut = true
		return false
	}
	l.left--
	return true
}

func (l *lister) rows(w tree.Tree) (rows []app.UI) {
	if l.p.query == "" {
		return l.folder(w, "")
	}
	for path, f := range w.Walk() {
		if !strings.Contains(strings.ToLower(path), l.p.query) {
			continue
		}
		if !l.room() {
			break
		}
		rows = append(rows, l.p.row(path, "/"+path, f.Size()))
	}
	return rows
}

func (l *lister) folder(t tree.Tree, prefix string) []app.UI {
	var rows []app.UI
	for e := range t.Children() {
		if !l.room() {
			break
		}
		path := prefix + e.Name
		if e.Dir {
			rows = append(rows, l.sub(e, path))
		} else {
			f, _ := t.File(e.Name)
			rows = append(rows, l.p.row(path, e.Name, f.Size()))
		}
	}
	return rows
}

func (l *lister) sub(e tree.Entry, path string) app.UI {
	p, open := l.p, l.p.isOpen(path)
	return html.With("li", "",
		html.Row(path, false, func() { p.turn(path) },
			html.Icon(words.Either(open, "down", "right")),
			html.With("span", "skill-name", html.Name(e.Name)),
			html.Say(" "),
			html.Text("span", "hint", answer.Number(e.Sub.Files(), "file")+", "+words.Size(e.Sub.Bytes())),
			app.If(path == "bundled", func() app.UI { return html.Badge("readonly", "read-only") }),
		).Class("folder").Aria("expanded", open),
		app.If(open && state.Writable(path), func() app.UI {
			return deleter(p.Store, path, "Delete the folder /"+path, "Delete the folder; the notice has an Undo", "Deleted the folder /"+path+".")
		}),
		app.If(open, func() app.UI { return html.With("ul", "rows", l.folder(e.Sub, path+"/")...) }),
	)
}

func (p *List) row(path, name string, size int64) app.UI {
	shown := p.Store.Shown
	open := func() { shown.OpenFile(path) }
	return html.With("li", "", html.Row(path, shown.File == path, open,
		html.With("span", "", html.Name(name)), html.Say(" "), html.Text("span", "hint", words.Size(size))))
}

// isOpen is what the person chose, else true for the top folders and those above what is shown.
func (p *List) isOpen(path string) bool {
	if open, chosen := p.open[path]; chosen {
		return open
	}
	return !strings.Contains(path, "/") || strings.HasPrefix(p.Store.Shown.File, path+"/")
}

func (p *List) turn(path string) {
	if p.open == nil {
		p.open = map[string]bool{}
	}
	p.open[path] = !p.isOpen(path)
}

func (p *List) maker() app.UI {
	box := html.Void("input").Attr("type", "text").ID(newFileBox).Attr("autocomplete", "off").Spellcheck(false).
		Attr("placeholder", "workspace/skills/my_skill/SKILL.md").Aria("describedby", newFileBox+"-error").
		OnInput(func(ctx app.Context, _ app.Event) { p.path = ctx.JSSrc().Get("value").String() }).
		OnKeyDown(func(_ app.Context, e app.Event) {
			if e.Get("key").String() == "Enter" && !e.Get("isComposing").Bool() {
				p.create()
			}
		})
	if p.wrong != "" {
		box.Aria("invalid", "true")
	}
	return html.With("div", "maker",
		html.With("div", "field", html.Text("label", "", "Path of a new file").Attr("for", newFileBox), box),
		html.Button("New file", "", p.create).Attr("disabled", p.Store.Sessions.Held() != ""),
		html.Text("p", "wrong", p.wrong).ID(newFileBox+"-error").Role("alert"),
	)
}

func (p *List) create() {
	path := strings.TrimPrefix(strings.TrimSpace(p.path), "/")
	if p.wrong = p.unfit(path); p.wrong != "" {
		return
	}
	p.Store.Edits.Create(path, func(err error) {
		if err != nil {
			return
		}
		p.path = ""
		p.Store.Shown.OpenFile(path)
		if box := app.Window().GetElementByID(newFileBox); box.Truthy() {
			box.Set("value", "")
		}
	})
}

// unfit says in a sentence why no file can be made at a path, or nothing.
func (p *List) unfit(path string) string {
	if path == "" {
		return "Write the path of the file first."
	}
	if err := tree.Check(path); err != nil {
		return fmt.Sprintf("The %s.", err)
	}
	if !state.Writable(path) {
		return "A file can be made below /user, /workspace and /persona only."
	}
	if _, ok := p.Store.Sessions.World().Tree.File(path); ok {
		return "There is a file at /" + path + " already. Find it above to open it."
	}
	return ""
}
