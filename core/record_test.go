package core_test

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"lily/core/event"
	"lily/core/record"
	"lily/core/replay"
	"lily/core/tool"
	"lily/core/tree"
)

// kept is what records name, by digest. It counts how it is asked.
type kept struct {
	blobs map[tree.Digest][]byte
	asked int
}

func (k *kept) Blobs(list []tree.Digest) ([][]byte, error) {
	k.asked++
	got := make([][]byte, len(list))
	for i, d := range list {
		got[i] = k.blobs[d]
	}
	return got, nil
}

// recorded writes events down.
func recorded(t *testing.T, events []event.Event) ([]record.Record, *kept) {
	t.Helper()
	k := &kept{blobs: map[tree.Digest][]byte{}}
	w := record.Writer{Keep: func(b tree.Blob) {
		data, err := b.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		k.blobs[b.Digest()] = data
	}}
	var list []record.Record
	for _, e := range events {
		r, err := record.Parse(w.Write(e).Bytes())
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list, k
}

// reread is events as they are after they were written down and read, which must be
// the same, with all that they hold in memory (EV-1, EV-4).
func reread(t *testing.T, events []event.Event) []event.Event {
	t.Helper()
	records, from := recorded(t, events)
	got, problems, err := record.Reader{Tools: tool.Builtin()}.Read(records, from)
	if err != nil || len(problems) > 0 {
		t.Fatalf("got %v, %v", problems, err)
	}
	again, _ := recorded(t, got)
	if !reflect.DeepEqual(again, records) {
		t.Errorf("got other records when they were written again")
	}
	for i, e := range got {
		was, _ := events[i].Body.(event.ModelRequest)
		if is, ok := e.Body.(event.ModelRequest); ok && !reflect.DeepEqual(is.Request, was.Request) {
			t.Errorf("event %d: got another request", e.Seq)
		}
		if is, ok := e.Body.(event.SkillCatalogUpdated); ok && is.Snapshot.Digest != is.Digest {
			t.Errorf("event %d: got another snapshot", e.Seq)
		}
	}
	return got
}

// replays replays events, as they are in memory and as they are read.
func replays(t *testing.T, events []event.Event) {
	t.Helper()
	comesAgain(t, events)
	comesAgain(t, reread(t, events))
}

func comesAgain(t *testing.T, events []event.Event) {
	t.Helper()
	got, err := replay.Run(context.Background(), tool.Builtin(), events, nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := replay.Compare(got, events); d != nil {
		t.Errorf("event %d:\n got %s\nwant %s", d.Seq, d.Got, d.Want)
	}
}

// rich is a session with reloads, agents, calls, a retry and an edit of files.
func rich(t *testing.T) []event.Event {
	t.Helper()
	k := newTalk(t, map[string]string{"workspace/a.txt": "one", "persona/agents/bob/SOUL.md": "Bob."}, "proposals: true", "once",
		calls("select_skill", `{"name":"guide"}`, "write", `{"path":"b.txt","content":"two"}`), calls("read", `{"path":"b.txt"}`), says("done"), says("again"), says("third"))
	for _, line := range []string{"Guide me.", "/agent bob", "/reload_skills", "/skill guide once more", "/nope", "/new", "Last."} {
		k.line(t, line)
	}
	_, events := k.State(k.id)
	return events
}

// VF-4: reading asks for what sides name in one piece, and for the folders of all
// worlds a level at a time, however many events there are.
func TestRecordBatches(t *testing.T) {
	records, from := recorded(t, rich(t))
	from.asked = 0
	if _, _, err := (record.Reader{Tools: tool.Builtin()}).Read(records, from); err != nil || from.asked > 10 {
		t.Errorf("got %v and %d questions for %d events", err, from.asked, len(records))
	}
}

// EV-4: a blob that is lost costs what it holds, and no more: the events are there,
// the problem says which, and the rest is as it was.
func TestRecordLost(t *testing.T) {
	events := rich(t)
	records, from := recorded(t, events)
	seen := map[string]bool{}
	for d, data := range from.blobs {
		delete(from.blobs, d)
		got, problems, err := record.Reader{Tools: tool.Builtin()}.Read(records, from)
		from.blobs[d] = data
		if err != nil {
			t.Fatalf("%s: %v", d.Short(), err)
		}
		if string(event.Lines(got)) != string(event.Lines(events)) {
			t.Errorf("%s: got other events", d.Short())
		}
		for _, p := range problems {
			seen[p.What] = true
			if p.Seq < 1 || p.Seq > len(events) || p.Message == "" {
				t.Errorf("got %+v", p)
			}
		}
		if again, err := replay.Run(context.Background(), tool.Builtin(), got, nil); len(problems) == 0 && (err != nil || replay.Compare(again, got) != nil) {
			t.Errorf("%s: got no problem, and it does not replay: %v", d.Short(), err)
		}
	}
	for _, what := range []string{"world", "text", "snapshot", "request"} {
		if !seen[what] {
			t.Errorf("got no problem with a %s", what)
		}
	}
}

// EV-4: what cannot be compiled again is taken as it was, where it was kept.
func TestRecordRequests(t *testing.T) {
	events := rich(t)
	records, from := recorded(t, events)
	few := tool.New() // of a Lily with other tools
	_, problems, err := record.Reader{Tools: few}.Read(records, from)
	if err != nil || !slices.ContainsFunc(problems, func(p record.Problem) bool { return p.What == "request" }) {
		t.Fatalf("got %v, %v, want the requests named", problems, err)
	}
	for _, e := range events {
		if b, ok := e.Body.(event.ModelRequest); ok {
			from.blobs[b.Digest] = b.Request.Encode()
		}
	}
	got, problems, err := record.Reader{Tools: few}.Read(records, from)
	if err != nil || len(problems) > 0 {
		t.Fatalf("got %v, %v", problems, err)
	}
	for i, e := range got {
		if b, ok := e.Body.(event.ModelRequest); ok && b.Request.Digest() != b.Digest {
			t.Errorf("event %d: got another request", i+1)
		}
	}
}

// EV-4: a record that is not what it should be is an error with its place.
func TestRecordRefuses(t *testing.T) {
	records, from := recorded(t, rich(t))
	for _, tt := range []struct {
		at   int
		side string
		want string
	}{
		{0, `{}`, "1: got 0 texts for session_created, want 1"},
		{0, `{"texts":[]}`, "1: "},
		{1, `{}`, "2: got an input or none"},
		{2, `{"millis":1}`, "3: got a duration for message"},
		{2, `{"nope":1}`, `3: json: unknown field "nope"`},
		{2, `{"world":"x"}`, "3: "},
		{2, ` {}`, "3: "},
		{2, ``, "3: "},
	} {
		list := slices.Clone(records)
		list[tt.at].Side = []byte(tt.side)
		_, _, err := record.Reader{Tools: tool.Builtin()}.Read(list, from)
		if err == nil || len(err.Error()) < len(tt.want) || err.Error()[:len(tt.want)] != tt.want {
			t.Errorf("%s: got %v, want %s", tt.side, err, tt.want)
		}
	}
	for _, list := range [][]record.Record{records[1:], records[2:], {records[0], records[0]}, {records[0], {Line: records[2].Line, Side: records[2].Side}}} {
		if _, _, err := (record.Reader{Tools: tool.Builtin()}).Read(list, from); err == nil {
			t.Error("got no error for events that no session begins with")
		}
	}
	for _, text := range []string{"", "a", "a\nb\nc"} {
		if _, err := record.Parse([]byte(text)); err == nil {
			t.Errorf("%q: got no error", text)
		}
	}
}
