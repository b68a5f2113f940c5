package conversation

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/command"
	"lily/core/sight"
	"lily/core/skill"
	"lily/web/html"
	"lily/web/words"
)

const formID = "tool-form"

// form is what a person fills in for one call of a skill's tool: a field for each parameter (UI.md, slash menu).
type form struct {
	skill string
	tool  skill.Tool
	typed map[string]string // by parameter
	wrong string
}

// openForm begins with what is typed already.
func (c *composer) openForm() {
	name, t, _ := ownTool(c.Store, c.text)
	c.form = &form{skill: name, tool: t, typed: map[string]string{}}
	l, _ := command.Parse(c.text)
	_, rest := command.Word(l.Args)
	_, rest = command.Word(rest)
	if args, err := command.Bind(rest, t.Params); err == nil {
		for name, v := range args {
			c.form.typed[name] = written(v)
		}
	}
}

// written is a value as its field holds it: the items of a list stand one a line.
func written(v any) string {
	switch v := v.(type) {
	case []string:
		return strings.Join(v, "\n")
	case string:
		return v
	}
	data, _ := json.Marshal(v) // a number or a boolean
	return string(data)
}

func (f *form) dialog(c *composer) app.UI {
	if f == nil {
		return html.With("div", "")
	}
	shut := func() { c.form = nil; html.Focus(BoxID) }
	return html.Dialog{ID: formID, Title: f.skill + ": " + f.tool.Name, Shut: shut, Content: func() []app.UI {
		return []app.UI{
			html.Maybe("p", "lead", f.tool.Description),
			html.With("form", "tool-form",
				app.Range(f.tool.Params).Slice(func(i int) app.UI { return f.field(f.tool.Params[i]) }),
				html.With("p", "failure", html.Say(f.wrong)).Role("alert").Hidden(f.wrong == ""),
				html.With("div", "row-of-acts",
					html.Unless(words.Either(c.view().Busy, "a request is under way", ""), html.Text("button", "main", "Run").Attr("type", "submit")),
					html.Button("Cancel", "Cancel: run nothing", func() { html.Shut(formID) }),
				),
			).Aria("label", sight.Show("Arguments of "+f.tool.Name)).OnSubmit(func(_ app.Context, e app.Event) { e.PreventDefault(); c.run() }),
		}
	}}.While(true)
}

func (f *form) field(p skill.Param) app.UI {
	id := "tool-form-" + p.Name
	put := func(ctx app.Context, _ app.Event) { f.typed[p.Name] = ctx.JSSrc().Get("value").String() }
	tag := words.Either(p.Type == "array", "textarea", "input")
	box := html.El(tag).ID(id).Attr("autocomplete", "off").Attr("value", f.typed[p.Name]).Aria("describedby", id+"-about").Aria("required", p.Required).
		OnInput(put, app.EventScope(id))
	switch p.Type {
	case "boolean":
		return html.With("div", "field", html.Choose(id, p.Name, f.typed[p.Name], truths(p.Required), func(v string) { f.typed[p.Name] = strings.TrimSpace(v) }), about(id, p))
	case "integer", "number":
		box.Attr("type", "text").Attr("inputmode", "decimal")
	case "string":
		box.Attr("type", "text")
	}
	return html.With("div", "field", html.Text("label", "", p.Name+words.Either(p.Required, "", " (may be left out)")).Attr("for", id), box, about(id, p))
}

// truths are the choices of a boolean. A blank is one that is left out.
func truths(required bool) []html.Choice {
	list := []html.Choice{{Value: " ", Label: "Choose"}, {Value: "true", Label: "true"}, {Value: "false", Label: "false"}}
	if !required {
		list[0].Label = "Left out"
	}
	return list
}

func about(id string, p skill.Param) app.UI {
	return html.Text("p", "hint", words.Title(p.Type)+words.Either(p.Type == "array", ", one item a line", "")+". "+p.Description).ID(id + "-about")
}

// run sends the call, where what is filled in fits.
func (c *composer) run() {
	f := c.form
	text, err := f.object()
	if err == nil {
		_, err = command.Bind(text, f.tool.Params)
	}
	if err != nil {
		f.wrong = err.Error()
		return
	}
	line := "/skill " + f.skill + " " + f.tool.Name + " " + text
	c.form = nil
	html.Shut(formID)
	c.fill("")
	c.Store.Talk.Send(line)
}

// object is what is filled in as one JSON object, in the order of the parameters.
func (f *form) object() (string, error) {
	var parts []string
	for _, p := range f.tool.Params {
		typed, there := f.typed[p.Name], strings.TrimSpace(f.typed[p.Name]) != ""
		if !there && (!p.Required || p.Type != "string") {
			if p.Required {
				return "", command.Errorf(command.InvalidArguments, "Fill in %s.", p.Name)
			}
			continue
		}
		value, err := encoded(p, typed)
		if err != nil {
			return "", err
		}
		parts = append(parts, strconv.Quote(p.Name)+": "+value)
	}
	return "{" + strings.Join(parts, ", ") + "}", nil
}

func encoded(p skill.Param, typed string) (string, error) {
	switch p.Type {
	case "integer", "number", "boolean":
		if typed = strings.TrimSpace(typed); !json.Valid([]byte(typed)) {
			return "", command.Errorf(command.InvalidArguments, "%s: got %q, want %s.", p.Name, typed, article(p.Type))
		}
		return typed, nil
	case "array":
		lines := slices.DeleteFunc(strings.Split(typed, "\n"), func(s string) bool { return strings.TrimSpace(s) == "" })
		data, err := json.Marshal(lines)
		return string(data), err
	}
	data, err := json.Marshal(typed)
	return string(data), err
}

func article(kind string) string { return words.Either(kind == "integer", "an ", "a ") + kind }
