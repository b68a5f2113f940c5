package rules

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
	"lily/web/drafts"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// form is fields over one file of rules. A field is kept when it is left, with an Undo; what the file
// would be refused for is said beside it.
type form struct {
	store  *state.Store
	drafts *drafts.Drafts
	of     string            // profile, policy
	wrong  map[string]string // by field
}

// why no field can be changed now, empty where each can: one text is edited in one place.
func (f form) why() string {
	if why := f.store.Sessions.Held(); why != "" {
		return words.Title(why) + "."
	}
	return words.Either(f.drafts.Of(f.of) != nil, "The YAML has changes that are not saved: save or revert it, and the form goes on.", "")
}

// over is the form with the editor of the file beside it, or below.
func (f form) over(editor app.UI, fields ...app.UI) app.UI {
	why := f.why()
	return html.With("div", "rules-edit",
		html.With("fieldset", "rules-form", append(fields, html.Maybe("p", "hint", why))...).
			Attr("disabled", why != "").Aria("label", sight.Show(words.Title(f.of)+" as a form")),
		editor,
	)
}

// field is a control with its label, a hint, and what is wrong with what was last put in.
func (f form) field(id, label, hint string, control app.HTMLElem) app.UI {
	if f.wrong[id] != "" {
		control.Aria("invalid", "true")
	}
	return html.With("div", "field",
		html.Text("label", "", label).Attr("for", id),
		control.ID(id).Aria("describedby", id+"-hint"),
		html.With("p", "hint", html.Say(hint), app.If(f.wrong[id] != "", func() app.UI { return html.Text("span", "wrong", " "+f.wrong[id]).Role("alert") })).ID(id+"-hint"),
	)
}

// text is a field of one line.
func (f form) text(id, label, hint, value string, put func(string) error) app.UI {
	return f.field(id, label, hint, html.El("input").Attr("type", "text").Attr("autocomplete", "off").Spellcheck(false).Attr("value", value).
		OnChange(func(ctx app.Context, _ app.Event) {
			f.put(id, put(strings.TrimSpace(ctx.JSSrc().Get("value").String())))
		}, app.EventScope(id)))
}

// list is a field of names.
func (f form) list(id, label, hint string, names []string, put func([]string) error) app.UI {
	lines := slices.ContainsFunc(names, func(name string) bool { return strings.Contains(name, "\n") })
	if lines {
		hint = "One of them has several lines: edit it as YAML."
	}
	return f.field(id, label, hint, html.El("textarea").Class("names").Attr("disabled", lines).Attr("rows", 1).Spellcheck(false).Attr("value", joined(names)).
		OnChange(func(ctx app.Context, _ app.Event) {
			next := split(ctx.JSSrc().Get("value").String())
			ctx.JSSrc().Set("value", joined(next))
			f.put(id, put(next))
		}, app.EventScope(id)))
}

// choice is a field of which one value is chosen.
func (f form) choice(id, label, hint, value string, list []html.Choice, put func(string) error) app.UI {
	return f.field(id, label, hint, html.El("select").Attr("value", value).Body(html.Options(list, value)...).
		OnChange(func(ctx app.Context, _ app.Event) { f.put(id, put(ctx.JSSrc().Get("value").String())) }, app.EventScope(id)))
}

// check is a field that is on or off.
func (f form) check(id, label string, on bool, put func(bool) error) app.UI {
	return html.With("div", "field check", html.With("label", "",
		html.Void("input").Attr("type", "checkbox").ID(id).Attr("checked", on).
			OnChange(func(ctx app.Context, _ app.Event) { f.put(id, put(ctx.JSSrc().Get("checked").Bool())) }, app.EventScope(id)),
		html.Say(" "+label),
	))
}

func (f form) put(id string, err error) {
	delete(f.wrong, id)
	if err != nil {
		f.wrong[id] = words.Title(words.Endless(err)) + "."
	}
}

// joined shows names as [split] reads them: in a line, unless one of them has a comma.
func joined(names []string) string {
	if slices.ContainsFunc(names, func(name string) bool { return strings.Contains(name, ",") }) {
		return strings.Join(names, "\n") + "\n"
	}
	return strings.Join(names, ", ")
}

// split reads names that stand in lines, or with commas between them.
func split(text string) []string {
	by := words.Either(strings.Contains(text, "\n"), "\n", ",")
	list := []string{}
	for name := range strings.SplitSeq(text, by) {
		if name = strings.TrimSpace(name); name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}
