//go:build js && wasm

package drop

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"syscall/js"
	"testing"
	"time"

	"lily/core/intake"
	"lily/wasm/bridge"
	"lily/wasm/bridge/bridgetest"
	"lily/web/port/porttest"
)

// fakes stand in for the browser's entries and events, as Node has none.
const fakes = `
globalThis.fake = {
  file: (name, text, extra) => ({ name, size: text.length, arrayBuffer: async () => new TextEncoder().encode(text).buffer, ...extra }),
  leaf: (name, text, extra) => ({ name, isDirectory: false, file: ok => setTimeout(() => ok(fake.file(name, text, extra))) }),
  locked: name => ({ name, isDirectory: false, file: (ok, no) => no(new DOMException("It is locked.", "NotReadableError")) }),
  throws: name => ({ name, isDirectory: false, file: () => { throw new TypeError("broken") } }),
  folder: (name, kids, size = 100) => ({ name, isDirectory: true, createReader: () => {
    let at = 0;
    return { readEntries: ok => setTimeout(() => { ok(kids.slice(at, at + size)); at += size }) };
  } }),
  closed: name => ({ name, isDirectory: true, createReader: () => ({ readEntries: (ok, no) => no(new DOMException("", "NotAllowedError")) }) }),
  many: (n, size) => Array.from({ length: n }, (_, i) => fake.leaf("f" + i, "x".repeat(size))),
  page: root => {
    const page = new EventTarget();
    page.closest = () => page.root === "" ? null : { getAttribute: () => page.root };
    page.root = root;
    return page;
  },
  send: (page, type, entries, types = ["Files"], more = {}) => {
    const items = entries.map(e => ({ kind: "file", webkitGetAsEntry: () => e, getAsFile: () => null }));
    const event = Object.assign(new Event(type, { cancelable: true }), { dataTransfer: { types, items, dropEffect: "none" } }, more);
    page.dispatchEvent(event);
    return event.defaultPrevented + " " + event.dataTransfer.dropEffect;
  },
};`

func fake(expr string) js.Value {
	js.Global().Call("eval", fakes)
	return js.Global().Call("eval", expr)
}

// got is what the callbacks of a drop were told.
type got struct {
	told  []string
	drops *Reader
	done  chan []string
}

func watch(t *testing.T, page js.Value) *got {
	t.Helper()
	g := &got{done: make(chan []string, 1)}
	g.drops = &Reader{
		Over:     func(target string) { g.told = append(g.told, "over "+target) },
		Leave:    func() { g.told = append(g.told, "leave") },
		Progress: func(done, total int) { g.told = append(g.told, fmt.Sprintf("progress %d/%d", done, total)) },
		Dropped: func(_ context.Context, target string, files []intake.File, refused []intake.Refusal) {
			list := []string{"to " + target}
			for _, f := range files {
				list = append(list, f.Path+"="+string(f.Data))
			}
			for _, r := range refused {
				list = append(list, r.Path+" "+r.Code+": "+r.Message)
			}
			slices.Sort(list[1:])
			g.done <- list
		},
	}
	g.drops.listen(page)
	return g
}

func (g *got) wait(t *testing.T) []string {
	t.Helper()
	select {
	case list := <-g.done:
		return list
	case <-time.After(20 * time.Second):
		t.Fatal("nothing was dropped")
		return nil
	}
}

func send(page js.Value, args ...any) string {
	return js.Global().Get("fake").Call("send", append([]any{page}, args...)...).String()
}

// VF-6, UI: where it will land is told when it changes, and text is let be.
func TestDrag(t *testing.T) {
	page := fake(`fake.page("user")`)
	none := js.Global().Get("Array").New()
	g := watch(t, page)
	if got := send(page, "dragenter", none, fake(`["text/plain"]`)); got != "false none" {
		t.Errorf("a drag of text: got %s, want it let be", got)
	}
	for range 3 {
		if got := send(page, "dragover", none); got != "true copy" {
			t.Errorf("a drag of files: got %s, want it taken", got)
		}
	}
	page.Set("root", "")
	send(page, "dragover", none)
	send(page, "dragleave", none, fake(`["Files"]`), fake(`({ relatedTarget: {} })`))
	send(page, "dragleave", none)
	send(page, "dragleave", none)
	send(page, "dragover", none)
	bridgetest.Same(t, g.told, []string{"over user", "over ", "leave", "over "})
}

// VF-6: every file below a dropped folder is read, and what cannot be is refused.
func TestDrop(t *testing.T) {
	page := fake(`fake.page("workspace")`)
	g := watch(t, page)
	send(page, "drop", fake(`[
		fake.folder("a", [fake.leaf("SKILL.md", "x"), fake.folder("b", [fake.leaf("é", "yz"), fake.leaf("SKILL.md", "n")], 1)]),
		fake.folder(".git", [fake.leaf("HEAD", "x")]), fake.leaf(".DS_Store", "x"),
		fake.locked("locked"), fake.throws("throws"), fake.closed("closed"), fake.leaf("top", "t"), fake.folder("empty", []),
		fake.leaf("late", "x", { arrayBuffer: async () => { throw new DOMException("It was changed", "NotReadableError") } }),
	]`))
	bridgetest.Same(t, g.wait(t), []string{
		"to workspace", ".DS_Store=", ".git=", "a/SKILL.md=x", "a/b/SKILL.md=n", "a/b/é=yz",
		"closed unreadable: The browser could not read it: NotAllowedError.",
		"late unreadable: The browser could not read it: It was changed.",
		"locked unreadable: The browser could not read it: It is locked.",
		"throws unreadable: The browser could not read it: broken.",
		"top=t",
	})
	bridgetest.Same(t, g.told[:1], []string{"leave"})
}

