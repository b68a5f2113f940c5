package compare

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/agents/glance"
	"lily/core/changes"
	"lily/core/diff"
	"lily/core/loader"
	"lily/core/order"
	"lily/core/review"
	"lily/core/skill"
	"lily/core/tool"
	"lily/core/tree"
	"lily/web/html"
	"lily/web/others"
)

// held are two sets of skills that are compared: those that differ, and the folders whose skills other agents look at.
type held struct {
	was, is *loader.Snapshot
	list    []review.Skill
	differ  map[string]bool
	folders []folder
}

// folder is one whose skills are not the same on both sides.
type folder struct {
	name   string
	files  tree.Tree
	skills []review.Skill
	pairs  []glance.Pair // where each of them lies
}

// hold compares two sets, once.
func (d *Doc) hold(a, b *loader.Snapshot) *held {
	if d.held != nil && d.held.was == a && d.held.is == b {
		return d.held
	}
	d.held = &held{was: a, is: b, list: review.Of(a, b), differ: map[string]bool{}}
	for _, s := range d.held.list {
		d.held.differ[s.Name] = true
	}
	for _, name := range others.Folders {
		if f := (folder{name: name}); f.fill(d.held) {
			d.held.folders = append(d.held.folders, f)
		}
	}
	return d.held
}

// fill finds what a folder holds, and reports whether that differs.
func (f *folder) fill(h *held) bool {
	root := "/" + f.name
	f.files = changes.Graft(changes.Graft(tree.Tree{}, glance.Was, h.was, root), glance.Is, h.is, root)
	was, errWas := f.files.At(glance.Was)
	is, errIs := f.files.At(glance.Is)
	if (errWas == nil) == (errIs == nil) && was.Equal(is) {
		return false
	}
	for _, s := range slices.Concat(h.list, changes.Same(h.was, h.is, root, h.differ)) {
		if at := (glance.Pair{Was: changes.Seen(s.Was, root), Is: changes.Seen(s.Is, root)}); at != (glance.Pair{}) {
			f.skills, f.pairs = append(f.skills, s), append(f.pairs, at)
		}
	}
	return true
}

// skills are those that differ, and those that are the same and something else to some agent.
func (d *Doc) skills(a, b *loader.Snapshot) app.UI {
	h := d.hold(a, b)
	list, eyes, waits := slices.Clip(h.list), map[string][]glance.Eye{}, []app.UI{}
	for _, f := range h.folders {
		seen := d.Others.Between(f.name, f.files, f.pairs)
		if seen.Making || seen.Err != nil {
			waits = []app.UI{html.Waits(seen.Said(), "compare-is", d.Others.Again(seen.Err))}
		}
		for i, found := range seen.Eyes {
			s := f.skills[i]
			before := eyes[s.Name]
			if len(found) > 0 && !h.differ[s.Name] && len(before) == 0 {
				list = append(list, s)
			}
			if eyes[s.Name] = found; len(before) > 0 {
				eyes[s.Name] = slices.Concat(before, found)
			}
		}
	}
	if len(list) > len(h.list) { // which are by name
		order.StableFunc(list, func(a, b review.Skill) int { return cmp.Compare(a.Name, b.Name) })
	}
	made := d.skillRow(eyes, h)
	return html.With("div", "", append(waits, d.list(len(list), func(i int) row { return made(list[i]) }, "skill", "skills"))...)
}

// skillRow makes the row of a skill, when that is seen.
func (d *Doc) skillRow(eyes map[string][]glance.Eye, h *held) func(review.Skill) row {
	w := d.Store.Engine.World()
	was := changes.Side{Skills: h.was, Policy: w.Policy, Tools: tool.Builtin().Names()}
	is := was
	is.Skills = h.is
	return func(s review.Skill) row {
		gist := []string{s.Gist()}
		if !h.differ[s.Name] {
			gist = nil
		}
		if len(eyes[s.Name]) > 0 {
			gist = append(gist, "other agents")
		}
		return row{s.Name, strings.Join(gist, ", "), func() app.UI {
			one := changes.Judged(was, is, s)
			one.Agents = eyes[s.Name]
			return skillOf(s, one.Parts())
		}}
	}
}

// skillOf is one skill: its reasons with their topics, what else differs as lily diff tells it, and its files.
func skillOf(s review.Skill, parts []changes.Part) app.UI {
	gone, come := s.Reasons()
	parts = slices.DeleteFunc(parts, func(p changes.Part) bool { return p.Title == "State" || p.Title == "Reasons" })
	was, is := tree.Tree{}, tree.Tree{}
	if s.Was != nil {
		was = s.Was.Folder()
	}
	if s.Is != nil {
		is = s.Is.Folder()
	}
	files := fileRows(s.Name+"/", was, is, s.Files)
	shown := files[:min(len(files), html.Most)]
	return html.With("div", "compare-skill",
		told("No longer:", "del", gone), told("Now:", "ins", come),
		html.With("ul", "", app.Range(shown).Slice(func(i int) app.UI {
			return html.With("li", "", html.With("p", "", html.Text("code", "", files[i].name), html.Say(" "), html.Text("span", "hint", files[i].gist)), files[i].show())
		})),
		html.Left(len(files)-len(shown), " of its files"),
		app.Range(parts).Slice(func(i int) app.UI { return part(parts[i]) }),
	)
}

func told(title, tag string, list []skill.Reason) app.UI {
	return html.When(len(list) > 0, func() app.UI {
		return html.With("div", "", html.Text("p", "", title), html.With("ul", "", app.Range(list).Slice(func(i int) app.UI {
			return html.With("li", "", html.Text(tag, "", list[i].Message), html.Say(" "), html.Topic(list[i].Code))
		})))
	})
}

// part is one thing that differs, with what is gone beside what is new.
func part(p changes.Part) app.UI {
	list := make([]diff.Line, 0, len(p.Lines))
	for _, l := range p.Lines {
		list = append(list, diff.Line{Sign: l.Sign[0], Text: l.Text + "\n"})
	}
	return html.With("div", "", html.Text("p", "", p.Title), html.Sides(p.Title, list, 0))
}
