package skill

import (
	"fmt"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/diff"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/review"
	"lily/core/skill"
	"lily/core/tree"
	"lily/web/html"
)

// past is what the session's snapshots say of one skill, and of which events that was worked out.
type past struct {
	of      string
	changes []change
	open    map[int]*bool
}

// change is how one snapshot has the skill otherwise than the one before.
type change struct {
	version, seq int
	at           string // when it was first there; empty for a change
	review.Skill
}

// history is what changed of the skill between the session's snapshots, the newest first.
func (d *Doc) history(c *loader.Candidate) app.UI {
	events := d.Store.Sessions.Events()
	if of := fmt.Sprintf("%s %d", d.Store.Sessions.Session, len(events)); d.past.of != of {
		d.past = past{of, changes(c.Name, events), map[int]*bool{}}
	}
	list := d.past.changes
	return html.With("div", "history",
		html.Text("p", "hint", "What changed of the skill from one snapshot of this session to the next, the newest first."),
		html.With("ol", "rows", app.Range(list).Slice(func(i int) app.UI { return d.change(list[len(list)-1-i]) })),
	)
}

// changes compares each snapshot with the one before it.
func changes(name string, events []event.Event) (list []change) {
	before := &loader.Snapshot{}
	for _, e := range events {
		up, ok := e.Body.(event.SkillCatalogUpdated)
		if !ok || up.Snapshot == nil {
			continue
		}
		d := loader.Compare(before, up.Snapshot)
		if slices.Contains(slices.Concat(d.Added, d.Removed, d.Changed, d.Judged), name) {
			was, is := before.Find(name), up.Snapshot.Find(name)
			list = append(list, change{up.Version, e.Seq, "", review.Skill{Name: name, Was: was, Is: is, Files: tree.Diff(folderOf(was), folderOf(is))}})
		}
		before = up.Snapshot
	}
	return list
}

func folderOf(c *loader.Candidate) tree.Tree {
	if c == nil {
		return tree.Tree{}
	}
	return c.Folder()
}

func (d *Doc) change(h change) app.UI {
	if d.past.open[h.version] == nil {
		d.past.open[h.version] = new(bool)
	}
	said := h.Gist()
	if h.Was == nil && h.Is != nil {
		said = "first there, " + review.State(h.Is) + ", " + h.Is.Path
	}
	summary := html.With("summary", "", html.Text("strong", "", fmt.Sprintf("Snapshot v%d: ", h.version)), html.Say(said), html.Text("span", "hint", fmt.Sprintf(", event %d", h.seq)))
	return html.With("li", "", html.Fold("fold", d.past.open[h.version], summary, func() app.UI { return h.show() }))
}

// show is what differs: reasons, files, and the text of SKILL.md.
func (h change) show() app.UI {
	gone, fresh := h.Reasons()
	reasons := func(title string, list []skill.Reason) app.UI {
		return app.If(len(list) > 0, func() app.UI {
			return section(title, "", html.With("ul", "", app.Range(list).Slice(func(i int) app.UI { return html.Text("li", "", list[i].Message) })))
		})
	}
	const most = 100
	shown := h.Files[:min(len(h.Files), most)]
	return html.With("div", "",
		reasons("No longer so", gone),
		reasons("Newly so", fresh),
		app.If(len(shown) > 0, func() app.UI {
			return section("Files", "",
				html.With("ul", "", app.Range(shown).Slice(func(i int) app.UI {
					return html.With("li", "", html.Text("span", "hint", string(shown[i].Op)+" "), html.Text("code", "", shown[i].Path))
				})),
				html.Left(len(h.Files)-len(shown), ""),
			)
		}),
		app.If(h.Was != nil && h.Is != nil && h.Was.Digest != h.Is.Digest, func() app.UI {
			list, left := diff.Lines(textOf(h.Was), textOf(h.Is), diff.Most)
			return section(loader.File, "", html.DiffBox(list, left))
		}),
	)
}

func textOf(c *loader.Candidate) string {
	data, _ := c.Folder().ReadFile(loader.File) // one that cannot be read shows nothing
	return string(data)
}
