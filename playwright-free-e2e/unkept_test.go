package e2e

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
)

// forbidden is a browser that lets no page store anything.
const forbidden = `Object.defineProperty(globalThis, "indexedDB", { get() { throw new DOMException("It is forbidden.", "SecurityError"); } })`

// VF-4: where the browser stores nothing, all works in memory under a warning that says
// so, and what is there can be taken along.
func TestBlockedStorageWorksInMemory(t *testing.T) {
	t.Parallel()
	d := someone(open(t))
	call(d.tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: forbidden})
	d.size(1600, 900)
	d.reload()
	d.wait("region", "Storage")
	d.has(d.text("region", "Storage"), "In memory only.")
	d.must(d.Put("/workspace/notes.txt", []byte("kept nowhere\n")))
	d.has(d.tell("/skills"), "text_tools")
	d.axeEverywhere("nothing is kept")
	d.size(1600, 900)
	downloaded := d.downloads()
	d.click("button", "What to do")
	d.has(d.text("dialog", "Storage"), "is gone when this tab is closed", "In memory only")
	d.axeStates("the storage dialog")
	d.click("button", "Export everything")
	if zip := downloaded("lily.zip"); !bytes.Contains(zip, []byte("kept nowhere\n")) || !bytes.Contains(zip, []byte("/skills")) {
		t.Error("the export lacks the file, or the session")
	}
	d.press("Escape")
	d.click("button", "Hide")
	d.gone("region", "Storage")
	d.wait("button", "In memory only")
}

// VF-4: where there is no more room, nothing is lost while the tab is open, the page says
// so, and what is there can be taken along.
func TestNoMoreRoom(t *testing.T) {
	t.Parallel()
	url := serve(t, nil)
	p, _ := launch(t, t.TempDir(), url)
	quota := storage.OverrideQuotaForOriginParams{Origin: strings.TrimSuffix(url, "/"), QuotaSize: new(float64(3 << 20))}
	call(p, storage.OverrideQuotaForOrigin, quota)
	p.goTo(url)
	d := someone(p)
	d.size(1600, 900)
	noise := rand.NewChaCha8([32]byte{}) // the browser packs what repeats
	d.has(d.tell("/skills"), "text_tools")
	for _, name := range []string{"one", "two", "three", "four"} {
		big := make([]byte, 1<<20)
		_, _ = noise.Read(big) // which never fails
		d.drop(d.zip(name+".zip", map[string]string{"SKILL.md": asItWas, "big.bin": string(big)}))
		d.previewed()
		d.click("button", accept)
		d.see("Imported 1 skill")
	}
	d.wait("region", "Storage")
	d.has(d.text("region", "Storage"), "In memory only.")
	d.has(d.tell("/reload_skills"), "Snapshot version 2", "four")
	downloaded := d.downloads()
	d.do1("Export everything")
	if zip := downloaded("lily.zip"); len(zip) < 4<<20 {
		t.Errorf("got an export of %d bytes, want all four skills in it", len(zip))
	}
}
