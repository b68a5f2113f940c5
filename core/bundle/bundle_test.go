package bundle_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"lily/core"
	"lily/core/archive"
	"lily/core/bundle"
	"lily/core/call"
	"lily/core/coretest"
	"lily/core/event"
	"lily/core/model"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/replay"
	"lily/core/script"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
	"lily/persona"
	"lily/skills"
	"lily/wasm/which"
)

// small is a session in a small world, with a skill, a call and a change of files.
func small(t testing.TB) []event.Event {
	t.Helper()
	w, err := world.New(fstest.MapFS{"a/SKILL.md": {Data: []byte("---\nsummary: A.\n---\nDo.\n")}}, fstest.MapFS{"SOUL.md": {Data: []byte("Soul.\n")}})
	if err != nil {
		t.Fatal(err)
	}
	said, err := model.ParseScript("r", []byte(`{"calls":[{"name":"write","args":{"path":"b.txt","content":"two"}}]}`+"\n"+`{"text":"Done."}`))
	if err != nil {
		t.Fatal(err)
	}
	now := int64(0)
	e := core.New(w, tool.Builtin(), core.Ports{
		Model: said, Sessions: coretest.Sessions{Nows: func() int64 { now += 1000; return now }},
		Person: coretest.Person(func(context.Context, call.Question) policy.Consent { return policy.Once }),
	})
	id, err := e.Open(true)
	if err != nil {
		t.Fatal(err)
	}
	if r := e.Turn(context.Background(), id, "/skill a now"); r.Err != nil {
		t.Fatal(r.Err)
	}
	_, events := e.State(id)
	return events
}

func packed(t testing.TB, b bundle.Bundle) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := b.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func opened(t testing.TB, data []byte) bundle.Bundle {
	t.Helper()
	b, problems, err := bundle.Read(data, tool.Builtin())
	if err != nil || len(problems) > 0 {
		t.Fatalf("got %v, %v", problems, err)
	}
	return b
}

// through checks that a session goes through a bundle: the same bytes twice, and
// again after it was read, and a replay of what was read comes to the same events.
func through(t *testing.T, b bundle.Bundle) {
	t.Helper()
	data := packed(t, b)
	if !bytes.Equal(packed(t, b), data) {
		t.Error("got other bytes the second time")
	}
	got := opened(t, data)
	if !bytes.Equal(packed(t, got), data) {
		t.Error("got other bytes when what was read was written")
	}
	if got.Title != b.Title || !bytes.Equal(event.Lines(got.Events), event.Lines(b.Events)) {
		t.Errorf("got other events, and the title %q", got.Title)
	}
	again, err := replay.Run(context.Background(), tool.Builtin(), got.Events, nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := replay.Compare(again, b.Events); d != nil {
		t.Errorf("event %d:\n got %s\nwant %s", d.Seq, d.Got, d.Want)
	}
}

// EV-4: every session of every script comes again out of a bundle.
func TestScripts(t *testing.T) {
	paths, err := filepath.Glob("../testdata/script/*.txtar")
	if err != nil || len(paths) < 50 {
		t.Fatalf("got %d scripts, %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s, err := script.Parse(data)
			if err != nil {
				t.Fatal(err)
			}
			d, err := script.NewEngine(s, skills.Files(), persona.Files(), profile.Browser("linux", which.Programs()))
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := script.Run(s, d); err != nil {
				t.Fatal(err)
			}
			for _, id := range d.Sessions() {
				_, events := d.State(id)
				through(t, bundle.Bundle{Title: "«" + id + "» <x>", Events: events})
			}
		})
	}
}

