package persist_test

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"lily/core/event"
	"lily/core/replay"
	"lily/core/store"
	"lily/core/tool"
	"lily/core/tree"
)

// recorded is a store as Lily of commit a256b30 wrote it, with what was in it: sessions
// with a title, under way and deleted, 320 skills with their verdicts and the pack of all
// folders, a profile, a policy and a mark.
type recorded struct {
	Blobs [][]byte
	Refs  map[string][]byte
	Logs  map[string][][]byte
	World string            // the digest of its tree
	Lines map[string]string // of the sessions
}

func readRecorded(t *testing.T) (r recorded, st *store.Memory) {
	t.Helper()
	f, err := os.Open("testdata/store-a256b30.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	data, err := gzip.NewReader(f)
	if err == nil {
		err = json.NewDecoder(data).Decode(&r)
	}
	if err != nil {
		t.Fatal(err)
	}
	var c store.Change
	for _, b := range r.Blobs {
		c.Blobs = append(c.Blobs, store.Blob{Digest: tree.Sum(b), Data: b})
	}
	for name, value := range r.Refs {
		c.Refs = append(c.Refs, store.Set{Name: name, Now: value})
	}
	for name, records := range r.Logs {
		c.Append = append(c.Append, store.Append{Log: name, Records: records})
	}
	st = &store.Memory{}
	if err := st.Commit(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	return r, st
}

// VF-4: a store of before opens: its world, its verdicts and its sessions are what they
// were, and a session replays to the byte.
func TestRecordedStore(t *testing.T) {
	r, st := readRecorded(t)
	seen := &watched{Store: st}
	p := begun(t, "one", seen)
	if got := p.World().Tree.Digest().String(); got != r.World {
		t.Errorf("got the world %s, want %s", got, r.World)
	}
	if w := p.World(); w.Profile.OS != "win32" || !slices.Equal(w.Policy.Disabled, []string{"k005"}) || !slices.Equal(w.Origins.Paths(), []string{"/user/skills/mine"}) {
		t.Errorf("got %+v, %+v, %q", w.Profile, w.Policy, w.Origins)
	}
	if got, _ := p.State(p.open(t)); len(got.Snapshot.Candidates) < 320 {
		t.Errorf("got %d skills", len(got.Snapshot.Candidates))
	}
	for _, data := range seen.given {
		if strings.HasPrefix(string(data), "---\ncommand:") {
			t.Fatalf("got %q read, want its verdict alone", data)
		}
	}
	for _, m := range p.List() {
		if m.Deleted != (m.ID == "s3") || m.Named != (m.ID == "s1") || m.Named && m.Title != "A title" || m.Damaged {
			t.Errorf("got %+v", m)
		}
		if problems := p.back(t, m.ID); problems != nil || string(p.lines(m.ID)) != r.Lines[m.ID] {
			t.Errorf("got %v and\n%s\nwant\n%s", problems, p.lines(m.ID), r.Lines[m.ID])
		}
	}
	_, events := p.State("s1")
	again, err := replay.Run(t.Context(), tool.Builtin(), events, func(int) {})
	if err != nil || string(event.Lines(again)) != r.Lines["s1"] {
		t.Errorf("got %v and\n%s", err, event.Lines(again))
	}
	if problems, err := p.Mend(func() {}); problems != nil || err != nil {
		t.Errorf("got %v, %v, want nothing to mend", problems, err)
	}
}

// VF-4: what is written now is what was written then, to the byte.
func TestWritesAsRecorded(t *testing.T) {
	r, st := readRecorded(t)
	p := begun(t, "one", st)
	p.back(t, "s1")
	state, _ := p.State("s1")
	err := errors.Join(
		p.put("workspace/notes.txt", "one\n"), p.put("workspace/notes.txt", "two\n"), p.Remember(state.Snapshot), p.Rename("s1", " A title "),
	)
	if err != nil {
		t.Fatal(err)
	}
	refs, err := st.Refs(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, ref := range refs {
		if slices.Contains([]string{"world", "memo", "folders", "session/s1"}, ref.Name) && string(ref.Value) != string(r.Refs[ref.Name]) {
			t.Errorf("%s: got %q, want %q", ref.Name, ref.Value, r.Refs[ref.Name])
		}
	}
}
