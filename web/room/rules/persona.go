package rules

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/loader"
	"lily/core/persona"
	"lily/core/session"
	"lily/core/tree"
	"lily/web/drafts"
	"lily/web/editor"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// parts are the names of a persona's files, in the order of CV-1.
var parts = []string{"SOUL", "IDENTITY", "USER", "AGENTS"}

// Persona shows who speaks and which file gave what, and edits the active agent's (PE-1, PE-2).
type Persona struct {
	app.Compo
	Store  *state.Store
	Drafts *drafts.Drafts
	Rev    int

	part string // that is edited; empty for the first
}

// Render implements [app.Composer].
func (p *Persona) Render() app.UI {
	st := p.Store.Sessions.State()
	w := p.Store.Sessions.World().Tree
	return html.With("div", "persona",
		html.With("div", "head", html.Text("h3", "", "Persona"), html.Text("span", "tally", "agent "+st.Agent)),
		p.behind(w, st),
		html.Text("h4", "", "Agents"),
		p.agents(persona.Agents(w), st.Agent),
		html.Text("h4", "", "What the session read"),
		p.given(st.Persona),
		strays(w),
		html.Text("h4", "", "Edit"),
		p.editing(w, st.Agent),
	)
}

// behind says that the files have moved on since the session read them.
func (p *Persona) behind(w tree.Tree, st session.State) app.UI {
	now, err := persona.Load(w, st.Agent)
	same := slices.EqualFunc(now.Parts, st.Persona.Parts, func(x, y persona.Part) bool {
		return x.Name == y.Name && x.Path == y.Path && x.Digest == y.Digest
	})
	return html.With("div", "", app.If(err != nil, func() app.UI {
		return html.Text("p", "ahead", "The folder of the agent "+st.Agent+" is gone. The session keeps what it read; switch to another agent, or write one of the files below.")
	}).ElseIf(!same, func() app.UI {
		return html.With("section", "ahead",
			html.Text("p", "", "The files differ from what the session read."),
			html.With("p", "row-of-acts", p.sends("/reload_persona", "Reload persona", "main")),
		).Aria("label", "The persona is behind")
	}))
}

// sends is a button for a line, which the session must be able to take.
func (p *Persona) sends(line, text, class string) app.UI {
	s := p.Store
	return html.Button(text, "Run "+line, func() { s.Talk.Send(line) }, class).
		Attr("disabled", s.Sessions.Busy() || s.Sessions.Mute() != "")
}

func (p *Persona) agents(names []string, active string) app.UI {
	return html.With("ul", "", app.Range(names).Slice(func(i int) app.UI {
		return html.With("li", "row-of-acts", html.Text("span", "skill-name", names[i]),
			app.If(names[i] == active, func() app.UI { return html.Badge("active", "active") }).
				Else(func() app.UI { return p.sends("/agent "+names[i], "Switch to "+names[i], "small") }))
	})).Aria("label", "Agents")
}

// given is the table of parts: which file gave which (PE-1).
func (p *Persona) given(read persona.Persona) app.UI {
	rows := [][]app.UI{}
	for _, name := range parts {
		i := slices.IndexFunc(read.Parts, func(part persona.Part) bool { return part.Name == name })
		if i < 0 {
			rows = append(rows, []app.UI{html.Say(name), html.Say("no file gives it"), html.Say(""), html.Say("")})
			continue
		}
		part := read.Parts[i]
		by := html.Text("span", "", "the built-in default")
		if part.Path != persona.BuiltIn {
			open := func() { p.Store.Shown.OpenFile(state.TreePath(part.Path)) }
			by = html.ButtonFor(part.Path, part.Path, "Open in the files pane", open, "small")
		}
		size, digest := html.Say(words.Size(int64(len(part.Text)))), html.Digest(name, part.Digest.String(), p.Store.Exports.Copy)
		rows = append(rows, []app.UI{html.Say(name), by, size, digest})
	}
	return html.Grid("Parts of the persona", []string{"Part", "Given by", "Size", "Digest"}, rows)
}

func partPath(agent, part string) string {
	if agent == persona.Default {
		return "persona/" + part + ".md"
	}
	return "persona/agents/" + agent + "/" + part + ".md"
}

func (p *Persona) editing(w tree.Tree, agent string) app.UI {
	part := cmp.Or(p.part, parts[0])
	path := partPath(agent, part)
	f, own := w.File(path)
	text, err := "", error(nil)
	if own {
		text, err = state.TextOf(f)
	}
	return html.With("div", "",
		html.Choose("persona-file", "Persona file", part, partChoices(w, agent), func(value string) { p.part = value }),
		html.Text("p", "hint", standing(w, agent, part)),
		&html.Keyed{ID: path, Of: func() app.UI { return p.editor(path, part, text, err) }},
		html.When(own, func() app.UI {
			remove := func() { p.Store.Edits.Remove(path, "Removed /"+path+".") }
			return html.ButtonFor(path, "Remove "+part+".md of "+agent, "", remove).Attr("disabled", p.Store.Sessions.Held() != "")
		}),
	)
}

func (p *Persona) editor(path, part, text string, err error) app.UI {
	if err != nil {
		return html.Text("p", "hint", editor.Unshown(err))
	}
	return &editor.Editor{
		Drafts: p.Drafts, Rev: p.Store.Loop.Rev(), Key: "persona-text", Of: path, Label: part + ".md", Text: text,
		ReadOnly: !utf8.ValidString(text) || p.Store.Sessions.Held() != "", Save: p.Store.Edits.Saver(path), Reload: editor.Reloads(p.Store, "/reload_persona"),
	}
}

func partChoices(w tree.Tree, agent string) []html.Choice {
	list := []html.Choice{}
	for _, part := range parts {
		_, own := w.File(partPath(agent, part))
		list = append(list, html.Choice{Value: part, Label: part + ".md" + words.Either(own, "", " (not there)")})
	}
	return list
}

// standing says what gives a part now, and what an edit or a removal would do.
func standing(w tree.Tree, agent, part string) string {
	path, common := partPath(agent, part), partPath(persona.Default, part)
	_, own := w.File(path)
	_, shared := w.File(common)
	switch {
	case own && agent != persona.Default:
		return "The agent's own file, /" + path + ". Without it, /" + common + " is read, where there is one."
	case own:
		return "The file /" + path + ". Without it, this part is left out."
	case shared:
		return "The agent has no file of its own and takes /" + common + ". Save a text to make /" + path + "."
	}
	return "No file gives this part. Save a text to make /" + path + "."
}

// strays lists the files of personas that give no part, whatever they are called like.
func strays(w tree.Tree) app.UI {
	var list []string
	look := func(dir string) {
		folder, _ := w.At(dir) // where there is none, it has no file
		for e := range folder.Children() {
			if part, is := strings.CutSuffix(e.Name, ".md"); !e.Dir && (!is || !slices.Contains(parts, part)) {
				list = append(list, "/"+dir+"/"+e.Name)
			}
		}
	}
	look("persona")
	for _, agent := range persona.Agents(w) {
		if agent != persona.Default {
			look("persona/agents/" + agent)
		}
	}
	return html.When(len(list) > 0, func() app.UI {
		shown := list[:min(len(list), html.Most)]
		return html.With("div", "", html.With("ul", "decisions", app.Range(shown).Slice(func(i int) app.UI {
			return html.With("li", "decision", ruled(loader.Ineligible, "Warning"), html.Say(" The file "), html.Text("code", "", shown[i]), html.Say(" gives no part: those are "+words.List(parts)+", each with .md."))
		})).Aria("label", "Warnings of the persona"), html.Left(len(list)-len(shown), ""))
	})
}
