package start

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/skill"
	"lily/web/html"
	"lily/web/words"
)

const (
	nameID   = "new-skill-name"
	aboutID  = "new-skill-description"
	formatID = "new-skill-format"
	saidID   = "new-skill-wrong"
)

// form is what a person has typed of a new skill.
type form struct {
	open        bool
	name, about string
	format      skill.Format
	wrong       string // why it was not made
}

var formats = []html.Choice{
	{Value: string(skill.AgentSkills), Label: "Agent Skills: read by many agents"},
	{Value: string(skill.Lily), Label: "Lily: an alias, modes, programs that it needs"},
	{Value: string(skill.Tools), Label: "Tools: commands with parameters"},
}

func (d *Doc) newSkill() app.UI {
	if d.form.format == "" {
		d.form.format = skill.AgentSkills
	}
	return html.With("form", "start-form",
		html.Text("h3", "", "New skill"),
		field(nameID, "Name", "Small letters, digits and hyphens. It is the name of the folder, too.", d.form.name, func(v string) { d.form.name = v }),
		html.Choose(formatID, "Format", string(d.form.format), formats, func(v string) { d.form.format = skill.Format(v) }),
		field(aboutID, "Description", "What it does, and when it is to be used: a model sees no more when it chooses.", d.form.about, func(v string) { d.form.about = v }),
		html.With("p", "failure", html.Say(d.form.wrong)).ID(saidID).Role("alert").Hidden(d.form.wrong == ""),
		html.With("div", "row-of-acts",
			html.Unless(d.Store.Sessions.Held(), html.Text("button", "main", "Create").Attr("type", "submit")),
			html.Button("Cancel", "Cancel: make no skill", func() { d.form = form{}; html.Rest() }),
		),
	).Aria("label", "New skill").OnSubmit(func(_ app.Context, e app.Event) { e.PreventDefault(); d.create() })
}

func field(id, label, hint, value string, put func(string)) app.UI {
	return html.With("div", "field",
		html.Text("label", "", label).Attr("for", id),
		html.Void("input").Attr("type", "text").ID(id).Attr("autocomplete", "off").Attr("value", value).Aria("describedby", id+"-hint").
			OnInput(func(ctx app.Context, _ app.Event) { put(ctx.JSSrc().Get("value").String()) }, app.EventScope(id)),
		html.Text("p", "hint", hint).ID(id+"-hint"),
	)
}

// create makes the skill, unless something is found in it or its name is taken.
func (d *Doc) create() {
	f := &d.form
	name := strings.TrimSpace(f.name)
	text := skill.Fresh(f.format, name, f.about)
	if f.wrong = wrong(name, f.about, text); f.wrong != "" {
		d.Store.Loop.Changed()
		html.Focus(words.Either(strings.TrimSpace(f.about) == "" && name != "", aboutID, nameID))
		return
	}
	path := "workspace/skills/" + name
	d.Store.Edits.Fresh(path, text, func(err error) {
		if err != nil {
			f.wrong = words.Title(words.Endless(err)) + "."
			html.Focus(nameID)
			return
		}
		*f = form{}
		d.Store.Shown.OpenFile(path + "/SKILL.md")
		html.Focus(html.FileText(path + "/SKILL.md"))
	})
}

// wrong is the first thing that would be found in the new skill.
func wrong(name, about, text string) string {
	switch {
	case name == "":
		return "Give the skill a name."
	case strings.ContainsAny(name, "/\\") || name == "." || name == "..":
		return "The name cannot be that of a folder: it may hold small letters, digits and hyphens."
	case strings.TrimSpace(about) == "":
		return "Say what the skill does, and when it is to be used."
	}
	if found := skill.Parse(name, []byte(text)).Findings; len(found) > 0 {
		return found[0].Message
	}
	return ""
}
