package e2e

import (
	"net/http"
	"sync/atomic"
	"testing"

	"lily/core/tree"
	"lily/web/server"
)

// newer is a database as a later Lily would leave it, and how many refs it has.
const newer = `new Promise((done, failed) => {
  const request = indexedDB.open("lily", 99);
  request.onerror = () => failed(request.error);
  request.onsuccess = () => {
    const count = request.result.transaction("refs").objectStore("refs").count();
    count.onsuccess = () => { request.result.close(); done(count.result); };
  };
})`

// VF-4: where a newer Lily has the store, the page says so and what to do, works in memory, and
// touches nothing of it; a tab that was open meanwhile says what happened.
func TestANewerLilyWasHere(t *testing.T) {
	t.Parallel()
	d := someone(wide(t))
	d.must(d.Put("/workspace/notes.txt", []byte("kept\n")))
	d.saved()
	kept, err := eval[int](d.tab, newer)
	if d.must(err); kept == 0 {
		t.Fatal("got no ref in the store")
	}
	d.must(d.Put("/workspace/more.txt", []byte("not kept\n")))
	d.has(d.text("region", "Storage"), "In memory only.", "another tab has a newer Lily; reload this one")
	d.reload()
	d.wait("region", "Storage")
	said := d.text("region", "Storage")
	d.has(said, "In memory only.", "A newer Lily has kept its work in this browser", "Nothing of it is deleted or changed", "start that version again")
	d.hasNot(said, "store nothing.")
	d.has(d.tell("/skills"), "text_tools")
	d.axeEverywhere("a newer Lily's store")
	d.pictures("a newer Lily's store")
	d.wide()
	d.click("button", "What to do")
	d.has(d.text("dialog", "Storage"), "A newer Lily has kept its work", "is gone when this tab is closed")
	d.press("Escape")
	if now, err := eval[int](d.tab, newer); err != nil || now != kept {
		t.Errorf("got %d refs in the newer store, %v, want %d", now, err, kept)
	}
}

// TS-7: where the server has ended, a program that needs a part of the page fails at once and says
// so, in JavaScript as in the shell.
func TestProgramsAfterTheServerHasEnded(t *testing.T) {
	t.Parallel()
	ln, err := server.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var dead atomic.Bool
	d := someone(visit(t, start(t, ln, func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if dead.Load() {
				panic(http.ErrAbortHandler)
			}
			h.ServeHTTP(w, r)
		})
	})))
	d.engine("started")
	d.wide()
	folder := tree.Tree{}
	for path, text := range map[string]string{
		"SKILL.md": "---\nname: js\nversion: 1.0.0\ndescription: Runs.\nread_only: true\n---\n\n### node\n\nRun.\n\n#### Command\n\n```bash\nnode scripts/a.js\n```\n" +
			"\n### shell\n\nRun.\n\n#### Command\n\n```bash\nsh scripts/a.sh\n```\n",
		"scripts/a.js": "console.log('ran')\n", "scripts/a.sh": "echo ran\n",
	} {
		folder, err = folder.Put(path, []byte(text))
		d.must(err)
	}
	d.must(d.Import("workspace", map[string]tree.Tree{"js": folder}))
	d.tell("/reload_skills")
	dead.Store(true)
	_ = ln.Close()
	d.expect("Failed to load resource")
	for _, tool := range []string{"node", "shell"} {
		d.begin("/skill js " + tool)
		d.wait("region", "Approval needed")
		d.click("button", "Allow once…")
		d.quiet()
		answers := d.tab.answers()
		d.has(answers[len(answers)-1], "the server of this page has ended", "start lily again")
	}
}
