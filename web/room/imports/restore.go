package imports

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/diff"
	"lily/core/sight"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

const (
	restoreID = "restore"
	arrivedID = "arrived"
)

// Restore asks whether an export of everything is to come in, and shows all that would change. The
// button that stands out is the one that replaces nothing.
func Restore(s *state.Store) app.UI {
	return html.Dialog{ID: restoreID, Title: "Restore everything", Shut: s.Restore.Dismiss, Content: func() []app.UI {
		x := s.Restore.Waiting
		safe, careful := words.Either(x.Take.Any(), "", "main"), words.Either(x.Take.Any(), "main", "")
		return []app.UI{
			html.With("div", "planned", told(s, x)...).TabIndex(0).Role("group").Aria("label", "What would be restored"),
			html.With("div", "row-of-acts",
				html.Button("Restore", "", func() { s.Restore.All(); html.Shut(restoreID) }, safe).
					Attr("autofocus", !x.Take.Any()).Attr("disabled", x.View.Err != nil),
				html.Button("Import its skills only", "", func() { s.Restore.Skills(); html.Shut(restoreID) }),
				html.Button("Cancel", "", func() { html.Shut(restoreID) }, careful),
			),
		}
	}}.While(s.Restore.Waiting != nil)
}

// told is what the export is, and what would come of it.
func told(s *state.Store, x *state.Export) []app.UI {
	v := x.View
	return []app.UI{
		html.Foreign("p", "lead", sight.Show(x.Name)+" is an export of everything: "+answer.Number(x.Files(), "file")+
			", a profile, a policy and "+answer.Number(len(x.Sessions), "session")+". Who made it is not known: look at what it brings."),
		html.When(len(x.Left) > 0, func() app.UI {
			return html.Foreign("p", "", "Not all could be read when it was made. "+state.Several(x.Left))
		}),
		html.Maybe("p", "", words.Either(x.Asks, "Its policy is full auto, which only you can choose: it comes as ask: never, if you take it. Choose full auto again in the Policy tab if you want it.", "")),
		html.Text("p", "", "What is not here yet is added, and all that is yours stays, but for what you take in its place below. An Undo follows."),
		html.When(v.Err != nil, func() app.UI {
			return html.Foreign("p", "wrong", sight.Show("It cannot be restored: "+words.Endless(v.Err)+"."))
		}),
		instead(s, x),
		arrivals(s, x),
		html.When(len(x.Sessions) > 0, func() app.UI {
			return html.Text("p", "", "Its sessions are added to yours. They go on with your model, persona, profile, policy and skills; what was allowed in them is not allowed here.")
		}),
	}
}

// instead offers what of the export may replace what is here, each with what would change.
func instead(s *state.Store, x *state.Export) app.UI {
	v, now := x.View, x.View.Was
	theirProfile, theirPolicy := x.Rules()
	mine, theirs := persona(now.Tree), x.Persona()
	parts := []app.UI{
		part(s, x, "the policy", string(now.Policy.YAML()) != string(theirPolicy), &x.Take.Policy, &x.Open.Policy, func() app.UI {
			return compared(s, x, "policy.yaml", tall(now.Policy.YAML()), tall(theirPolicy))
		}),
		part(s, x, "the profile", string(now.Profile.YAML()) != string(theirProfile), &x.Take.Profile, &x.Open.Profile, func() app.UI {
			return compared(s, x, "profile.yaml", tall(now.Profile.YAML()), tall(theirProfile))
		}),
		part(s, x, "the persona", mine.Digest() != theirs.Digest(), &x.Take.Persona, &x.Open.Persona, func() app.UI {
			return personas(s, x, mine, theirs)
		}),
		html.When(len(v.Differing) > 0, func() app.UI {
			return part(s, x, words.Either(len(v.Differing) == 1, "the file or skill", "the "+strconv.Itoa(len(v.Differing))+" files and skills")+" that you have differently", true, &x.Take.Differing, &x.Open.Differing, func() app.UI {
				return html.With("div", "", html.Text("p", "", "A skill is replaced as a whole."), paths(v.Differing))
			})
		}),
	}
	return html.With("fieldset", "instead", append([]app.UI{html.Text("legend", "", "Take from the export, in the place of yours")}, parts...)...)
}

// part is one thing of the export that may be taken, where it differs from what is here.
func part(s *state.Store, x *state.Export, what string, differs bool, taken, open *bool, changes func() app.UI) app.UI {
	if !differs {
		return html.Text("p", "hint", words.Title(what)+": the same as yours.")
	}
	take := func(app.Context, app.Event) { s.Restore.Choose(func(*world.Take) { *taken = !*taken }) }
	return html.With("div", "",
		html.With("label", "",
			html.Void("input").Attr("type", "checkbox").Attr("checked", *taken).OnChange(take, app.EventScope(what)),
			html.Say(" "+words.Title(what)+words.Either(*taken, ": theirs replaces yours", ": yours stays")),
		),
		html.Fold("fold", open, html.Text("summary", "", "What would change in "+what), func() app.UI { return changes() }),
	)
}

// compared shows two texts line by line; more of it where there is more.
func compared(s *state.Store, x *state.Export, name, was, is string) app.UI {
	if !state.Readable(was) || !state.Readable(is) {
		return html.Text("p", "hint", "It is not text that can be shown.")
	}
	list, left := diff.Lines(was, is, diff.Most+x.Open.Lines)
	return html.With("div", "",
		html.With("pre", "diff", app.Range(list).Slice(func(i int) app.UI { return html.DiffRow(list[i]) })).
			TabIndex(0).Role("region").Aria("label", sight.Show("Changes of "+name)),
		html.Left(left, " lines"),
		html.When(left > 0, func() app.UI {
			return html.ButtonFor(name, "Show more lines of "+sight.Show(name), "", func() { x.Open.Lines += 5 * diff.Most; s.Loop.Changed() })
		}),
	)
}

