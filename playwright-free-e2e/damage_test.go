package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"lily/core/archive"
	"lily/core/tree"
)

// damage is a record that is deleted, or has one bit changed.
type damage struct {
	store, key string
	number     int    // of the log's record; -1 is the last
	code       string // that the page says; empty for none
	place      string
	session    bool // the session s1 is damaged
	also       func(*life)
}

// VF-4: whichever record is damaged or deleted, the page starts and says what is damaged,
// all else works, and what is damaged is not written over.
func TestDamagedRecords(t *testing.T) {
	t.Parallel()
	l := alive(t, nil)
	l.sits(visit(t, l.url))
	l.unreplayed("what they pin is damaged")
	const skill, note = "---\nsummary: Mine.\n---\nDo.\n", "A note.\n"
	l.must(l.Put("/user/skills/mine/SKILL.md", []byte(skill)))
	l.must(l.Put("/workspace/notes.md", []byte(note)))
	l.must(l.Put("/workspace/other.md", []byte("Another.\n")))
	l.tell("/reload_skills")
	l.tell("/skills")
	l.anew("s2")
	l.tell("/help")
	l.reload() // so that nothing is on its way
	l.arms()
	whole := l.dump()
	folder := l.digest(whole, "user/skills/mine")
	blob := func(text string) string { d := tree.Sum([]byte(text)); return string(d[:]) }
	for name, d := range map[string]damage{
		"a folder":         {store: "blobs", key: folder, code: "folder_lost", place: "/user/skills/mine"},
		"a SKILL.md":       {store: "blobs", key: blob(skill), also: (*life).malformed},
		"a file":           {store: "blobs", key: blob(note), also: (*life).unread},
		"the world":        {store: "refs", key: "world", code: "world_", place: "world"},
		"the one before":   {store: "refs", key: "world-before"},
		"an entry":         {store: "refs", key: "session/s1", code: "session_unlisted", place: "s1"},
		"the last number":  {store: "refs", key: "last"},
		"the first record": {store: "logs", key: "events/s1", number: 0, session: true},
		"one of them":      {store: "logs", key: "events/s1", number: 3, session: true},
		"the last":         {store: "logs", key: "events/s1", number: -1, session: true},
	} {
		l.n++
		gone := l.r.IntN(2) == 0
		l.Logf("%s, gone %t", name, gone)
		l.damages(whole, d, gone)
	}
}

// digest is the one of a folder that is kept.
func (l *life) digest(all map[string][][2][]byte, path string) string {
	l.Helper()
	w, _ := l.world(stored(all))
	at, err := w.Tree.At(path)
	l.must(err)
	d := at.Digest()
	return string(d[:])
}

// damages puts all back, but for one record, opens the page, and looks around.
func (l *life) damages(whole map[string][][2][]byte, d damage, gone bool) {
	l.Helper()
	all, left := l.spoil(whole, d, gone)
	l.starts(all)
	if d.code != "" {
		l.banner(d.code, d.place)
	}
	if d.session {
		l.lists()
		l.click("button", "/reload_skills (s1)…")
		l.banner("session_damaged", "s1")
		l.lists()
		l.see("A record of it is damaged or missing")
		l.click("button", "/help (s2)…")
		l.reaches("s2")
	}
	if d.also != nil {
		d.also(l)
	}
	l.speaks(fmt.Sprintf("/help nothing%d", l.n), fmt.Sprintf("nothing%d", l.n))
	l.must(l.Put("/workspace/after.md", fmt.Appendf(nil, "edited %d\n", l.n)))
	l.must(l.Put("/workspace/after.md", fmt.Appendf(nil, "again %d\n", l.n)))
	after := l.dump()
	if !gone && d.code != "session_unlisted" && d.key != "last" && d.key != "world-before" && !has(after[d.store], left) {
		l.Errorf("what was damaged is written over")
	}
	w, _ := l.world(stored(after))
	if data, err := w.Tree.ReadFile("workspace/after.md"); err != nil || string(data) != fmt.Sprintf("again %d\n", l.n) {
		l.Errorf("got %q, %v in the file that was edited then", data, err)
	}
}

// starts makes what is kept what a dump has, and opens the page anew.
func (l *life) starts(all map[string][][2][]byte) {
	l.Helper()
	data, err := json.Marshal(all)
	l.must(err)
	l.runs("killTest.restore(" + string(data) + ")")
	l.reload()
	l.arms()
	l.wait("button", "Saved")
}

