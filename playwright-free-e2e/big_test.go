package e2e

import (
	_ "embed"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
)

//go:embed testdata/start.js
var startJS string

// began is what testdata/start.js notes; times are milliseconds.
type began struct {
	At    map[string]float64 `json:"at"`
	Reads struct {
		Calls, Folders, Files, Others, Bytes int
	} `json:"reads"`
	Tasks  []struct{ Ms, At int } `json:"tasks"` // those of over 50 ms, in order
	Said   []string               `json:"said"`
	Steps  int                    `json:"steps"`  // in which the reading of a drop was shown
	Judged int                    `json:"judged"` // and the judging of its skills
}

func (p *tab) began() began {
	p.Helper()
	b, err := eval[began](p, "start")
	p.must(err)
	return b
}

// sinceThen gives the tasks that were long since the last look.
func (p *tab) sinceThen(what string, then time.Time) {
	p.Helper()
	b := p.began()
	_, err := eval[any](p, "start.tasks = []; 0")
	p.must(err)
	p.Logf("%s: %d ms, tasks over 50 ms: %v", what, time.Since(then).Milliseconds(), b.Tasks)
	p.measures(what, float64(time.Since(then).Milliseconds()), "ms")
	p.measures("tasks over 50 ms in "+what, float64(len(b.Tasks)), "tasks")
}

// made are skills with four files each, in two folders.
func made(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		name := fmt.Sprintf("made_%05d", i)
		files[name+"/SKILL.md"] = fmt.Sprintf("---\nname: %s\ndescription: Made for number %d, to see how many there can be.\n---\n%s", name, i, strings.Repeat("Do as it says.\n", 60))
		files[name+"/LICENSE.txt"] = fmt.Sprintf("The licence of %s.\n%s", name, strings.Repeat("All of it is yours.\n", 20))
		files[name+"/references/first.md"] = fmt.Sprintf("# The first of %s\n\n%s", name, strings.Repeat("There is more to say.\n", 40))
		files[name+"/references/second.md"] = fmt.Sprintf("# The second of %s\n\n%s", name, strings.Repeat("And more than that.\n", 40))
	}
	return files
}

// VF-4, VF-6: many skills come in with progress, and every later start lists them
// without reading a file of theirs, nor their folders one by one: with a new session, and
// with one to go on with. How long it takes is told by make bench-page, and asserted
// nowhere.
func TestManySkillsAreKept(t *testing.T) {
	shares(t)
	n := 2000
	if *measure {
		n = 10_000
	}
	dir, url := t.TempDir(), serve(t, nil)
	p, end := cold(t, dir, url)
	many := p.zip("many.zip", made(n))
	p.cancels(many)
	p.imports(many, n)
	p.remembered()
	end()
	p, _ = cold(t, dir, url)
	p.starts("with a new session", n)
	p.saved()
	p.do(chromedp.Reload())
	p.starts("with a session to go on with", n)
	if got := p.count("article", "Turn: /skills"); got != 2 {
		t.Errorf("got %d turns, want the one of before, too", got)
	}
}

// starts waits for the skills, and types as soon as it can.
func (p *tab) starts(how string, n int) {
	p.Helper()
	p.types()
	p.within("the skills", func() (bool, error) { return p.began().At["skills"] > 0, nil })
	b := p.began()
	if b.Reads.Files > 0 || b.Reads.Folders > 20 || b.Reads.Calls > 20 {
		p.Errorf("%s: got %+v read, want no file, and the folders at once", how, b.Reads)
	}
	p.Logf("start %s: %v (ms since the navigation), read %+v, tasks over 50 ms: %v; %s", how, b.At, b.Reads, b.Tasks, p.cost())
	p.measures("start "+how+" until a key is taken", b.At["character"], "ms")
	p.measures("memory of the engine after a start "+how, p.wasmMB(), "MB")
	p.fill("Message", "")
	then := time.Now()
	p.has(p.tell("/skills"), "made_00000", fmt.Sprintf("Show 400 more of %d rows", n+7))
	p.sinceThen("/skills", then)
}

// cold starts a browser, and notes what the page does from the first on.
func cold(t *testing.T, dir, url string) (*tab, func()) {
	t.Helper()
	p, end := launch(t, dir, url)
	call(p, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: startJS})
	p.do(chromedp.Navigate(url))
	return p, end
}

