package ui

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/sight"
	"lily/web/desk"
	"lily/web/html"
	"lily/web/room/approval"
	"lily/web/room/snapshot"
	"lily/web/room/storage"
	"lily/web/words"
)

// status is the bar at the foot: how things stand, each with a way to it. It stands there always
// and keeps its height, so that nothing that changes in it moves anything else.
type status struct {
	app.Compo
	Store *Store
	Rev   int

	of     *loader.Snapshot // that was counted
	counts []count
}

type count struct {
	state loader.State
	n     int
}

// Render implements [app.Composer].
func (b *status) Render() app.UI {
	s := b.Store
	return html.With("footer", "status",
		html.With("div", "stands", b.tally(), item("catalog", inCatalog(s), "Show the skills", func() { s.Shown.List("skills"); html.Focus(html.FindSkillID) })),
		html.With("div", "news", app.If(talking(s), func() app.UI { return html.El("div") }).Else(func() app.UI { return approval.Waiting(s.Store) }), snapshot.Behind(s.Store), storage.Banner(s.Store)),
		html.With("div", "stands", b.rest()...),
	).Aria("label", "Status")
}

// talking reports whether the session is in front, with its question, if it has one.
func talking(s *Store) bool {
	q := s.Talk.Asked()
	return len(q) == 0 || len(q) == 1 && q[0].Session == s.Sessions.Session && s.Sessions.Here().At == 0 && !s.Shown.Listed && s.Shown.Shows(s.Sessions.Doc(q[0].Session))
}

// roomy is how long the words beside the counts may be where the bar has not room for all of them.
const roomy = 24

// tally counts the skills by their state, each with its shape and its word.
func (b *status) tally() app.UI {
	snap := b.Store.Sessions.Snapshot()
	if snap != b.of {
		b.of, b.counts = snap, nil
		by := map[loader.State]int{}
		for _, c := range snap.Candidates {
			by[c.State]++
		}
		for _, state := range loader.States() {
			if n := by[state]; n > 0 {
				b.counts = append(b.counts, count{state, n})
			}
		}
	}
	said := []string{}
	parts := []app.UI{}
	for _, c := range b.counts {
		word := fmt.Sprintf("%d %s", c.n, c.state.Word())
		said = append(said, word)
		parts = append(parts, html.With("span", "", html.Mark(c.state), html.Say(fmt.Sprint(c.n)), html.Text("span", "word", " "+c.state.Word())).Class("is-"+string(c.state)))
	}
	if len(parts) == 0 {
		parts, said = []app.UI{html.Say("No skills")}, []string{"No skills"}
	}
	low := func() { b.Store.Shown.Problems(!b.Store.Shown.Low); html.Focus(html.ProblemsID) }
	return html.With("button", "item tally", parts...).Class(words.Either(len(strings.Join(said, "")) <= roomy, "few", "many")).Attr("type", "button").
		Title(html.Keys("Problems (Mod+J): %s"), strings.Join(said, ", ")).
		Aria("expanded", b.Store.Shown.Low).OnClick(func(app.Context, app.Event) { low() })
}

func inCatalog(s *Store) string {
	if snap := s.Sessions.Snapshot(); len(snap.Candidates) == 0 {
		return ""
	}
	meter, _, _ := strings.Cut(s.Catalog.Now().Meter(), " skills, about ")
	return words.Either(meter == "", "", meter+" skills")
}

// rest stands at the right end: first what comes and goes, and then what is always there, each in
// a place of its own, so that what comes moves nothing.
func (b *status) rest() []app.UI {
	s := b.Store
	st := s.Sessions.State()
	open := func(kind string) func() {
		return func() { s.Shown.Open(desk.Doc{Kind: kind}); html.Focus("tab-" + kind) }
	}
	then, unsaved := "", len(s.Drafts.Left())
	if at := s.Sessions.Here().At; at > 0 {
		then = fmt.Sprintf("Event %d of %d", at, len(s.Sessions.Recorded()))
	}
	return []app.UI{
		item("left", words.Either(unsaved > 0, answer.Number(unsaved, "text")+" not saved", ""), html.Keys("What was typed and not saved (Mod+J)"), func() { s.Shown.Problems(true); html.Focus(html.ProblemsID) }),
		item("then", then, html.Keys("The session as it was then: back to now (Alt+0)"), s.Sessions.Now),
		item("full-auto", words.Either(st.Policy.FullAuto(), "Full auto on", ""), policy.FullAutoSaid+" Show the policy.", open("policy")),
		item("guest", words.Either(st.Owner, "", "Guest: no token"), "This session does not hold the owner's token. Show the policy.", open("policy")),
		item("session", "Session "+s.Sessions.Name(s.Sessions.Session), "The session that all of this is of", s.Shown.Talk),
		item("snapshot", fmt.Sprintf("Snapshot v%d%s", st.Snapshot.Version, words.Either(st.Snapshot.LeftOut() != "", ", limit reached", "")), "The snapshot that the session is held to", open("snapshot"), words.Either(st.Snapshot.LeftOut() != "", "warn", "well")),
		item("agent", "Agent "+st.Agent, "The persona of the session", open("persona")),
		item("profile", "Profile", "The declared environment", open("profile")),
		item("policy", "Policy", "What may be used, and when a person is asked", open("policy")),
		item("storage", s.Storage.Word(), "Storage: how the work is kept", func() { s.Storage.Ask(true) }, words.Either(s.Storage.Why != "" && s.Storage.Kept() || len(s.Storage.Problems) > 0, "warn", "well")),
	}
}

// item is a word or a few that lead to what they are about; an empty text is none.
func item(name, text, label string, do func(), class ...string) app.UI {
	return html.When(text != "", func() app.UI {
		return html.With("button", "item", html.Say(text)).Class(append(class, "of-"+name)...).Attr("type", "button").Title("%s", sight.Show(label)).
			OnClick(func(app.Context, app.Event) { do() }, app.EventScope(name))
	})
}
