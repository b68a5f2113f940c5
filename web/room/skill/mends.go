package skill

import (
	"maps"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/loader"
	"lily/core/profile"
	"lily/core/sight"
	"lily/core/skill"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// mend is one thing that does away with a reason. Where it was done, it counts after a reload.
type mend struct {
	text, label string
	done        bool
	said        string // once it is done
	do          func()
}

// mends are those of a reason; none where only the file's text can do it.
func (d *Doc) mends(c *loader.Candidate, r skill.Reason) []mend {
	switch r.Code {
	case "disabled":
		on := d.Store.Sessions.World().Policy.Skill(c.Name).Allowed
		return []mend{{"Enable", "Enable " + c.Name + " in the policy", on, "Enabled", func() { d.Store.Edits.Disable(false, c.Name) }}}
	case "shadowed":
		return []mend{{text: "Show the one that wins", label: "Show the one that wins, " + c.ShadowedBy, do: func() {
			if by := d.Store.Sessions.Candidate(c.ShadowedBy); by != nil {
				d.Store.Shown.OpenSkill(by)
				html.Focus(html.SkillID(by.Path))
			}
		}}}
	case "tool_denied":
		return d.allows(c, r)
	}
	return d.declares(c, r)
}

// allows lets the policy allow the tool that a reason names.
func (d *Doc) allows(c *loader.Candidate, r skill.Reason) (list []mend) {
	rules := d.Store.Sessions.World().Policy
	for _, tool := range c.Skill().Requires {
		if next := rules.Permit(tool); strings.HasPrefix(r.Message, "The skill requires the tool "+tool+". ") && next.Tool(tool).Allowed {
			list = append(list, mend{"Allow " + tool, "Allow " + tool + " in the policy", rules.Tool(tool).Allowed, "Allowed", func() {
				d.Store.Edits.Edit("Allowed "+tool+" in the policy.", func(w world.World) (world.World, error) {
					w.Policy = w.Policy.Permit(tool)
					return w, nil
				})
			}})
		}
	}
	return list
}

// declares lets the profile have what a reason says that it lacks: each thing that the skill asks
// for is tried alone.
func (d *Doc) declares(c *loader.Candidate, r skill.Reason) (list []mend) {
	k, now := c.Skill(), d.Store.Sessions.World().Profile
	add := func(text, to string, edit func(*profile.Profile)) {
		next := now
		edit(&next)
		done := next.Digest() == now.Digest()
		list = append(list, mend{text, text + " in the profile", done, "Declared", func() {
			d.Store.Edits.Edit(to, func(w world.World) (world.World, error) {
				edit(&w.Profile)
				return w, nil
			})
		}})
	}
	switch r.Code {
	case "binary_missing":
		for _, name := range k.Eligibility.Binaries {
			if strings.HasSuffix(r.Message, " the program "+name+".") {
				add("Declare "+name, "Declared "+name+" in the profile.", func(p *profile.Profile) {
					p.Binaries = slices.Compact(slices.Sorted(slices.Values(append(slices.Clip(p.Binaries), name))))
				})
			}
		}
	case "env_missing":
		for _, name := range k.Eligibility.Env {
			if strings.HasSuffix(r.Message, " variable "+name+".") {
				add("Declare "+name, "Declared "+name+" in the profile, with no value.", func(p *profile.Profile) {
					if _, set := p.Env[name]; !set {
						p.Env = maps.Clone(p.Env)
						p.Env[name] = ""
					}
				})
			}
		}
	case "os_mismatch":
		for _, name := range k.Eligibility.OS {
			if slices.Contains(profile.Systems, name) {
				add("Set os to "+name, "Set os to "+name+" in the profile.", func(p *profile.Profile) { p.OS = name })
			}
		}
	case "mode_mismatch":
		for _, name := range k.Modes {
			if slices.Contains(profile.Modes, name) {
				add("Set mode to "+name, "Set mode to "+name+" in the profile.", func(p *profile.Profile) { p.Mode = name })
			}
		}
	}
	return list
}

// mended shows a mend: the button that does it and the one to reload stand in one place, so that
// the focus stays.
func (d *Doc) mended(m mend) app.UI {
	s := d.Store
	if m.done {
		return html.With("span", "mend", html.Text("span", "fixed", m.said+"; counts after a reload."),
			html.Unless(s.Sessions.Mute(), html.ButtonFor("reload "+m.text, "Reload", "Reload the skills", d.reload, "small")))
	}
	b := html.ButtonFor(m.text, m.text, m.label, m.do, "small")
	if m.said != "" {
		b = html.Unless(s.Sessions.Held(), b)
	}
	return html.With("span", "mend", html.Text("span", "fixed", ""), b)
}

func (d *Doc) reload() {
	d.Store.Talk.Send("/reload_skills")
	html.Focus(html.SkillID(d.Of))
}

// renames is a box for another alias, where the one that a skill declares is taken. The line of
// the file that gives it is written anew, and nothing else.
func (d *Doc) renames(c *loader.Candidate) app.UI {
	path := state.TreePath(c.Path) + "/" + loader.File
	file, there := d.Store.Sessions.World().Tree.File(path)
	if !there || !state.Writable(path) {
		return html.Text("span", "hint", words.Either(there, "Bundled skills are read-only; rename the other one.", "The file is not there any more."))
	}
	if file.Digest() != c.Digest {
		return d.mended(mend{done: true, said: "Changed", text: "alias"})
	}
	id := d.id("alias")
	box := html.Void("input").Attr("type", "text").ID(id).Attr("value", d.suggested(c)).Attr("autocomplete", "off").Spellcheck(false).
		OnInput(func(ctx app.Context, _ app.Event) { d.alias = ctx.JSSrc().Get("value").String() }).
		OnKeyDown(func(_ app.Context, e app.Event) {
			if e.Get("key").String() == "Enter" && !e.Get("isComposing").Bool() {
				d.rename(c)
			}
		})
	return html.With("span", "mend", html.Text("label", "", "Another alias").Attr("for", id), box,
		html.Unless(d.Store.Sessions.Held(), html.ButtonFor(c.Path, "Rename the alias", "", func() { d.rename(c) }, "small")))
}

// suggested is an alias that nobody has: of the name of the skill.
func (d *Doc) suggested(c *loader.Candidate) string {
	base := strings.Map(func(r rune) rune {
		if strings.ContainsRune(aliasLetters, r) {
			return r
		}
		return '_'
	}, strings.ToLower(c.Name))
	for next, n := base, 2; ; n++ {
		if len(d.Store.Sessions.Snapshot().Alias(next)) == 0 && !slices.Contains(d.Store.Engine.Input().Reserved, next) {
			return next
		}
		next = base + "_" + string(rune('0'+n%10))
		if n > 9 {
			return next
		}
	}
}

const aliasLetters = "abcdefghijklmnopqrstuvwxyz0123456789_-"

func (d *Doc) rename(c *loader.Candidate) {
	next := strings.TrimPrefix(strings.TrimSpace(d.alias), "/")
	if next == "" {
		next = d.suggested(c)
	}
	if strings.Trim(next, aliasLetters) != "" {
		d.Store.Edits.Refuses("an alias is made of a to z, 0 to 9, _ and -; got “" + sight.Show(next) + "”")
		return
	}
	path := state.TreePath(c.Path) + "/" + loader.File
	d.Store.Edits.Edit("Renamed the alias of "+c.Name+" to /"+next+".", func(w world.World) (_ world.World, err error) {
		w.Tree, err = aliased(w.Tree, path, c, next)
		return w, err
	})
}

// aliased is the tree with another alias in a skill's file.
func aliased(t tree.Tree, path string, c *loader.Candidate, next string) (tree.Tree, error) {
	text, err := state.WholeText(t, path)
	if err != nil {
		return t, err
	}
	lines := strings.Split(text, "\n")
	for _, f := range c.Skill().Fields {
		if f.Key != "command" || f.Line < 1 || f.Line > len(lines) {
			continue
		}
		line := &lines[f.Line-1]
		if key, _, ok := strings.Cut(*line, ":"); ok && strings.TrimSpace(key) == f.Key {
			*line = key + ": " + next + words.Either(strings.HasSuffix(*line, "\r"), "\r", "")
			return t.Put(path, []byte(strings.Join(lines, "\n")))
		}
	}
	return t, state.ErrMoved
}
