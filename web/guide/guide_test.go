package guide

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"lily/web/html/htmltest"
	"lily/web/port/porttest"
	"lily/web/state"
)

// shown is a guide over the small manual of the tests, before the page is drawn: what may
// wait is done at once.
func shown(t *testing.T, m *porttest.Manual) (*Guide, func() string) {
	t.Helper()
	now := func(f func()) { f() }
	g := New(&state.Loop{Lanes: state.Lanes{Post: now, Aside: now}}, m)
	return g, func() string {
		var text strings.Builder
		for _, ui := range g.content() {
			text.WriteString(htmltest.Seen(ui))
		}
		return text.String()
	}
}

// The contents list the pages, a topic shows its entry, and its links are buttons that
// lead on; Back leads back.
func TestTopics(t *testing.T) {
	g, text := shown(t, &porttest.Manual{})
	htmltest.HasNot(t, htmltest.Seen(g.Dialog()), "<dialog")
	g.Open("")
	htmltest.Has(t, text(), "The start", "From nothing.", "Policy", `aria-label="Contents"`)
	g.Open("no_frontmatter")
	htmltest.Has(t, text(), `aria-label="no_frontmatter"`, "See also:", "full-auto")
	g.turn("full-auto")
	htmltest.Has(t, text(), `aria-label="full-auto"`, "policy")
	g.trail = g.trail[:1]
	htmltest.Has(t, text(), `aria-label="no_frontmatter"`)
	g.Open("nothing_of_it")
	htmltest.Has(t, text(), "The manual has no entry of nothing_of_it.")
	g.shut()
	if g.open || g.topic() != "" {
		t.Error("got a guide that is open, or keeps its place")
	}
}

func TestSearch(t *testing.T) {
	g, text := shown(t, &porttest.Manual{})
	g.Open("")
	g.query = "question"
	htmltest.Has(t, text(), "1 entry.", "Full auto", "in Policy")
	g.query = "xyzzy"
	htmltest.Has(t, text(), "0 entries.")
}

// Where the manual cannot be read the page says why, and reads it at the next try.
func TestTheManualIsLost(t *testing.T) {
	m := &porttest.Manual{Err: errors.New("the server is gone")}
	g, text := shown(t, m)
	g.Open("policy")
	htmltest.Has(t, text(), "The manual cannot be shown: the server is gone.", "Try again")
	m.Err = nil
	g.fetch()
	htmltest.Has(t, text(), `aria-label="policy"`)
}

func TestUnlinked(t *testing.T) {
	for _, tt := range []struct {
		text, plain string
		topics      []string
	}{
		{"See [the state](states.md#shadowed) and [rules](policy.md).", "See the state and rules.", []string{"shadowed", "policy"}},
		{"See [here](#full-auto) and [there](policy.md#full-auto).", "See here and there.", []string{"full-auto"}},
		{"[site](https://example.org/a.md) and [file](../x.md)", "[site](https://example.org/a.md) and [file](../x.md)", nil},
		{"a](b", "a](b", nil},
		{"[a](b", "[a](b", nil},
		{"", "", nil},
		{"[x](y.md)[z](w.md)", "xz", []string{"y", "w"}},
	} {
		if plain, topics := unlinked(tt.text); plain != tt.plain || !slices.Equal(topics, tt.topics) {
			t.Errorf("%q: got %q, %q, want %q, %q", tt.text, plain, topics, tt.plain, tt.topics)
		}
	}
}
