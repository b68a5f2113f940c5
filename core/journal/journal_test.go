package journal_test

import (
	"bytes"
	"context"
	"testing"
	"testing/fstest"

	"lily/core"
	"lily/core/coretest"
	"lily/core/event"
	"lily/core/journal"
	"lily/core/model"
	"lily/core/tool"
	"lily/core/world"
)

// EV-6: two sessions of one run are read as they were, from wherever the journal is torn: the
// events before that, and no other ones.
func TestTornAnywhere(t *testing.T) {
	files := fstest.MapFS{"a/SKILL.md": {Data: []byte("---\nsummary: A.\n---\nDo.\n")}}
	w, err := world.New(files, fstest.MapFS{"SOUL.md": {Data: []byte("Soul.\n")}})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	var all []event.Event
	j := journal.NewWriter(&out)
	ends := []int{0} // of each event in the file
	e := core.New(w, tool.Builtin(), core.Ports{Model: model.Offline{}, Sessions: coretest.Sessions{Watches: func(e event.Event) {
		if err := j.Add(e); err != nil {
			t.Error(err)
		}
		all, ends = append(all, e), append(ends, out.Len())
	}}})
	id, err := e.Open(true)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"/skill a now", "/new", "/skills"} {
		id = e.Turn(context.Background(), id, line).Session
	}
	data := out.Bytes()
	for n, whole := 0, 0; n <= len(data); n++ {
		for whole+1 < len(ends) && ends[whole+1] <= n {
			whole++
		}
		if n > ends[1] && n%17 > 0 && data[n-1] != '\n' {
			continue
		}
		sessions, err := journal.Read(data[:n], tool.Builtin())
		if err != nil {
			t.Fatalf("%d of %d bytes: %v", n, len(data), err)
		}
		for _, s := range sessions {
			var want []event.Event
			for _, e := range all[:whole] {
				if e.Session == s[0].Session {
					want = append(want, e)
				}
			}
			if !bytes.Equal(event.Lines(s), event.Lines(want)) {
				t.Fatalf("%d of %d bytes: got %s, want %s", n, len(data), event.Lines(s), event.Lines(want))
			}
		}
	}
	if sessions, err := journal.Read(data, tool.Builtin()); err != nil || len(sessions) != 2 {
		t.Errorf("got %d sessions, %v", len(sessions), err)
	}
	if _, err := journal.Read([]byte("Dear diary."), tool.Builtin()); err == nil {
		t.Error("got no error for what is no journal")
	}
}