// VF-7: a session of which nothing can be read and a file that is lost keep nothing else
// from being exported; the notice names them, the export does, and a restore of it.
func TestExportOfWhatIsLeft(t *testing.T) {
	t.Parallel()
	l := alive(t, nil)
	l.sits(visit(t, l.url))
	l.unreplayed("a session is damaged")
	const note = "A note.\n"
	l.tell("/skills")
	l.anew("s2")
	l.tell("/help")
	l.must(l.Put("/workspace/notes.md", []byte(note)))
	l.reload()
	l.arms()
	sum := tree.Sum([]byte(note))
	all, _ := l.spoil(l.dump(), damage{store: "logs", key: "events/s1"}, true)
	all, _ = l.spoil(all, damage{store: "blobs", key: string(sum[:])}, true)
	l.starts(all)
	downloaded := l.downloads()
	l.do1("Export everything")
	l.see("Exported everything that can be read.")
	want := []string{"The file /workspace/notes.md is not in the export", "Session s1, “/skills”, is not in the export. The event 1 of"}
	l.see(want[0])
	l.see(want[1])
	zip := downloaded("lily.zip")
	read, err := archive.Read(zip, archive.Options{})
	l.must(err)
	left, err := read.ReadFile("left-out.txt")
	l.must(err)
	l.has(string(left), want...)
	_, lost := read.File("sessions/s1.lily")
	if _, there := read.File("sessions/s2.lily"); lost || !there {
		t.Errorf("got session s1 %t and s2 %t in the export, want the second alone", lost, there)
	}
	l.drop(l.file("lily.zip", zip))
	l.wait("dialog", "Restore everything")
	l.has(l.text("dialog", "Restore everything"), append(want, "1 session", "Not all could be read when it was made.")...)
	l.click("button", "Cancel")
}

// VF-4: a folder that is lost by itself, while the start has it from the pack, is written
// again, and told of as nothing to worry about.
func TestAFolderIsMended(t *testing.T) {
	t.Parallel()
	l := alive(t, nil)
	l.sits(visit(t, l.url))
	l.drop(l.zip("many.zip", made(310)))
	l.previewed()
	l.click("button", accept)
	l.see("Imported 310 skills into /workspace/skills.")
	l.within("the pack", func() (bool, error) { return eval[bool](l.tab, `killTest.has("folders")`) })
	l.wait("button", "Saved")
	l.reload()
	l.arms()
	whole := l.dump()
	folder := l.digest(whole, "workspace/skills/made_00007")
	all, _ := l.spoil(whole, damage{store: "blobs", key: folder, number: -1}, true)
	l.starts(all)
	l.within("what was mended", func() (bool, error) {
		text, err := eval[string](l.tab, `document.querySelector(".storage-warning")?.textContent ?? ""`)
		return strings.Contains(text, "1 kept record mended, with nothing lost"), err
	})
	l.banner("folder_mended (info)", "/workspace/skills/made_00007 ")
	if !slices.ContainsFunc(l.dump()["blobs"], func(e [2][]byte) bool { return string(e[0]) == folder }) {
		t.Error("the folder was not written again")
	}
}

// has reports whether some key has a value.
func has(list [][2][]byte, value []byte) bool {
	return slices.ContainsFunc(list, func(e [2][]byte) bool { return bytes.Equal(e[1], value) })
}

// spoil is a dump with a record damaged, and what it is then.
func (l *life) spoil(whole map[string][][2][]byte, d damage, gone bool) (map[string][][2][]byte, []byte) {
	l.Helper()
	all := maps.Clone(whole)
	all[d.store] = slices.Clone(whole[d.store])
	var places []int
	for i, e := range all[d.store] {
		if string(e[0]) == d.key {
			places = append(places, i)
		}
	}
	if len(places) == 0 {
		l.Fatalf("there is no %q in %s", d.key, d.store)
	}
	at := places[len(places)-1]
	if d.number >= 0 {
		at = places[d.number]
	}
	e := &all[d.store][at]
	if e[1] = slices.Clone(e[1]); gone {
		e[1] = nil
	} else {
		e[1][l.r.IntN(len(e[1]))] ^= 1 << l.r.IntN(7)
	}
	return all, e[1]
}

// banner opens what the warning leads to, and waits for a code about a place in it.
func (l *life) banner(code, place string) {
	l.Helper()
	l.click("button", "What to do…")
	l.until("a warning "+code+" about "+place, func() (bool, error) {
		text, err := eval[string](l.tab, `document.querySelector("dialog[open]")?.textContent ?? ""`)
		return strings.Contains(text, code) && strings.Contains(text, place), err
	})
	l.press("Escape")
	l.gone("dialog", "")
}

// malformed is what a skill is whose SKILL.md is lost, from the next snapshot on.
func (l *life) malformed() {
	l.Helper()
	l.speaks("/reload_skills", "Snapshot version")
	l.see("mine")
	l.inGroup("Malformed", "mine", true)
}

// unread is what a file is that is lost.
func (l *life) unread() {
	l.Helper()
	l.openFile("/workspace/notes.md")
	l.see("missing or damaged")
}
