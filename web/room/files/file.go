package files

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/diff"
	"lily/core/loader"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/drafts"
	"lily/web/editor"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// Doc shows one file of the world, and edits it.
type Doc struct {
	app.Compo
	Store  *state.Store
	Drafts *drafts.Drafts
	Path   string
	Rev    int

	diff struct { // the comparison that was made last
		key  [2]tree.Digest
		list []diff.Line
		left int
	}
}

// Render implements [app.Composer].
func (p *Doc) Render() app.UI {
	path := p.Path
	now, ok := p.Store.Sessions.World().Tree.File(path)
	f := pin(p.Store.Sessions.Snapshot(), path)
	if !ok {
		return p.gone(path, f)
	}
	text, err := state.TextOf(now)
	digest, shown := now.Digest(), err == nil && state.Readable(text)
	about := []string{
		words.Size(now.Size()), words.Either(shown, oddEnds[words.LineEnds(text)], ""),
		words.Either(state.Writable(path), "", "read-only: it comes with Lily"), f.since(digest),
	}
	about = slices.DeleteFunc(about, func(s string) bool { return s == "" })
	return titled(path,
		html.With("div", "file-about",
			html.Digest("the file", digest.String(), p.Store.Exports.Copy),
			html.Text("p", "hint", strings.Join(about, " · ")),
			html.With("div", "row-of-acts", p.fileActs(path, text, digest, shown)...),
		),
		p.trusting(path),
		html.With("div", "file-text", app.If(shown, func() app.UI { return p.fileText(path, text) }).Else(func() app.UI {
			return html.Text("p", "hint", editor.Unshown(err))
		})),
		p.difference(f, text, digest),
	)
}

func titled(path string, body ...app.UI) app.UI {
	title := html.Text("h3", "", "/"+path).ID(html.FileTitle(path)).TabIndex(-1).Attr("dir", "auto")
	return html.With("section", "file", append([]app.UI{title}, body...)...).Aria("labelledby", html.FileTitle(path))
}

var oddEnds = map[string]string{"CRLF": "lines end with CRLF", "mixed": "line ends are mixed; saving an edit makes all of them LF"}

func (p *Doc) fileActs(path, text string, digest tree.Digest, shown bool) []app.UI {
	s := p.Store
	return []app.UI{
		app.If(shown, func() app.UI {
			copied := func() { s.Exports.Copy("the text of /"+path, text) }
			return html.ButtonFor(path+" "+digest.Short(), "Copy text", "", copied, "small")
		}),
		html.ButtonFor(path, "Copy path", "", func() { s.Exports.Copy("the path", "/"+path) }, "small"),
		app.If(state.Writable(path), func() app.UI {
			return deleter(p.Store, path, "Delete", "Delete the file; the notice has an Undo", "Deleted /"+path+".")
		}),
	}
}

// trusting says where a file came from that is no skill's, and lets the person trust it (PO-5). A skill is trusted as a
// whole.
func (p *Doc) trusting(path string) app.UI {
	s, at := p.Store, "/"+path
	w := s.Sessions.World()
	known := w.Origins.Of(at)
	inSkills := slices.ContainsFunc(w.Roots, func(r world.Root) bool { return strings.HasPrefix(path, r.Path+"/") })
	return html.When(len(known) > 0 && !inSkills, func() app.UI {
		said := known.Said()
		trust := func() { s.Edits.TrustAll("You trust "+at+" now.", w, []string{at}) }
		return html.With("section", "reasons",
			html.Text("h5", "", "Not your own"),
			app.Range(said).Slice(func(i int) app.UI { return html.Foreign("p", "", said[i]) }),
			html.Text("p", "", "A program that would run it is asked about each time. Look at it first."),
			html.Unless(s.Sessions.Held(), html.ButtonFor(path+" "+w.Tree.Digest().Short(), "Trust this file", "", trust)),
		).Aria("label", "Not your own")
	})
}

func deleter(s *state.Store, path, text, label, said string) app.UI {
	return html.ButtonFor(path, text, label, func() { s.Edits.Remove(path, said) }, "small").
		Attr("disabled", s.Sessions.Held() != "")
}

func (p *Doc) fileText(path, text string) app.UI {
	return &editor.Editor{
		Drafts: p.Drafts, Rev: p.Store.Loop.Rev(), Key: html.FileText(path), Of: path, Label: "Text of /" + path, Text: text,
		ReadOnly: !state.Writable(path) || p.Store.Sessions.Held() != "", Save: p.Store.Edits.Saver(path),
		Judge: editor.Skill(path), Reload: editor.Reloads(p.Store, "/reload_skills"),
	}
}

// gone stands for a file that is no more; what the snapshot pins can be put back (SN-3).
func (p *Doc) gone(path string, f pinned) app.UI {
	s := p.Store
	return titled(path,
		html.Text("p", "", "There is no such file now."),
		html.When(f.there && state.Writable(path), func() app.UI {
			return html.El("button").Attr("type", "button").Textf("Put it back as snapshot v%d has it", s.Sessions.Snapshot().Version).
				Attr("disabled", s.Sessions.Held() != "").
				OnClick(func(app.Context, app.Event) { s.Edits.PutBack(f.in, path, f.file) }, app.EventScope(path, f.digest.Short()))
		}),
		html.When(p.Drafts.Of(path) != nil && s.Sessions.Held() == "", func() app.UI { return p.fileText(path, "") }),
	)
}

// pinned is a file as the snapshot pins it.
type pinned struct {
	in     *loader.Candidate // whose folder it is in; nil for none
	there  bool
	file   tree.Blob
	digest tree.Digest
}

func pin(snap *loader.Snapshot, path string) pinned {
	var f pinned
	for _, c := range snap.Candidates {
		if strings.HasPrefix(path, state.TreePath(c.Path)+"/") && (f.in == nil || len(c.Path) > len(f.in.Path)) {
			f.in = c
		}
	}
	if f.in != nil {
		if f.file, f.there = f.in.Folder().File(path[len(state.TreePath(f.in.Path))+1:]); f.there {
			f.digest = f.file.Digest()
		}
	}
	return f
}

func (f pinned) since(digest tree.Digest) string {
	switch {
	case f.in == nil:
		return "no skill of the snapshot has this file"
	case !f.there:
		return "new: the snapshot's " + f.in.Name + " does not have it"
	case f.digest != digest:
		return "changed since the snapshot"
	}
	return "as the snapshot has it"
}

func (p *Doc) difference(f pinned, text string, digest tree.Digest) app.UI {
	if !f.there || f.digest == digest || !state.Readable(text) {
		return html.El("div")
	}
	was, err := state.TextOf(f.file)
	if err != nil || !state.Readable(was) {
		return html.El("div")
	}
	if key := [2]tree.Digest{f.digest, digest}; p.diff.key != key {
		p.diff.key = key
		p.diff.list, p.diff.left = diff.Lines(was, text, diff.Most)
	}
	return html.With("div", "since",
		html.El("h4").Textf("Since snapshot v%d", p.Store.Sessions.Snapshot().Version),
		html.DiffBox(p.diff.list, p.diff.left),
	)
}
