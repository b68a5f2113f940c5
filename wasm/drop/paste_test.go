//go:build js && wasm

package drop

import (
	"bytes"
	"context"
	"fmt"
	"syscall/js"
	"testing"

	"lily/core/archive"
	"lily/core/intake"
	"lily/core/tree"
	"lily/wasm/bridge/bridgetest"
)

const pastes = `
globalThis.pasted = (page, text, files) => {
  const event = Object.assign(new Event("paste", { cancelable: true }), { clipboardData: {
    types: files.length ? ["Files"] : ["text/plain"], getData: () => text,
    items: files.map(e => ({ kind: "file", webkitGetAsEntry: () => e, getAsFile: () => null })) } });
  page.dispatchEvent(event);
  return event.defaultPrevented;
};
globalThis.document = { querySelector: () => globalThis.open ?? null };
`

// VF-6: a SKILL.md's text and files are taken where a person does not type; all
// other text is let be.
func TestPaste(t *testing.T) {
	page := fake(`fake.page("")`)
	js.Global().Call("eval", pastes)
	t.Cleanup(func() { js.Global().Delete("document"); js.Global().Delete("open") })
	g := watch(t, page)
	paste := func(text, files string) bool {
		return js.Global().Call("pasted", page, text, fake(files)).Bool()
	}
	if !paste("# My skill\n", "[]") {
		t.Error("got the text of a skill let be, want it taken")
	}
	bridgetest.Same(t, g.wait(t), []string{"to ", "my-skill/SKILL.md=# My skill\n"})
	if !paste("", `[fake.leaf("a.zip", "x")]`) {
		t.Error("got files let be, want them taken")
	}
	bridgetest.Same(t, g.wait(t), []string{"to ", "a.zip=x"})
	if paste("Just text.", "[]") {
		t.Error("got a text taken that is no skill")
	}
	js.Global().Set("open", true)
	if paste("# My skill\n", "[]") {
		t.Error("got a paste taken while a dialog is open")
	}
	js.Global().Delete("open")
	page.Set("root", "here") // whatever is asked for, the target lies in it
	if paste("# My skill\n", "[]") {
		t.Error("got a paste taken that is meant for a text box")
	}
}

// UI: unpacking yields, tells how far it is, and ends when it is cancelled.
func TestGatherYields(t *testing.T) {
	var b tree.Builder
	for i := range 400 {
		_ = b.Put(fmt.Sprintf("foo/%d", i), make([]byte, 20_000))
	}
	var out bytes.Buffer
	if err := archive.Write(&out, b.Tree()); err != nil {
		t.Fatal(err)
	}
	files := []intake.File{{Path: "foo.zip", Data: out.Bytes()}}
	// Messages to oneself, one at a time: each comes back only in a turn of the browser.
	ticks := 0
	channel := js.Global().Get("MessageChannel").New()
	again := func() { channel.Get("port1").Call("postMessage", js.Null()) }
	tick := js.FuncOf(func(js.Value, []js.Value) any { ticks++; again(); return nil })
	defer tick.Release()
	channel.Get("port2").Set("onmessage", tick)
	defer channel.Get("port2").Call("close")
	again()
	d := &Reader{Progress: func(int, int) {}}
	ctx, cancel := context.WithCancel(context.Background())
	if d.Gather(ctx, files, nil).Empty() || ticks == 0 {
		t.Errorf("got %d turns of the browser meanwhile, want some", ticks)
	}
	cancel()
	if !d.Gather(ctx, files, nil).Empty() {
		t.Error("got a drop, want nothing of what was cancelled")
	}
}