// tall is a file of rules to be compared, with each entry of a list on a line of its own: in a
// list of thousands nobody sees the one that counts.
func tall(rules []byte) string {
	var b strings.Builder
	for line := range strings.Lines(string(rules)) {
		key, list, is := strings.Cut(strings.TrimSuffix(line, "\n"), ": [")
		list, closed := strings.CutSuffix(list, "]")
		if !is || !closed || list == "" {
			b.WriteString(line)
			continue
		}
		indent := key[:len(key)-len(strings.TrimLeft(key, " "))]
		b.WriteString(key + ":\n" + indent + "  - " + strings.ReplaceAll(list, ", ", "\n"+indent+"  - ") + "\n")
	}
	return b.String()
}

// personas compares the files of two personas.
func personas(s *state.Store, x *state.Export, mine, theirs tree.Tree) app.UI {
	const most = 20
	list := tree.Diff(mine, theirs)
	shown := list[:min(len(list), most)]
	return html.With("div", "",
		html.Text("p", "", "A model is told of its persona before anything else. It is replaced as a whole."),
		html.With("div", "", app.Range(shown).Slice(func(i int) app.UI {
			at := shown[i].Path
			return html.With("div", "", html.Foreign("p", "", sight.Show("/persona/"+at)), compared(s, x, at, text(mine, at), text(theirs, at)))
		})),
		html.Left(len(list)-len(shown), " files"),
	)
}

func persona(t tree.Tree) tree.Tree {
	sub, _ := t.At("persona") // empty where there is none
	return sub
}

func text(t tree.Tree, at string) string {
	f, ok := t.File(at)
	if !ok {
		return ""
	}
	said, err := state.TextOf(f)
	if err != nil {
		return "(" + err.Error() + ")"
	}
	return said
}

func paths(list []string) app.UI {
	shown := list[:min(len(list), html.Chunk)]
	return html.With("div", "",
		html.With("ul", "", app.Range(shown).Slice(func(i int) app.UI {
			return html.With("li", "", html.Foreign("code", "", sight.Show("/"+strings.TrimPrefix(shown[i], "/"))))
		})),
		html.Left(len(list)-len(shown), ""),
	)
}

// arrivals shows the skills that would come in.
func arrivals(s *state.Store, x *state.Export) app.UI {
	v := x.View
	if len(v.Arrives) == 0 {
		return html.Text("p", "", "No skill comes in.")
	}
	marked := 0
	for _, a := range v.Arrives {
		if v.Marked(a) {
			marked++
		}
	}
	about := answer.Number(len(v.Arrives), "skill") + words.Either(len(v.Arrives) == 1, " comes in", " come in")
	about += words.Either(marked > 0, ", "+strconv.Itoa(marked)+" untrusted: programs of theirs ask each time. You can trust them together, once they are here.", ", all of them trusted here already.")
	return html.Fold("fold", &x.Open.Skills, html.Text("summary", "", about), func() app.UI {
		return html.With("div", "", cards(v.Arrives, html.Chunk+x.Open.Cards, v.Marked),
			html.When(len(v.Arrives) > html.Chunk+x.Open.Cards, func() app.UI {
				return html.Button("Show more skills", "", func() { x.Open.Cards += 2 * html.Chunk; s.Loop.Changed() })
			}))
	})
}

func cards(list []world.Arrival, most int, marked func(world.Arrival) bool) app.UI {
	shown := list[:min(len(list), most)]
	return html.With("div", "",
		html.With("ul", "cards", app.Range(shown).Slice(func(i int) app.UI {
			a := shown[i]
			return html.With("li", "card",
				html.With("p", "", html.Foreign("code", "", sight.Show("/"+a.Path)), html.Say(" "),
					html.When(marked(a), func() app.UI { return html.Badge("untrusted", "untrusted") }), html.Say(" "),
					html.Text("span", "hint", answer.Number(a.Folder.Files(), "file"))),
			)
		})),
		html.Left(len(list)-len(shown), ""),
	)
}

// Arrived shows what a restore brought that is not trusted, and lets the person trust it all at once.
func Arrived(s *state.Store) app.UI {
	r := s.Restore
	title := words.Either(len(r.Arrived) > 0, "Skills that came in", "Files that came in")
	return html.Dialog{ID: arrivedID, Title: title, Shut: r.Seen, Content: func() []app.UI {
		one := len(r.Arrived)+len(r.Strange) == 1
		return []app.UI{
			html.With("div", "planned",
				html.Text("p", "lead", words.Title(r.Brought())+" came out of the export and "+words.Either(one, "is", "are")+
					" not trusted: every call of their programs, and of a program that runs one of the files, is asked about."),
				html.Text("p", "", "Trust them if the export is your own. Else leave it: each skill can be trusted in its tab, each file where it is open."),
				cards(r.Arrived, len(r.Arrived), func(world.Arrival) bool { return true }),
				html.When(len(r.Strange) > 0, func() app.UI { return paths(r.Strange) }),
			).TabIndex(0).Role("group").Aria("label", sight.Show(title)),
			html.With("div", "row-of-acts",
				html.Button("Leave them untrusted", "", func() { html.Shut(arrivedID) }, "main").Attr("autofocus", true),
				html.Button("Trust "+words.Either(one && len(r.Arrived) == 1, "this skill", "all: "+r.Brought()), "", func() { s.Restore.Trust(); html.Shut(arrivedID) }),
			),
		}
	}}.While(len(r.Arrived)+len(r.Strange) > 0)
}