// imports drops an archive and accepts what it would do.
func (p *tab) imports(archive string, n int) {
	p.Helper()
	p.engine("started")
	then := time.Now()
	p.drop(archive)
	p.within("the preview", func() (bool, error) { return p.there("tabpanel", "Import"), nil })
	p.see(fmt.Sprintf("%d skills.", n))
	if b := p.began(); b.Steps+b.Judged == 0 { // what is read at once has no bar
		p.Errorf("got no look at progress, want a bar while the files are read, or while the skills are judged")
	}
	p.sinceThen("the drop, up to the preview", then)
	then = p.saving()
	p.within("the import", func() (bool, error) {
		return eval[bool](p, fmt.Sprintf(`document.querySelector(".notices").textContent.includes("Imported %d skills into /workspace/skills.")`, n))
	})
	if got := p.began().Said; !slices.Equal(got, []string{"Saved", "Saving…", "Imported"}) {
		p.Errorf("got it said %q, want Saving… until all of it is kept", got)
	}
	p.sinceThen("the import", then)
	p.saved()
	p.Log(p.cost())
}

// saving accepts an import, and sees what is said of it while nothing of it can be kept;
// then it may be.
func (p *tab) saving() (since time.Time) {
	p.Helper()
	p.saved()
	_, err := eval[any](p, "start.shut(); 0")
	p.must(err)
	p.click("button", accept)
	p.wait("button", "Saving…")
	p.notSee("Imported")
	_, err = eval[any](p, "start.open(); 0")
	p.must(err)
	return time.Now()
}

// cancels drops an archive and cancels while it is judged, of which nothing is left then.
func (p *tab) cancels(archive string) {
	p.Helper()
	p.engine("started")
	then := time.Now()
	_, err := eval[any](p, "start.hold(); 0")
	p.must(err)
	p.drop(archive)
	p.within("the judging, held", func() (bool, error) { return eval[bool](p, "start.held() > 0") })
	p.has(p.text("tabpanel", "Import"), "Judging skill")
	p.press("Escape")
	p.see("The import was cancelled; nothing was written.")
	_, err = eval[any](p, "start.go(); start.judged = 0")
	p.must(err)
	p.gone("tabpanel", "Import")
	p.gone("region", "The snapshot is behind")
	p.sinceThen("a drop that is cancelled", then)
}

// remembered waits until what the next start needs is kept.
func (p *tab) remembered() {
	p.Helper()
	then := time.Now()
	p.within("the verdicts kept", func() (bool, error) { return eval[bool](p, "start.kept > 0") })
	p.saved()
	p.sinceThen("what the next start needs", then)
}

// saved waits until nothing is being kept.
func (p *tab) saved() {
	p.Helper()
	p.within("all that is kept", func() (bool, error) {
		return eval[bool](p, `document.querySelector(".of-storage").textContent === "Saved"`)
	})
}

// types types into the message box as soon as there is one.
func (p *tab) types() {
	p.Helper()
	p.within("a message box", func() (bool, error) {
		return eval[bool](p, `(() => { const box = document.getElementById("composer"); box?.focus(); return !!box && document.activeElement === box; })()`)
	})
	p.press("a")
	p.within("the character", func() (bool, error) { return p.began().At["character"] > 0, nil })
}

// cost is the memory of the page, and the processor time of its main thread.
func (p *tab) cost() string {
	p.Helper()
	mb, err := eval[[]float64](p, "[start.wasm() / 1e6, performance.memory.usedJSHeapSize / 1e6]")
	p.must(err)
	at := map[string]float64{}
	for _, m := range call(p, performance.GetMetrics, cdp.Empty{}).Metrics {
		at[m.Name] = m.Value
	}
	load, _ := os.ReadFile("/proc/loadavg") // there where Chromium runs in CI; else nothing is told
	return fmt.Sprintf("%.0f MB of WebAssembly memory, %.0f MB of JavaScript's; %.2f s of processor time in tasks; load %s",
		mb[0], mb[1], at["TaskDuration"], strings.TrimSpace(string(load)))
}

// within is until, for what may take a busy machine a minute.
func (p *tab) within(what string, holds func() (bool, error)) {
	p.Helper()
	for since := time.Now(); time.Since(since) < 4*patience; <-time.After(later(since, 20*time.Millisecond)) {
		if ok, err := holds(); ok && err == nil {
			return
		}
	}
	p.Fatalf("got no %q within %s; the page says:\n%.2000s", what, 4*patience, p.all())
}
