package editor

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
	"lily/web/drafts"
	"lily/web/html"
	"lily/web/port"
	"lily/web/words"
)

// bar is what stands below a text: what can be done with it, how it stands, and what someone else made of it. It
// looks again when something is typed, and nothing else on the page does. It is below, and has one size before the editor
// is there and after, so that what comes and goes moves nothing that a person is about to press.
type bar struct {
	app.Compo
	Of   *Editor
	Look int
}

// OnMount lets the editor ask for a new look.
func (b *bar) OnMount(ctx app.Context) { b.Of.bar = ctx }

// Render implements [app.Composer].
func (b *bar) Render() app.UI {
	d := b.Of
	t := d.draft()
	return html.With("div", "editor-bar",
		html.Text("p", "quiet", html.Keys("Escape, then Tab leaves the text. Mod+S saves; F8 goes to what was found.")).ID(d.Key+"-keys"),
		html.With("div", "row-of-acts", append(d.acts(t), d.said(t))...),
		html.When(d.moved(), func() app.UI { return d.conflict(t) }),
		html.When(t != nil && t.Err != nil, func() app.UI {
			return html.With("div", "",
				html.Failure("Nothing was changed: the text cannot be read. Correct it and save again.\n"+t.Err.Error(), d.Code),
				html.Button("Discard", "Discard the refused text", d.Revert),
			)
		}),
	)
}

// acts are what can be done with the text. What only the editor can do has its place before it is there, and a fix
// before there is one.
func (d *Editor) acts(t *drafts.Draft) []app.UI {
	idle := t == nil || d.moved() || t.Err != nil && t.Text == t.Refused
	act := func(text, label string, do func(), class ...string) app.HTMLElem {
		return html.ButtonFor(d.Key, text, label, do, class...).Aria("label", sight.Show(text+" "+d.name())) // another may be beside it
	}
	late := func(there bool) string { return words.Either(there, "", "unready") }
	n := tally{}
	if d.pen != nil {
		n = d.pen.found
	}
	return []app.UI{
		app.If(!d.ReadOnly, func() app.UI { return act("Save", html.Keys("Save (Mod+S)"), d.save, "main").Attr("disabled", idle) }),
		app.If(!d.ReadOnly, func() app.UI { return act("Revert", "", d.Revert).Attr("disabled", t == nil) }),
		act("Find", html.Keys("Find in the text (Mod+F)"), d.does(port.Find), late(d.pen != nil)),
		act("Wrap", html.Keys("Wrap long lines (Alt+Z)"), d.does(port.Wrap), late(d.pen != nil)).
			Aria("pressed", strconv.FormatBool(d.pen != nil && d.pen.Wraps())),
		app.If(d.judged() != nil, func() app.UI {
			return html.ButtonFor(d.Key, "Next finding", "Next finding (F8)", d.does(port.Next), late(d.pen != nil)).
				Attr("disabled", n.errors+n.warnings+n.notes == 0)
		}),
		app.If(d.judged() != nil && !d.ReadOnly, func() app.UI {
			return html.ButtonFor(d.Key, "Apply fix", html.Keys("Apply fix at the cursor (Mod+.)"), d.does(port.Fix), late(n.fixes > 0))
		}),
	}
}

// does is what the editor does, once it is there.
func (d *Editor) does(a port.Act) func() {
	return func() {
		if d.pen != nil {
			d.pen.Act(a)
		}
	}
}

// said is how the text stands, and below it what was found, in a place of one size.
func (d *Editor) said(t *drafts.Draft) app.UI {
	found := ""
	if d.pen != nil {
		found = d.pen.found.String()
	}
	fixed := d.fixed && t == nil
	return html.With("div", "hint standing",
		html.With("span", "",
			html.Text("span", "", words.Either(fixed, "Fixed; counts after a reload.", d.standing(t))),
			app.If(d.judged() != nil, func() app.UI { return html.Text("span", "found", found).Title("%s", sight.Show(found)) }),
		),
		app.If(fixed && d.Reload != nil, func() app.UI {
			return html.ButtonFor(d.Key, "Reload", "Reload: what was fixed counts then", func() {
				d.fixed = false
				d.Reload()
				html.Focus(d.Key)
			}, "small")
		}),
	)
}

// name is what is edited, as a person calls it.
func (d *Editor) name() string {
	return words.Either(strings.Contains(d.Of, "/"), "/", "") + d.Of
}

func (d *Editor) standing(t *drafts.Draft) string {
	switch {
	case d.ReadOnly:
		return "Read-only."
	case t == nil:
		return "As it is saved."
	case t.Saving:
		return "Saving…"
	case d.moved():
		return "Changed by someone else since."
	case !d.Drafts.Kept():
		return "Unsaved, and kept nowhere: it is gone with this page."
	case t.Unkept != "":
		return "Unsaved, and not kept for a reload: " + t.Unkept + "."
	}
	return "Unsaved; it is still here after a reload."
}
