package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"lily/core/tree"
)

// typesAtRead types a line into the box of a file as soon as the page asks its store for
// the bytes of a digest: it waits for them in the middle of a look at itself.
const typesAtRead = `((label, digest, line) => {
  const get = IDBObjectStore.prototype.get, hex = (key) => [...new Uint8Array(key)].map((b) => b.toString(16).padStart(2, "0")).join("");
  IDBObjectStore.prototype.get = function (key) {
    if (this.name === "blobs" && hex(key) === digest) {
      IDBObjectStore.prototype.get = get;
      queueMicrotask(() => {
        const box = document.querySelector('[contenteditable][aria-label="' + label + '"]'), clipboardData = new DataTransfer();
        box.setSelectionRange(box.value.length, box.value.length);
        clipboardData.setData("text/plain", line);
        box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      });
    }
    return get.call(this, key);
  };
})(%q, %q, "mine\n")`

// VF-5: what is typed while the page reads what another tab has saved is not written
// over: the conflict is told, and saving over theirs keeps what was typed.
func TestTypedWhileTheirsIsRead(t *testing.T) {
	t.Parallel()
	const name, theirs = "/workspace/notes.txt", "one\ntheirs\n"
	a := someone(open(t))
	a.wide()
	a.must(a.Put(name, []byte("one\n")))
	a.writes("Text of " + name)
	q, _ := a.beside(t)
	b := someone(q)
	b.wide()
	_, err := eval[chromedp.Void](a.tab, fmt.Sprintf(typesAtRead, "Text of "+name, tree.Sum([]byte(theirs))))
	a.must(err)
	b.front()
	b.must(b.Put(name, []byte(theirs)))
	a.front()
	a.see("What you typed is kept here")
	if got := a.text("textbox", "Text of "+name); got != "one\nmine\n" {
		t.Errorf("got %q in the box, want what was typed", got)
	}
	a.click("button", "Save over theirs")
	a.see("Saved " + name + ".")
	b.until("what was typed", func() (bool, error) { return b.text("textbox", "Text of "+name) == "one\nmine\n", nil })
}
