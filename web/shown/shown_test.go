package shown_test

import (
	"slices"
	"strings"
	"testing"

	"lily/web/desk"
	"lily/web/loop"
	"lily/web/port"
	"lily/web/port/porttest"
	"lily/web/shown"
	"lily/web/state/statetest"
)

func page(t *testing.T, h *porttest.History) *statetest.Page {
	t.Helper()
	s := statetest.Small(t, func(p *port.Ports) { p.History = h })
	s.Shown.Begin()
	return s
}

// The address is that of the document in front; Back and Forward lead to the one before and after.
func TestAddressFollows(t *testing.T) {
	h := &porttest.History{}
	s := page(t, h)
	s.Shown.OpenTab("policy")
	s.Shown.OpenFile("persona/SOUL.md")
	if got := strings.Join(h.Steps, " "); got != "#conversation/s1 #policy #file/persona/SOUL.md" || s.Shown.File != "persona/SOUL.md" {
		t.Fatalf("got %s", got)
	}
	h.Walk(-2)
	if d := s.Shown.Front(); d.Kind != desk.Conversation {
		t.Errorf("got %v in front, want the conversation", d)
	}
	h.Walk(+1)
	if d := s.Shown.Front(); d.Kind != "policy" || len(h.Steps) != 3 {
		t.Errorf("got %v in front and %q", d, h.Steps)
	}
}

// An address that the page is opened with stays until it is heard; one that names nothing is said.
func TestOpenedByAddress(t *testing.T) {
	h := &porttest.History{Steps: []string{"#skill/bundled/plain"}}
	s := page(t, h)
	if d := s.Shown.Front(); d.Of != "bundled/skills/plain" || h.Address() != "#skill/bundled/skills/plain" {
		t.Errorf("got %v at %s, want the skill of that root and name", d, h.Address())
	}
	for _, bad := range []string{"#nothing", "#file/../x", "#%zz"} {
		h.Type(bad)
		if h.Address() != "#skill/bundled/skills/plain" || !strings.Contains(s.Loop.Notice.Text, "names no document") {
			t.Errorf("%s: got %s and %q", bad, h.Address(), s.Loop.Notice.Text)
		}
	}
	h.Type("")
	if h.Address() != "#skill/bundled/skills/plain" {
		t.Errorf("got %s, want the address again", h.Address())
	}
}

// A tab of a session that there is not any more is that of the session which is shown.
func TestSessionThatIsGone(t *testing.T) {
	h := &porttest.History{Text: `{"groups":[{"tabs":["#conversation/s7","#policy"],"front":0}]}`}
	s := page(t, h)
	if got := s.Sessions.Open(); len(got) != 1 || got[0] != "s1" || h.Address() != "#conversation/s1" || s.Loop.Notice.Text != "" {
		t.Errorf("got %v at %s, %q", got, h.Address(), s.Loop.Notice.Text)
	}
	s.Shown.Keep()
	if !strings.Contains(h.Text, "#policy") || strings.Contains(h.Text, "s7") {
		t.Errorf("kept %s", h.Text)
	}
}

// some are sessions of which one is shown and open, and others are kept.
type some struct {
	shown.Sessions
	open    string
	visited []string
}

func (s *some) Shows() string          { return s.open }
func (s *some) Doc(id string) desk.Doc { return desk.Doc{Kind: desk.Conversation, Of: id} }
func (s *some) Has(id string) bool     { return id == s.open }
func (s *some) Visit(id string)        { s.visited = append(s.visited, id) }

// Until it is known which sessions there are, an address of another one leaves the session in front: what is typed at the
// start stands in a box that stays.
func TestTheSessionStaysUntilItIsKnown(t *testing.T) {
	for _, kept := range []bool{false, true} {
		sessions, h := &some{open: "s2"}, &porttest.History{Steps: []string{"#conversation/s1"}}
		s := shown.New(loop.New(nil), sessions, h)
		s.Begin()
		if front := s.Front(); front.Of != "s2" || h.Address() != "#conversation/s1" {
			t.Errorf("kept %v: got %v in front at %s before it is known, want s2 and the address as it was", kept, front, h.Address())
		}
		s.Know(func(id string) bool { return kept && id == "s1" })
		want := map[bool]string{false: "s2", true: "s1"}[kept]
		if front := s.Front(); front.Of != want || h.Address() != "#conversation/"+want || kept != slices.Equal(sessions.visited, []string{"s1"}) {
			t.Errorf("kept %v: got %v in front at %s, visited %v, want %s", kept, front, h.Address(), sessions.visited, want)
		}
	}
}
