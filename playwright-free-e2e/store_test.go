package e2e

import (
	"context"
	_ "embed"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
)

//go:embed testdata/store.js
var storeJS string

// VF-4, VF-5: the browser's store and what goes with it, in the real page. Each of the
// tests of wasm/idb and wasm/tabs that need a browser passes there, and none is left out.
func TestTheStoreInThePage(t *testing.T) {
	t.Parallel()
	url := serve(t, withTests(t, "idb", "tabs"))
	p := withStore(t, url)
	said := p.inside("idb", "-test.run=^Test(Store(Conforms|Upgrade|Blocked|DoesNotOpen|Gone|Damage|Packs|Durability)|Lists)$")
	said += p.inside("tabs", "-test.run=^Test(Hold|Channel|Storage|NothingThere)$")
	if n := strings.Count(said, "\n--- PASS"); strings.Contains(said, "--- SKIP") || n != 13 {
		t.Errorf("got %d tests passed, want all 13:\n%s", n, said)
	}
	p, _ = launch(t, t.TempDir(), url)
	quota := storage.OverrideQuotaForOriginParams{Origin: strings.TrimSuffix(url, "/"), QuotaSize: new(float64(6 << 20))}
	call(p, storage.OverrideQuotaForOrigin, quota) // before the page asks: the browser reads it now and then only
	p.goTo(url)
	_, err := eval[any](p, storeJS+"; storeTest.quota = true")
	p.must(err)
	if said := p.inside("idb", "-test.run=^TestStoreFull$"); !strings.Contains(said, "--- PASS: TestStoreFull ") {
		t.Errorf("got\n%s", said)
	}
}

func withStore(t *testing.T, url string) *tab {
	t.Helper()
	p := visit(t, url)
	p.engine("started")
	_, err := eval[any](p, storeJS)
	p.must(err)
	return p
}

// How fast the store is (make bench-page), asserted nowhere.
func TestTheStoreIsMeasured(t *testing.T) {
	if !*measure {
		t.Skip("not asked for: make bench-page")
	}
	url := serve(t, withTests(t, "idb"))
	for _, name := range []string{"Write1000", "Read1000", "Write40000", "Write40000By2000", "Read40000", "SmallCommit", "SmallCommitRelaxed"} {
		p, end := browse(t, t.TempDir(), url) // on the disk, and with memory that nothing has used
		_, err := eval[any](p, storeJS)
		p.must(err)
		said := p.inside("idb", "-test.run=^$", "-test.bench=^BenchmarkStore"+name+"$", "-test.benchtime=1s")
		t.Log(regexp.MustCompile(`\d+\t.*/op`).FindString(said), name)
		end()
	}
}

// beside opens another tab of the same profile. What it says on the console is not watched.
func (p *tab) beside(t *testing.T) (other *tab, end func()) {
	t.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx)
	other = &tab{T: t, ctx: ctx, url: p.url, log: &watch{}}
	t.Cleanup(func() {
		other.keeps()
		cancel()
	})
	p.must(chromedp.Do(ctx)) // opens the tab, whose life is that of the context
	other.do(chromedp.Navigate(p.url))
	other.engine("started")
	return other, cancel
}

// keeps waits until a tab that still answers has kept what it shows: one that is closed sooner keeps what the person
// said, and not the answer.
func (p *tab) keeps() {
	for range 40 {
		saving, err := eval[bool](p, `[...document.querySelectorAll("button")].some((b) => b.innerText.startsWith("Saving"))`)
		if err != nil || !saving {
			return
		}
		_, _ = eval[any](p, "new Promise((done) => setTimeout(done, 50))")
	}
}

// front shows a tab of several, so that it takes clicks and keys.
func (p *tab) front() {
	p.Helper()
	call(p, page.BringToFront, cdp.Empty{})
}

// steps opens what is kept, and tells how many steps it holds; it fails where one is torn.
func (p *tab) steps() int {
	p.Helper()
	_, err := eval[any](p, storeJS)
	p.must(err)
	n, err := eval[int](p, "storeTest.steps()")
	p.must(err)
	return n
}

// forever makes a tab count up, and gives what is done, as far as it was heard of.
func (p *tab) forever() <-chan int {
	p.Helper()
	heard := make(chan int, 1)
	p.must(chromedp.Listen(p.ctx, func(ev any) {
		if b, ok := ev.(*runtime.EventBindingCalled); ok && b.Name == "done" {
			n, _ := strconv.Atoi(b.Payload)
			select { // the newest is what counts
			case <-heard:
			default:
			}
			heard <- n
		}
	}))
	call(p, runtime.AddBinding, runtime.AddBindingParams{Name: "done"})
	_, err := eval[any](p, storeJS+"; storeTest.forever(), 0")
	p.must(err)
	return heard
}

// atLeast waits for so many steps.
func atLeast(heard <-chan int, n int) (last int) {
	for last < n {
		last = <-heard
	}
	return last
}