// EV-4: times, worlds and requests are in the bundle, and the requests are blobs
// under the digests that the events have.
func TestHolds(t *testing.T) {
	events := small(t)
	through(t, bundle.Bundle{Title: "T", Events: events})
	data := packed(t, bundle.Bundle{Events: events})
	zip, err := archive.Read(data, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	requests := 0
	for i, e := range opened(t, data).Events {
		if e.At != events[i].At || e.World.Tree.Digest() != events[i].World.Tree.Digest() {
			t.Errorf("event %d: got the time %d or another world", e.Seq, e.At)
		}
		b, ok := e.Body.(event.ModelRequest)
		if !ok {
			continue
		}
		requests++
		got, err := model.DecodeRequest(whole(t, zip, b.Digest.String()))
		if err != nil || got.Digest() != b.Digest || !reflect.DeepEqual(got.System, b.Request.System) || b.Request.Digest() != b.Digest {
			t.Errorf("event %d: got %v, want the exact request", e.Seq, err)
		}
	}
	if lines, err := zip.ReadFile("events.jsonl"); err != nil || !bytes.Equal(lines, event.Lines(events)) || requests != 2 {
		t.Errorf("got %d requests and %v, want the lines as they are", requests, err)
	}
}

// whole is a request as any program can read it from a bundle: it is there, or how it
// differs from another one.
func whole(t *testing.T, zip tree.Tree, digest string) []byte {
	t.Helper()
	if data, err := zip.ReadFile("blobs/" + digest); err == nil {
		return data
	}
	data, err := zip.ReadFile("requests/" + digest)
	if err != nil {
		t.Fatal(err)
	}
	head, between, _ := strings.Cut(string(data), "\n")
	var of struct {
		Like        string
		First, Last int
	}
	if err := json.Unmarshal([]byte(head), &of); err != nil {
		t.Fatal(err)
	}
	like := string(whole(t, zip, of.Like))
	return []byte(like[:of.First] + between + like[len(like)-of.Last:])
}

// EV-4: a conversation is in a bundle once, and not again with each of its requests.
func TestGrowsWithTheConversation(t *testing.T) {
	w, err := world.New(fstest.MapFS{}, fstest.MapFS{"SOUL.md": {Data: []byte("Soul.\n")}})
	if err != nil {
		t.Fatal(err)
	}
	said, err := model.ParseScript("r", []byte(strings.Repeat(`{"text":"`+strings.Repeat("So it goes. ", 20)+`"}`+"\n", 45)))
	if err != nil {
		t.Fatal(err)
	}
	e := core.New(w, tool.Builtin(), core.Ports{Model: said})
	id, err := e.Open(true)
	if err != nil {
		t.Fatal(err)
	}
	for range 45 {
		e.Turn(context.Background(), id, strings.Repeat("Tell me more. ", 20))
	}
	_, events := e.State(id)
	through(t, bundle.Bundle{Events: events})
	zip, err := archive.Read(packed(t, bundle.Bundle{Events: events}), archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	requests, err := zip.At("requests")
	if err != nil || requests.Files() != 44 {
		t.Fatalf("got %d requests by their differences, %v, want 44", requests.Files(), err)
	}
	for name, f := range requests.Walk() {
		if f.Size() > 1000 {
			t.Errorf("%s: got %d bytes, want no more than a message and its answer", name, f.Size())
		}
	}
}

// EV-4: a bundle of the first format has its requests whole, and is read.
func TestFirstFormat(t *testing.T) {
	b := bundle.Bundle{Title: "T", Events: small(t)}
	data := packed(t, b)
	first := forged(t, data, func(f map[string][]byte) {
		f["lily.json"] = bytes.Replace(f["lily.json"], []byte(`"format": 2`), []byte(`"format": 1`), 1)
		zip, err := archive.Read(data, archive.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for name := range f {
			if digest, ok := strings.CutPrefix(name, "requests/"); ok {
				f["blobs/"+digest] = whole(t, zip, digest)
				delete(f, name)
			}
		}
	})
	if got := opened(t, first); !bytes.Equal(event.Lines(got.Events), event.Lines(b.Events)) || len(first) <= len(data) {
		t.Errorf("got other events")
	}
}

// EV-4: a Lily with other tools, which cannot compile the requests again, has them as
// they were.
func TestRequestsAsTheyWere(t *testing.T) {
	events := small(t)
	b, problems, err := bundle.Read(packed(t, bundle.Bundle{Events: events}), tool.New())
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range b.Events {
		if want, ok := events[i].Body.(event.ModelRequest); ok {
			if got := e.Body.(event.ModelRequest); got.Request.Digest() != want.Digest || len(got.Request.Tools) == 0 {
				t.Errorf("event %d: got another request (%v)", e.Seq, problems)
			}
		}
	}
}

// step is how many bytes the tests of all bytes go on: under Node each costs much more.
var step = map[bool]int{false: 1, true: 17}[runtime.GOARCH == "wasm"]

// place is where an error says that something is wrong.
func place(t *testing.T, what string, err error) *bundle.Error {
	t.Helper()
	var e *bundle.Error
	if !errors.As(err, &e) {
		t.Errorf("%s: got %v, want a refusal with a place", what, err)
		return &bundle.Error{}
	}
	if e.Entry == "" && e.Offset < 0 || e.Message == "" {
		t.Errorf("%s: got %+v, want a place", what, e)
	}
	return e
}

// EV-4: one byte that differs, whichever it is, refuses the bundle with the place;
// within an entry it is that entry, and within a line that line.
func TestEveryByte(t *testing.T) {
	data := packed(t, bundle.Bundle{Title: "T", Events: small(t)})
	zip, err := archive.Read(data, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	within := map[int]string{} // the entry that a byte of content is of
	lines := map[int]int{}
	for name, f := range zip.Walk() {
		content, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		at := bytes.Index(data, append([]byte(name), content...)) + len(name)
		for i := range content {
			within[at+i], lines[at+i] = name, 1+bytes.Count(content[:i], []byte("\n"))
		}
	}
	for i := 0; i < len(data) && !t.Failed(); i += step {
		torn := bytes.Clone(data)
		torn[i] ^= 1 << (i % 8)
		_, _, err := bundle.Read(torn, tool.Builtin())
		e := place(t, fmt.Sprintf("byte %d", i), err)
		if name := within[i]; name != "" && e.Entry != name {
			t.Errorf("byte %d: got the entry %q, want %s: %v", i, e.Entry, name, err)
		} else if strings.HasSuffix(name, "s.jsonl") && e.Line != lines[i] {
			t.Errorf("byte %d of %s: got line %d, want %d: %v", i, name, e.Line, lines[i], err)
		}
	}
}

// EV-4: a bundle that is cut off anywhere, or goes on, is refused.
func TestCutOff(t *testing.T) {
	data := packed(t, bundle.Bundle{Events: small(t)})
	for n := 0; n < len(data); n += 3 * step {
		_, _, err := bundle.Read(data[:n], tool.Builtin())
		if e := place(t, fmt.Sprintf("%d bytes", n), err); e.Offset > n {
			t.Errorf("got the place %d of %d bytes", e.Offset, n)
		}
	}
	_, _, err := bundle.Read(append(bytes.Clone(data), 0), tool.Builtin())
	if e := place(t, "a byte more", err); e.Offset != len(data) {
		t.Errorf("got %v, want the place of the byte", e)
	}
}

// forged is a bundle with its entries changed, and written as Lily writes zips.
func forged(t *testing.T, data []byte, change func(files map[string][]byte)) []byte {
	t.Helper()
	zip, err := archive.Read(data, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for name, f := range zip.Walk() {
		content, _ := f.Bytes()
		files[name] = content
	}
	change(files)
	var b tree.Builder
	for name, content := range files {
		if err := b.Put(name, content); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := archive.Write(&out, b.Tree()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// EV-4: whoever writes or reads a bundle may stop, and sees how far it is.
func TestStop(t *testing.T) {
	b := bundle.Bundle{Events: small(t)}
	data := packed(t, b)
	for name, do := range map[string]func(tree.Tick) error{
		"write": func(tick tree.Tick) error { return b.WriteTicking(io.Discard, tick) },
		"read": func(tick tree.Tick) error {
			_, _, err := bundle.ReadTicking(data, tool.Builtin(), tick)
			return err
		},
	} {
		all, last := 0, 0
		if err := do(func(done, total int) bool {
			if all++; name == "read" && (done < last || done > total) {
				t.Errorf("%s: got %d after %d, of %d", name, done, last, total)
			}
			last = done
			return true
		}); err != nil || all < 20 {
			t.Errorf("%s: got %d ticks, %v", name, all, err)
		}
		for stop := range all {
			told := 0
			if err := do(func(int, int) bool { told++; return told <= stop }); !errors.Is(err, tree.ErrStopped) {
				t.Errorf("%s: after %d of %d: got %v, want it stopped", name, stop, all, err)
			}
		}
	}
}

// EV-4: what is no bundle, although it is a zip, says so.
func TestRefuses(t *testing.T) {
	events := small(t)
	data := packed(t, bundle.Bundle{Events: events})
	other := packed(t, bundle.Bundle{Events: events[:2]})
	set := func(name, old, to string) func(map[string][]byte) {
		return func(f map[string][]byte) { f[name] = bytes.Replace(f[name], []byte(old), []byte(to), 1) }
	}
	some := func(f map[string][]byte, kind string) string {
		for name, content := range f {
			if strings.HasPrefix(name, "blobs/") && strings.HasPrefix(string(content), kind) {
				return name
			}
		}
		return ""
	}
	unpacked, err := archive.Read(data, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	request := func(change func(string) string) func(map[string][]byte) {
		return func(f map[string][]byte) { f[differs(f)] = []byte(change(string(f[differs(f)]))) }
	}
	// lessFirst says a byte of what is the same again.
	lessFirst := func(s string) string {
		head, between, _ := strings.Cut(s, "\n")
		var of struct {
			Like        string `json:"like"`
			First, Last int
		}
		if err := json.Unmarshal([]byte(head), &of); err != nil {
			t.Fatal(err)
		}
		like := string(data[bytes.Index(data, []byte("blobs/"+of.Like))+len("blobs/")+64:])
		return fmt.Sprintf(`{"like":%q,"first":%d,"last":%d}`, of.Like, of.First-1, of.Last) + "\n" + like[of.First-1:of.First] + between
	}
	for _, tt := range []struct {
		name, want string
		change     func(map[string][]byte)
	}{
		{"a later format", "lily.json: the bundle has the format 3, and this Lily reads up to 2", set("lily.json", `"format": 2`, `"format": 3`)},
		{"another session", `lily.json: got the session "s2", and the events are those of "s1"`, set("lily.json", `"s1"`, `"s2"`)},
		{"an unknown key", "lily.json: the entry cannot be read: ", set("lily.json", `"title"`, `"name"`)},
		{"written in another way", "lily.json: the entry is not written as Lily writes it", set("lily.json", `"format": 2`, `"format":  2`)},
		{"no JSON", "lily.json: the entry cannot be read: ", set("lily.json", `{`, ``)},
		{"another event", "events.jsonl:1: the line is damaged", set("events.jsonl", `"s1"`, `"s2"`)},
		{"a line less", "events.jsonl:14: ", func(f map[string][]byte) {
			f["events.jsonl"] = f["events.jsonl"][:bytes.LastIndexByte(bytes.TrimSpace(f["events.jsonl"]), '\n')+1]
		}},
		{"another side", "sides.jsonl:1: the line is damaged", set("sides.jsonl", `"at"`, `"to"`)},
		{"no events", "events.jsonl: the entry is missing", func(f map[string][]byte) { delete(f, "events.jsonl") }},
		{"no lily.json", "lily.json: the entry is missing", func(f map[string][]byte) { delete(f, "lily.json") }},
		{"nothing", "at byte 0: ", func(f map[string][]byte) { clear(f) }},
		{"another difference", "the entry is damaged: the request has the digest", request(func(s string) string { return s + "." })},
		{"a difference that is none", "the entry is damaged: ", request(func(string) string { return "{" })},
		{"a difference in another way", "it is not written as Lily writes it", request(func(s string) string { return strings.Replace(s, `,"last"`, `, "last"`, 1) })},
		{"less that is the same", "it is not written as Lily writes it", request(lessFirst)},
		{"more than there is", "it takes more of the other request than that has", request(func(s string) string { return strings.Replace(s, `"last":`, `"last":9999`, 1) })},
		{"less than nothing", "it takes more of the other request than that has", request(func(s string) string { return strings.Replace(s, `"last":`, `"last":-`, 1) })},
		{"a request that could be a difference", "the entry is whole, and would be shorter as it differs", func(f map[string][]byte) {
			digest := strings.TrimPrefix(differs(f), "requests/")
			f["blobs/"+digest] = whole(t, unpacked, digest)
			delete(f, differs(f))
		}},
		{"differences in the first format", "a bundle of the format 1 has no such entry", set("lily.json", `"format": 2`, `"format": 1`)},
		{"like none", "the entry goes back to no request that is in the bundle", request(func(s string) string { return s[:9] + tree.Sum(nil).String() + s[9+64:] })},
		{"a request that is a blob, too", "the entry is there as a blob, too", func(f map[string][]byte) {
			f["blobs/"+strings.TrimPrefix(differs(f), "requests/")] = nil
		}},
		{"a difference too much", "the entry is not one that lily.json lists", func(f map[string][]byte) { f["requests/"+tree.Sum(nil).String()] = nil }},
		{"a difference lost", "the entry is missing", func(f map[string][]byte) { delete(f, differs(f)) }},
		{"a folder lost", "the entry is missing", func(f map[string][]byte) { delete(f, some(f, "folder\n")) }},
		{"a file lost", "the entry is missing", func(f map[string][]byte) { delete(f, some(f, "Soul.")) }},
		{"a request lost", "the entry is missing", func(f map[string][]byte) { delete(f, some(f, `{"model":`)) }},
		{"a blob too much", "the entry is not one that lily.json lists", func(f map[string][]byte) { f["blobs/"+tree.Sum(nil).String()] = nil }},
		{"a file too much", `the entry "README.md", at byte`, func(f map[string][]byte) { f["README.md"] = nil }},
		{"a blob below another", `a bundle has no such entry`, func(f map[string][]byte) { f["blobs/x/y"] = nil }},
		{"a blob of another name", "the entry is damaged: its bytes have the digest", func(f map[string][]byte) { f[some(f, "Soul.")] = []byte("Other.") }},
		{"two sessions", "a bundle has no such entry", func(f map[string][]byte) { f["s2/events.jsonl"] = nil }},
	} {
		_, _, err := bundle.Read(forged(t, data, tt.change), tool.Builtin())
		place(t, tt.name, err)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
	if _, _, err := bundle.Read(append(bytes.Clone(data), other...), tool.Builtin()); err == nil {
		t.Error("got two bundles one after the other taken")
	}
	if err := (bundle.Bundle{}).Write(&bytes.Buffer{}); err == nil {
		t.Error("got a bundle without events")
	}
}

// differs is the entry of the bundle's one request that is a difference.
func differs(f map[string][]byte) string {
	for name := range f {
		if strings.HasPrefix(name, "requests/") {
			return name
		}
	}
	return ""
}

// EV-4: who makes lily.json fit what was changed is found out by the blobs.
func TestConsistentForgery(t *testing.T) {
	events := small(t)
	data := packed(t, bundle.Bundle{Events: events})
	fit := func(f map[string][]byte, drop, add string) {
		f["lily.json"] = bytes.Replace(f["lily.json"], []byte(drop), []byte(add), 1)
	}
	for _, kind := range []string{"Soul.", "---", "folder\n", `{"format":1,"tree"`} {
		torn := forged(t, data, func(f map[string][]byte) {
			for name, content := range f {
				if strings.HasPrefix(name, "blobs/") && strings.HasPrefix(string(content), kind) {
					delete(f, name)
					digest := name[len("blobs/"):]
					fit(f, "  \""+digest+"\",\n", "")
					fit(f, ",\n  \""+digest+"\"\n", "\n") // the last one
					return
				}
			}
		})
		_, _, err := bundle.Read(torn, tool.Builtin())
		if e := place(t, kind, err); !strings.Contains(e.Message, "which is missing") || e.Line == 0 {
			t.Errorf("%s: got %v, want the line that names it", kind, err)
		}
	}
	stray := tree.Sum([]byte("\x00"))
	torn := forged(t, data, func(f map[string][]byte) {
		f["blobs/"+stray.String()] = []byte("\x00")
		first := f["lily.json"][bytes.Index(f["lily.json"], []byte("\"blobs\": [\n"))+len("\"blobs\": [\n"):]
		at := string(first[:bytes.IndexByte(first, '\n')+1])
		fit(f, at, at+"  \""+stray.String()+"\",\n")
	})
	if _, _, err := bundle.Read(torn, tool.Builtin()); err == nil || !strings.Contains(err.Error(), "no event names the entry") {
		t.Errorf("got %v, want the stray blob named", err)
	}
	if _, err := replay.Run(context.Background(), tool.Builtin(), opened(t, data).Events, nil); err != nil {
		t.Error(err)
	}
}

// EV-4: the same events under another model's name do not come to the digests of the
// requests, and a replay shows where.
func TestReplayDiffers(t *testing.T) {
	events := opened(t, packed(t, bundle.Bundle{Events: small(t)})).Events
	for i, e := range events {
		if b, ok := e.Body.(event.ModelResponse); ok {
			b.Text = "Something else."
			events[i].Body = b
			break
		}
	}
	got, err := replay.Run(context.Background(), tool.Builtin(), events, nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := replay.Compare(got, events); d == nil || !strings.Contains(d.Want, "model_request") {
		t.Errorf("got %+v, want the request that follows to differ", d)
	}
}

// Any bytes give an error or a bundle of just these bytes, and no panic; also where
// checksums were made to fit.
func FuzzRead(f *testing.F) {
	data := packed(f, bundle.Bundle{Events: small(f)})
	f.Add(data, uint(0), byte(0))
	f.Add(data, uint(200), byte(1))
	f.Add([]byte("PK\x03\x04"), uint(0), byte(0))
	f.Fuzz(func(t *testing.T, data []byte, at uint, with byte) {
		data = bytes.Clone(data)
		if len(data) > 0 {
			data[at%uint(len(data))] ^= with
		}
		mend(data)
		b, problems, err := bundle.Read(data, tool.Builtin())
		if err != nil {
			place(t, "any bytes", err)
			return
		}
		if _, err := replay.Run(context.Background(), tool.Builtin(), b.Events, nil); err != nil {
			return
		}
		if first := bytes.Contains(data, []byte("\n \"format\": 1,\n")); len(problems) == 0 && !first && !bytes.Equal(packed(t, b), data) {
			t.Error("got other bytes when what was read was written")
		}
	})
}

// mend puts right checksums into the headers of the entries, as far as they are there.
func mend(data []byte) {
	le := binary.LittleEndian
	for at := 0; at+30 <= len(data) && le.Uint32(data[at:]) == 0x04034b50; {
		from := at + 30 + int(le.Uint16(data[at+26:]))
		to := from + int(le.Uint32(data[at+22:]))
		if from > to || to > len(data) {
			return
		}
		le.PutUint32(data[at+14:], crc32.ChecksumIEEE(data[from:to]))
		at = to
	}
}
