package prompt

import (
	"reflect"
	"strconv"
	"testing"

	"lily/core/model"
)

// PO-6: what a session knows of its requests before changes nothing of the next: of a list that grows, is taken back,
// grows otherwise, and hides something early, late or nowhere.
func TestShownFollowsTheConversation(t *testing.T) {
	say := func(text string) model.Message {
		return model.Message{Role: model.User, Text: text, Sent: text, Context: text}
	}
	var s Shown
	list := []model.Message{}
	see := func() {
		t.Helper()
		if got, want := Compile(State{Conversation: list, Shown: &s}).Messages, Compile(State{Conversation: list}).Messages; !reflect.DeepEqual(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for i := range 40 {
		if list = append(list, say(strconv.Itoa(i))); i%10 == 5 {
			list = append(list, say("hid\u200bden"+strconv.Itoa(i)), say("hid\u202eden"))
		}
		see()
		switch i {
		case 20:
			list = list[:12:12]
		case 30:
			list = []model.Message{say("\u2060other")}
		case 35:
			list = list[:0:0]
		}
		see()
	}
}

// A request looks at the messages that are new, and copies none of the others, also where something is hidden.
func TestShownLooksAtWhatIsNew(t *testing.T) {
	for _, first := range []string{"plain", "hid\u200bden"} {
		var s Shown
		list := make([]model.Message, 0, 4096)
		list = append(list, model.Message{Role: model.User, Text: first})
		for range 2000 {
			list = append(list, model.Message{Role: model.Assistant, Text: "hid\u200bden"})
		}
		s.of(list)
		before := &s.shown[0]
		allocs := testing.AllocsPerRun(10, func() {
			list = append(list, model.Message{Role: model.User, Text: "new"})
			s.of(list)
		})
		if allocs > 1 || before != &s.shown[0] || len(s.shown) != len(list) {
			t.Errorf("%q: got %.0f allocations and %d messages, want one at the most and %d in the same list", first, allocs, len(s.shown), len(list))
		}
	}
}
