// Package rules shows and edits what a session is held to: the profile, the policy and the
// persona, and why each decision is as it is (EN-1 to EN-4, PO-1, PO-4, PO-7, PE-1).
//
// It promises verdicts of the engine alone. It applies nothing to a session: that takes a
// reload.
//
//	&rules.Policy{Store: s, Drafts: d}
package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/profile"
	"lily/core/sight"
	"lily/core/skill"
	"lily/core/world"
	"lily/web/drafts"
	"lily/web/editor"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// Profile edits the declared environment, and judges every skill by every other (EN-1 to EN-4).
type Profile struct {
	app.Compo
	Store  *state.Store
	Drafts *drafts.Drafts
	Rev    int

	rows  int               // of the what-if table, beyond the first
	wrong map[string]string // in the form
	asked asked
}

// Render implements [app.Composer].
func (p *Profile) Render() app.UI {
	now := p.Store.Sessions.World().Profile
	return html.With("div", "profile",
		html.With("div", "head", html.Text("h3", "", "Profile"),
			html.Maybe("p", "ahead", words.Either(p.Store.Sessions.Snapshot().Profile != now.Digest(), // EN-3
				"The snapshot was judged against another profile. Reload the skills to apply this one.", ""))),
		html.Text("p", "lead", "The environment that you declare. A skill is eligible when the profile has what it asks for."),
		warnings("profile", p.lint(string(now.YAML()))),
		p.form().over(p.editor(), p.fields(now)...),
		p.programs(now),
		html.Facts(p.Store.Exports.Copy, [][2]string{{"Digest", now.Digest().String()}}),
		html.Text("h4", "", "Presets"),
		p.presets(now),
		html.Text("h4", "", "What if"),
		p.whatIf(now),
	)
}

func (p *Profile) form() form {
	if p.wrong == nil {
		p.wrong = map[string]string{}
	}
	return form{p.Store, p.Drafts, "profile", p.wrong}
}

// asked is what the skills of a snapshot ask for.
type asked struct {
	of *loader.Snapshot
	profile.Asked
}

// lint finds what is declared and probably meant otherwise.
func (p *Profile) lint(text string) []skill.Finding {
	if snap := next(p.Store); snap != p.asked.of {
		snap.Read()
		p.asked = asked{of: snap}
		for _, c := range snap.Candidates {
			e := c.Skill().Eligibility
			p.asked.Binaries, p.asked.Env = append(p.asked.Binaries, e.Binaries...), append(p.asked.Env, e.Env...)
		}
	}
	return profile.Misnamed("profile.yaml", []byte(text), p.asked.Asked, p.Store.Host.Programs)
}

// programs tells what is declared from what can run: neither follows from the other (TS-7).
func (p *Profile) programs(now profile.Profile) app.UI {
	can := p.Store.Host.Programs
	not := slices.DeleteFunc(slices.Clone(now.Binaries), func(name string) bool { return slices.Contains(can, name) })
	return html.With("div", "",
		html.Text("p", "hint", "A program that is declared makes the skills that need it eligible. Whether it can run in the page is another matter."),
		folded("Can run in the page: "+answer.Number(len(can), "program"), can),
		html.When(len(not) > 0, func() app.UI {
			return html.Text("p", "hint", "Declared, and cannot run here: "+words.List(not)+". A call of one ends with exit code 127.")
		}),
	)
}

func folded(summary string, names []string) app.UI {
	return html.With("details", "fold", html.Text("summary", "", summary), html.Text("p", "", cmp.Or(words.List(names), "None.")))
}

func (p *Profile) editor() *editor.Editor {
	return yamlEditor(p.Store, p.Drafts, "profile", "profile_invalid",
		func(w world.World) string { return string(w.Profile.YAML()) },
		func(w *world.World, text string) (err error) {
			w.Profile, err = profile.Parse("profile.yaml", []byte(text))
			return err
		}, p.lint)
}

func (p *Profile) apply(next profile.Profile, said string) {
	p.Store.Edits.Edit(said, func(w world.World) (world.World, error) {
		w.Profile = next
		return w, nil
	})
}