// VF-6: a folder of more than a browser lists at once, a few files at a time.
func TestDropMany(t *testing.T) {
	page := fake(`fake.page("")`)
	g := watch(t, page)
	send(page, "drop", fake(`[fake.folder("a", fake.many(1234, 3))]`))
	if got := g.wait(t); len(got) != 1235 || got[1] != "a/f0=xxx" {
		t.Errorf("got %d lines, %q first, want 1235", len(got), got[1])
	}
}

// VF-6: a limit ends the read with one refusal and nothing else.
func TestDropLimits(t *testing.T) {
	limits := intake.Limits
	t.Cleanup(func() { intake.Limits = limits })
	intake.Limits.Files, intake.Limits.Bytes, intake.Limits.File, intake.Limits.Depth = 20, 100, 60, 3
	for code, entries := range map[string]string{
		"f20 too_many_files":    `fake.many(30, 1)`,
		" too_many_bytes":       `fake.many(4, 50)`,
		"big file_too_big":      `[fake.leaf("a", "x"), fake.leaf("big", "x".repeat(61))]`,
		"a/b/c/d too_deep":      `[fake.folder("a", [fake.folder("b", [fake.folder("c", [fake.leaf("d", "x")])])])]`,
		"a/b/c/e too_deep":      `[fake.folder("a", [fake.folder("b", [fake.folder("c", [fake.folder("e", [])])])])]`,
		"locked too_many_files": `[...fake.many(20, 1), fake.locked("locked"), fake.locked("more")]`,
	} {
		page := fake(`fake.page("")`)
		g := watch(t, page)
		send(page, "drop", fake(entries))
		if got := g.wait(t); len(got) != 2 || !strings.Contains(got[1], code) {
			t.Errorf("got %q, want just %q", got, code)
		}
	}
}

// EV-4, VF-7: what Lily exported may be bigger than what is imported.
func TestDropExported(t *testing.T) {
	limits := intake.Limits
	t.Cleanup(func() { intake.Limits = limits })
	intake.Limits.Bytes, intake.Limits.File = 100, 60
	page := fake(`fake.page("")`)
	g := watch(t, page)
	send(page, "drop", fake(`[fake.leaf("s.lily", "s".repeat(120)), fake.leaf("all.zip", "z".repeat(120))]`))
	bridgetest.Same(t, g.wait(t), []string{"to ", "all.zip=" + strings.Repeat("z", 120), "s.lily=" + strings.Repeat("s", 120)})
}

// UI: a read can be cancelled, and a new one cancels it.
func TestDropCancel(t *testing.T) {
	page := fake(`fake.page("")`)
	g := watch(t, page)
	g.drops.Cancel()
	send(page, "drop", fake(`[fake.folder("a", fake.many(500, 3), 1)]`))
	time.Sleep(3 * bridge.Pace)
	told := len(g.told)
	if told < 3 || told > 6 {
		t.Errorf("got %q, want the progress, each %v", g.told, bridge.Pace)
	}
	g.drops.Cancel()
	bridgetest.Same(t, g.told[told:], []string{"progress 0/0"})
	send(page, "drop", fake(`[fake.folder("old", fake.many(50, 3), 1)]`))
	send(page, "drop", fake(`[fake.leaf("new", "x")]`))
	bridgetest.Same(t, g.wait(t), []string{"to ", "new=x"})
	time.Sleep(2 * bridge.Pace)
	if len(g.done) > 0 {
		t.Errorf("got %q as well, want nothing of what was cancelled", <-g.done)
	}
}

// VF-6: an input's files, with their paths, and a lone file with its name.
func TestReadInput(t *testing.T) {
	g := watch(t, fake(`fake.page("")`))
	input := fake(`({ value: "C:\\fakepath", files: [
		fake.file("SKILL.md", "x", { webkitRelativePath: "a/SKILL.md" }), fake.file("lone", "y"),
		fake.file("i.js", "z", { webkitRelativePath: "a/node_modules/i.js" }) ] })`)
	fake(`globalThis.document = { getElementById: id => id === "here" ? globalThis.input : null }`)
	js.Global().Set("input", input)
	t.Cleanup(func() { js.Global().Delete("document"); js.Global().Delete("input") })
	porttest.TestReader(t, g.drops)
	g.drops.ReadInput("here")
	bridgetest.Same(t, g.wait(t), []string{"to ", "a/SKILL.md=x", "a/node_modules/i.js=", "lone=y"})
	if got := input.Get("value").String(); got != "" {
		t.Errorf("got the value %q, want the input emptied", got)
	}
}
