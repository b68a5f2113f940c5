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
// looks again when something is typed, and nothing else on the page does. It is below, so that what comes and goes
// moves nothing that a person is about to press.
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
	return html.With("div", "",
		html.Text("p", "quiet", html.Keys("Escape, then Tab leaves the text. Mod+S saves; F8 goes to what was found.")).ID(d.Key+"-keys"),
		html.With("div", "row-of-acts", d.acts(t)...),
		html.When(d.fixed && t == nil, d.counts),
		html.When(d.moved(), func() app.UI { return d.conflict(t) }),
		html.When(t != nil && t.Err != nil, func() app.UI {
			return html.With("div", "",
				html.Failure("Nothing was changed: the text cannot be read. Correct it and save again.\n"+t.Err.Error(), d.Code),
				html.Button("Discard", "Discard the refused text", d.Revert),
			)
		}),
	)
}

func (d *Editor) acts(t *drafts.Draft) []app.UI {
	idle := t == nil || d.moved() || t.Err != nil && t.Text == t.Refused
	act := func(text, label string, do func(), class ...string) app.HTMLElem {
		return html.ButtonFor(d.Key, text, label, do, class...).Aria("label", sight.Show(text+" "+d.name())) // another may be beside it
	}
	return []app.UI{
		app.If(!d.ReadOnly, func() app.UI { return act("Save", html.Keys("Save (Mod+S)"), d.save, "main").Attr("disabled", idle) }),
		app.If(!d.ReadOnly, func() app.UI { return act("Revert", "", d.Revert).Attr("disabled", t == nil) }),
		app.If(d.pen != nil, func() app.UI {
			return act("Find", html.Keys("Find in the text (Mod+F)"), func() { d.pen.Act(port.Find) })
		}),
		app.If(d.pen != nil, func() app.UI {
			return act("Wrap", html.Keys("Wrap long lines (Alt+Z)"), func() { d.pen.Act(port.Wrap) }).Aria("pressed", strconv.FormatBool(d.pen.Wraps()))
		}),
		app.If(d.pen != nil && d.judged() != nil, d.finds),
		html.Text("span", "hint standing", d.standing(t)),
	}
}

// name is what is edited, as a person calls it.
func (d *Editor) name() string {
	return words.Either(strings.Contains(d.Of, "/"), "/", "") + d.Of
}

// finds leads to what was found, and to its fixes.
func (d *Editor) finds() app.UI {
	n := d.pen.found
	return html.With("span", "row-of-acts",
		html.ButtonFor(d.Key, "Next finding", "Next finding (F8)", func() { d.pen.Act(port.Next) }).Attr("disabled", n.errors+n.warnings+n.notes == 0),
		app.If(n.fixes > 0 && !d.ReadOnly, func() app.UI {
			return html.ButtonFor(d.Key, "Apply fix", html.Keys("Apply fix at the cursor (Mod+.)"), func() { d.pen.Act(port.Fix) })
		}),
		html.Text("span", "hint", n.String()),
	)
}

// counts says from when on a fix counts.
func (d *Editor) counts() app.UI {
	return html.With("p", "row-of-acts",
		html.Text("span", "fixed", "Fixed; counts after a reload."),
		app.If(d.Reload != nil, func() app.UI {
			return html.ButtonFor(d.Key, "Reload", "Reload: what was fixed counts then", func() {
				d.fixed = false
				d.Reload()
				html.Focus(d.Key)
			})
		}),
	)
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
		return "Changed by someone else since: see below."
	case !d.Drafts.Kept():
		return "Unsaved, and kept nowhere: it is gone with this page."
	case t.Unkept != "":
		return "Unsaved, and not kept for a reload: " + t.Unkept + "."
	}
	return "Unsaved; it is still here after a reload."
}