// VF-4: a tab that crashes amid its changes leaves each of them whole or not at all, and
// those that it was told are done.
func TestACrashedTabTearsNothing(t *testing.T) {
	t.Parallel()
	p := open(t)
	for round := range 3 {
		q, end := p.beside(t)
		heard := q.forever()
		last := atLeast(heard, 40*(round+1))
		gone := make(chan struct{})
		q.must(chromedp.Listen(q.ctx, func(ev any) {
			if _, ok := ev.(*inspector.EventTargetCrashed); ok {
				close(gone)
			}
		}))
		go func() { _, _ = chromedp.Call(q.ctx, page.Crash, cdp.Empty{}) }() // nobody answers
		<-gone
		select {
		case last = <-heard:
		default:
		}
		end()
		if n := p.steps(); n < last {
			t.Errorf("got %d steps, want at least the %d that were done", n, last)
		}
	}
}

// VF-4: the same for the whole browser, ended at once as by a fault of the machine's.
func TestAKilledBrowserTearsNothing(t *testing.T) {
	t.Parallel()
	dir, url := t.TempDir(), serve(t, nil)
	last := 0
	for round := range 3 {
		p, end := browse(t, dir, url)
		if n := p.steps(); n < last {
			t.Errorf("got %d steps, want at least the %d that were done", n, last)
		}
		heard := p.forever()
		last = atLeast(heard, last+20*(round+1))
		p.must(chromedp.FromContext(p.ctx).Browser.Process().Kill())
		end()
		select {
		case last = <-heard:
		default:
		}
	}
	p, _ := browse(t, dir, url)
	if n := p.steps(); n < last {
		t.Errorf("got %d steps, want at least the %d that were done", n, last)
	}
}

// browse starts a browser of its own with its profile on the disk.
func browse(t *testing.T, dir, url string) (p *tab, end func()) {
	t.Helper()
	p, end = launch(t, dir, url)
	p.goTo(url)
	return p, end
}

// goTo opens the page.
func (p *tab) goTo(url string) {
	p.Helper()
	p.do(chromedp.Navigate(fresh(url)))
	p.engine("started")
}

// launch starts a browser with a profile on the disk.
func launch(t *testing.T, dir, url string) (p *tab, end func()) {
	t.Helper()
	path, err := findChromium()
	if err != nil {
		t.Fatal(err)
	}
	alloc, stop := chromedp.NewExecAllocator(context.Background(), append(flags(path), chromedp.UserDataDir(dir))...)
	ctx, cancel := chromedp.NewContext(alloc)
	end = func() {
		cancel()
		stop()
		chromedp.FromContext(alloc).Allocator.Wait() // the next one must not meet it in its profile
	}
	t.Cleanup(end)
	p = &tab{T: t, ctx: ctx, url: url, log: &watch{}}
	t.Cleanup(p.replayed)
	p.must(chromedp.Do(ctx)) // starts the browser, whose life is that of the context
	return p, end
}

// VF-4: where the browser deletes a site's data below an open page, the store says so at
// once and does not come back by itself.
func TestDeletedDataIsGone(t *testing.T) {
	t.Parallel()
	p := open(t)
	_, err := eval[any](p, storeJS+`; (async () => {
		const store = await lilyStore.open("steps", lilyStore.version, 10000, () => { globalThis.lost = true; });
		globalThis.again = () => storeTest.step(store).then(() => "done", (err) => err.name + ": " + err.message);
		return again();
	})()`)
	p.must(err)
	call(p, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: strings.TrimSuffix(p.url, "/"), StorageTypes: "indexeddb"})
	p.until("the loss", func() (bool, error) { return eval[bool](p, "globalThis.lost === true") })
	if got, err := eval[string](p, "again()"); got != "Gone: the browser closed it, as it does where a site's data is deleted" || err != nil {
		t.Errorf("got %s, %v", got, err)
	}
	p.do(chromedp.Reload())
	p.see("The browser has thrown away what was kept here, and began anew")
	p.do(chromedp.Reload())
	p.engine("started")
	p.gone("region", "Storage")
}

// VF-4: where a setting forbids a site to keep anything, opening the store fails with
// a sentence, and the page starts.
func TestForbiddenStorage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	settings := `{"profile":{"default_content_setting_values":{"cookies":2}}}`
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "Default"), 0o700), os.WriteFile(filepath.Join(dir, "Default", "Preferences"), []byte(settings), 0o600)); err != nil {
		t.Fatal(err)
	}
	p, _ := browse(t, dir, serve(t, nil))
	got, err := eval[string](p, `lilyStore.open("lily", lilyStore.version, 10000, () => {}).then(() => "opened", (err) => err.name + ": " + err.message)`)
	if !strings.HasPrefix(got, "Gone: the browser does not open it: ") || err != nil {
		t.Errorf("got %s, %v", got, err)
	}
}

// VF-5: two tabs that build on the same are told, and no step of either is lost.
func TestTwoTabsCountTogether(t *testing.T) {
	t.Parallel()
	const each = 60
	p := open(t)
	q, _ := p.beside(t)
	conflicts := make(chan int)
	for _, tab := range []*tab{p, q} {
		go func() {
			n, err := eval[int](tab, storeJS+"; storeTest.count("+strconv.Itoa(each)+")")
			if err != nil {
				t.Error(err)
			}
			conflicts <- n
		}()
	}
	t.Logf("%d conflicts", <-conflicts+<-conflicts)
	if n := p.steps(); n != 2*each {
		t.Errorf("got %d steps, want %d", n, 2*each)
	}
}
