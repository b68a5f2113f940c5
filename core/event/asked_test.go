package event

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lily/core/model"
)

// asks is a session of so many requests, each with one message more, from the event 1 on.
func asks(n int, change func(turn int, r *model.Request)) (list []Event) {
	var a Asked
	r := model.Request{System: []model.Part{{Name: "rules", Text: "Rules."}}}
	for i := range n {
		r.Messages = append(r.Messages, model.Message{Role: model.User, Text: strings.Repeat("x", i)})
		sent := r
		if change != nil {
			change(i, &sent)
		}
		b := a.Sizes(ModelRequest{Model: "m", Catalog: Budget{Shortened: []string{}, Dropped: []string{}}, Request: sent}, sent)
		list = append(list, Event{Seq: i + 1, Session: "s1", Body: b})
		a.Take(i+1, b)
	}
	return list
}

func linesOf(list []Event) (lines [][]byte) {
	for _, e := range list {
		lines = append(lines, Encode(e))
	}
	return lines
}

// EV-2: what is sent is named in full, whatever a request leaves to an earlier one, and comes back from its lines.
func TestRequestsNameEachPart(t *testing.T) {
	for name, change := range map[string]func(int, *model.Request){
		"grows": nil,
		"alone": func(i int, r *model.Request) { r.Messages = r.Messages[max(0, i-i%3-1):] },
		"its system": func(i int, r *model.Request) {
			r.System = []model.Part{{Name: "rules"}, {Name: "catalog", Text: fmt.Sprint(i)}}[:i%3]
		},
		"taken back":     func(i int, r *model.Request) { r.Messages = r.Messages[:len(r.Messages)-i%70] },
		"without a word": func(i int, r *model.Request) { r.Messages = r.Messages[:len(r.Messages)*(i%2)] },
		"another message": func(i int, r *model.Request) {
			r.Messages = slices.Clone(r.Messages)
			r.Messages[i/2].Text = "other"
		},
	} {
		list := asks(300, change)
		got, err := DecodeAll(linesOf(list))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for i, e := range got {
			b, was := e.Body.(ModelRequest), list[i].Body.(ModelRequest)
			want := was.Request.Sizes()
			whole, tokens := b.Whole(), 0
			for _, p := range want {
				tokens += p.Tokens
			}
			if !slices.Equal(was.All(), want) || !slices.Equal(b.All(), want) {
				t.Fatalf("%s, request %d: got %v and read %v, want %v", name, i, was.All(), b.All(), want)
			}
			if b.Count() != len(want) || b.Tokens() != tokens {
				t.Fatalf("%s, request %d: got %d parts of %d tokens, want %d of %d", name, i, b.Count(), b.Tokens(), len(want), tokens)
			}
			if !slices.Equal(whole.Parts, b.All()) || whole.Earlier != (Earlier{}) || whole.Count() != b.Count() {
				t.Fatalf("%s, request %d: got %v", name, i, whole)
			}
		}
	}
}

// EV-6: what is kept of a session grows as its requests do: each names what is new.
func TestRequestsNameWhatIsNew(t *testing.T) {
	size := func(n int) (total int) {
		for _, line := range linesOf(asks(n, nil)) {
			total += len(line)
		}
		return total
	}
	if few, many := size(200), size(2000); many > 12*few {
		t.Errorf("got %d bytes for 200 requests and %d for 2,000, want ten times as much", few, many)
	}
	list := asks(2000, nil)
	last := list[len(list)-1].Body.(ModelRequest)
	if want := (Earlier{1999, 1999}); last.Earlier != want || len(last.Parts) != 2 {
		t.Errorf("got %+v and %d parts, want %+v and 2", last.Earlier, len(last.Parts), want)
	}
	lines := linesOf(list)
	if allocs := testing.AllocsPerRun(1, func() {
		if _, err := DecodeAll(lines); err != nil {
			t.Fatal(err)
		}
	}); allocs > 100*2000 {
		t.Errorf("got %.0f allocations for 2,000 requests", allocs)
	}
}

// A request that claims what no request before it had is refused at its place.
func TestEarlierIsHeldToWhatWas(t *testing.T) {
	list := asks(100, nil)
	for claim, ok := range map[Earlier]bool{
		{99, 99}: true, {99, 64}: true, {99, 100}: false, {99, 1 << 60}: false, {99, 63}: false, {99, -1}: false, {99, 0}: false,
		{98, 64}: false, {100, 64}: false, {0, 64}: false, {-1, 64}: false,
	} {
		lines := linesOf(list)
		before := string(lines[99])
		lines[99] = []byte(strings.Replace(before, `"earlier":{"event":99,"messages":99}`, fmt.Sprintf(`"earlier":{"event":%d,"messages":%d}`, claim.Event, claim.Messages), 1))
		got, err := DecodeAll(lines)
		if (err == nil) != ok {
			t.Errorf("%+v: got %v", claim, err)
		}
		if err != nil && !strings.HasPrefix(err.Error(), fmt.Sprintf("100:%d: got %d messages of the event %d, want 64 to 99 of the event 99", strings.Index(before, `"earlier"`)+1, claim.Messages, claim.Event)) {
			t.Errorf("%+v: got %v", claim, err)
		}
		if err == nil && got[99].Body.(ModelRequest).Count() != 2+claim.Messages {
			t.Errorf("%+v: got %d parts", claim, got[99].Body.(ModelRequest).Count())
		}
	}
}

// Two that go on from the same requests do not see each other's, and going back forgets them.
func TestAskedIsNobodyElses(t *testing.T) {
	var base Asked
	for _, e := range asks(200, nil) {
		base.Take(e.Seq, e.Body)
	}
	next := func(a *Asked, text string) []model.Size {
		r := model.Request{}
		for i := range 200 {
			r.Messages = append(r.Messages, model.Message{Role: model.User, Text: strings.Repeat("x", i)})
		}
		r.Messages = append(r.Messages, model.Message{Role: model.Tool, Text: text})
		b := a.Sizes(ModelRequest{}, r)
		a.Take(201, b)
		return a.Sizes(ModelRequest{}, r).All()
	}
	one, two := base.Own(), base.Own()
	a, b := next(&one, "1"), next(&two, "22")
	if again := one.messages; again[200].Bytes != 1 || two.messages[200].Bytes != 2 || reflect.DeepEqual(a, b) {
		t.Errorf("got %v and %v", a[200:], b[200:])
	}
	if one.Take(202, Branched{From: 1}); one.messages != nil {
		t.Errorf("got %d messages after going back, want none", len(one.messages))
	}
}