func (p *Profile) presets(now profile.Profile) app.UI {
	list := p.Store.Host.Presets()
	return html.With("ul", "rows", app.Range(list).Slice(func(i int) app.UI {
		preset, of := list[i], list[i].Profile
		used := of.Digest() == now.Digest()
		apply := func() { p.apply(of, "Applied the preset "+preset.Name+" to the profile.") }
		variables, programs := answer.Number(len(of.Env), "variable"), answer.Number(len(of.Binaries), "program")
		return html.With("li", "", html.Row(preset.Name+" "+p.Store.Host.System, used, apply,
			html.With("span", "title", html.Say(preset.Title), app.If(used, func() app.UI { return html.Badge("used", "in use") })),
			html.Text("span", "about", fmt.Sprintf("%s, mode %s, %s, %s", of.OS, of.Mode, variables, programs)),
		).Attr("disabled", p.Store.Sessions.Held() != ""))
	})).Aria("label", "Presets")
}

// demands lists the skills that ask for something, and counts the others.
func demands(snap *loader.Snapshot) (list []*loader.Candidate, free int) {
	snap.Read()
	for _, c := range snap.Candidates {
		if c.State == loader.Shadowed {
			continue
		}
		if e := c.Skill().Eligibility; len(e.OS)+len(e.Env)+len(e.Binaries)+len(c.Skill().Modes) == 0 {
			free++
		} else {
			list = append(list, c)
		}
	}
	return list, free
}

// whatIf judges every skill against every profile, and touches nothing (EN-4).
func (p *Profile) whatIf(now profile.Profile) app.UI {
	list, free := demands(p.Store.Sessions.Snapshot())
	shown := list[:min(len(list), html.Chunk+p.rows)]
	return html.With("div", "",
		html.Text("p", "hint", asksNothing(free, len(list))),
		html.When(len(list) > 0, func() app.UI { return p.verdicts(shown, now) }),
		html.More(len(shown) < len(list), "skills", func() { p.rows += html.Chunk }),
	)
}

func asksNothing(free, others int) string {
	switch {
	case free+others == 0:
		return "There is no skill to judge yet. Import one to see where it would be eligible."
	case others == 0:
		return "No skill asks for anything: " + answer.Number(free, "skill") + " eligible under every profile."
	case free == 1:
		return "1 skill asks for nothing, and is eligible under every profile."
	}
	return fmt.Sprintf("%d skills ask for nothing, and are eligible under every profile.", free)
}

func (p *Profile) verdicts(list []*loader.Candidate, now profile.Profile) app.UI {
	presets := p.Store.Host.Presets()
	columns := []string{"Skill", "As it is now"}
	for _, preset := range presets {
		columns = append(columns, preset.Name)
	}
	rows := [][]app.UI{}
	for _, c := range list {
		row := []app.UI{html.Say(c.Name), verdict(now, c.Skill(), true)}
		for _, preset := range presets {
			row = append(row, verdict(preset.Profile, c.Skill(), false))
		}
		rows = append(rows, row)
	}
	return html.Grid("Eligibility by profile", columns, rows)
}

// verdict is a word and a shape; the reasons are its title, and in full a text, too.
func verdict(p profile.Profile, k *skill.Skill, full bool) app.UI {
	state, reasons := loader.Eligible(p, k)
	var lines []string
	for _, r := range reasons {
		lines = append(lines, r.Message)
	}
	why := strings.Join(lines, " ")
	return html.With("div", "",
		ruled(state, words.Either(state == loader.Available, "eligible", state.Word())),
		app.If(full && why != "", func() app.UI { return html.Text("p", "hint", why) }),
	).Title("%s", sight.Show(why))
}

func ruled(shape loader.State, word string) app.UI {
	return html.With("span", "verdict", html.Mark(shape), html.Say(word)).Class("is-" + string(shape))
}

// yamlEditor edits the profile or the policy of a world: its text, and what reads another.
func yamlEditor(
	s *state.Store, d *drafts.Drafts, of, code string, text func(world.World) string, read func(*world.World, string) error, lint func(string) []skill.Finding,
) *editor.Editor {
	return &editor.Editor{
		Drafts: d, Rev: s.Loop.Rev(), Key: of + "-yaml", Of: of, Label: words.Title(of) + " as YAML", Code: code, Reload: editor.Reloads(s, "/reload_skills"),
		Text: text(s.Sessions.World()), ReadOnly: s.Sessions.Held() != "",
		Judge: func(_ func() bool, text string) []skill.Finding { return lint(text) },
		Read:  func(next string) error { return read(&world.World{}, next) },
		Save: func(was, next string, then func(error)) {
			s.Edits.Edit("Saved the "+of+".", func(w world.World) (world.World, error) {
				moved := text(w) != was
				err := read(&w, next)
				if err == nil && moved {
					err = state.ErrMoved
				}
				return w, err
			}, then)
		},
	}
}
