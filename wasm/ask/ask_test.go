//go:build js && wasm

package ask

import (
	"context"
	"errors"
	"strings"
	"syscall/js"
	"testing"
	"time"

	"lily/core/tree"
	"lily/web/port"
)

// frames stand in for the browser's, as Node has none like them. What the engine does with a message of the page is the
// text of the frame's address, which is JavaScript: it gets the message m and says what it answers.
const frames = `
globalThis.made = [];
globalThis.Frame = class extends EventTarget {
  setAttribute(name, value) { this[name] = value; }
  contentWindow = { postMessage: (m, to, [port]) => this.begin(port) };
  begin(port) {
    const script = new Function("m", "say", this.src);
    port.onmessage = ({ data: m }) => script(m, (data) => port.postMessage(data));
    this.port = port;
  }
  remove() { this.ended = true; this.port?.close(); }
};
globalThis.document = {
  getElementById: () => ({ dataset: { secondSize: "3" } }),
  createElement: () => { const f = new Frame(); made.push(f); return f; },
  body: { append: (f) => queueMicrotask(() => f.dispatchEvent(new Event("load"))) },
};
globalThis.addEventListener ??= () => {};
globalThis.removeEventListener ??= () => {};
globalThis.fetched = 0;
globalThis.serves = () => new Response(new Uint8Array(3));
globalThis.fetch = async () => { fetched++; return serves(); };
globalThis.utf8 = (s) => new TextEncoder().encode(s);
globalThis.text = (b) => new TextDecoder().decode(b);
globalThis.good = (m, say) => {
  if (m.engine) say({ ready: true });
  if (m.ask) say({ answer: m.ask, bytes: utf8(m.of + " " + m.name + " " + text(m.terms) + " " + m.root.length) });
};`

func fake(script string) *Engine {
	js.Global().Call("eval", frames)
	e := New()
	e.page = script
	return e
}

func question(t *testing.T) port.Question {
	t.Helper()
	files, err := tree.Tree{}.Put("a/b", []byte("text"))
	if err != nil {
		t.Fatal(err)
	}
	return port.Question{Of: "agents", Name: "here", Terms: []byte("{}"), Files: files}
}

func quiet(port.Stage) {}

// The engine is fetched once, and says how far that is.
func TestAskFetchesOnce(t *testing.T) {
	e := fake(`good(m, say)`)
	var stages []string
	for range 3 {
		got, err := e.Ask(t.Context(), question(t), func(s port.Stage) { stages = append(stages, s.What) })
		if want := "agents here {} 32"; string(got) != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	if want := "fetching answering answering answering"; strings.Join(stages, " ") != want {
		t.Errorf("got the stages %v, want %s", stages, want)
	}
	if n, frames := js.Global().Get("fetched").Int(), js.Global().Get("made").Length(); n != 1 || frames != 1 {
		t.Errorf("got it fetched %d times into %d frames, want once", n, frames)
	}
}

// It gets the bytes that it needs, of the question's files and of nothing else.
func TestAskGivesWhatIsNeeded(t *testing.T) {
	q := question(t)
	root, file := q.Files.Digest(), tree.Sum([]byte("text"))
	js.Global().Call("eval", frames)
	e := fake(`
		if (m.engine) say({ ready: true });
		if (m.ask) say({ need: Uint8Array.from(wanted) });
		if (m.give) say({ answer: 1, bytes: m.give });`)
	want := func(digests ...tree.Digest) {
		list := js.Global().Get("Array").New()
		for _, d := range digests {
			for _, b := range d {
				list.Call("push", int(b))
			}
		}
		js.Global().Set("wanted", list)
	}
	want(file, root)
	got, err := e.Ask(t.Context(), q, quiet)
	if err != nil || !strings.HasPrefix(string(got), "\x05\x00\x00\x00text") || len(got) < 40 {
		t.Errorf("got %q, %v", got, err)
	}
	want(tree.Sum([]byte("secret")))
	if _, err := e.Ask(t.Context(), q, quiet); !errors.Is(err, errForeign) || !js.Global().Get("made").Index(0).Get("ended").Truthy() {
		t.Errorf("asked for what is not of the question: got %v, want %v and the frame ended", err, errForeign)
	}
}

// Whatever the engine tells, the page is told in a sentence, and the next question has another engine.
func TestAskRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		says string
		want error
	}{
		"nothing that is known": {`say({ hello: 1 })`, errForeign},
		"no object":             {`say(7)`, errForeign},
		"null":                  {`say(null)`, errForeign},
		"an answer of no bytes": {`say({ answer: 1, bytes: "x" })`, errForeign},
		"bytes that are none":   {`say({ answer: 1, bytes: { length: 2 ** 40 } })`, errForeign},
		"a number that is none": {`say({ answer: {}, bytes: new Uint8Array(0) })`, errForeign},
		"half a digest":         {`say({ need: new Uint8Array(33) })`, errForeign},
		"needs without end":     {`say({ need: { length: 2 ** 40 } })`, errForeign},
		"gone":                  {`say({ gone: "it broke" })`, errEnded},
		"gone at length":        {`say({ gone: "x".repeat(1e7) })`, errEnded},
	} {
		e := fake(`if (m.engine) say({ ready: true }); if (m.ask) { ` + c.says + ` }`)
		_, err := e.Ask(t.Context(), question(t), quiet)
		if !errors.Is(err, c.want) || len(err.Error()) > 2*maxWhy || errors.Is(err, port.ErrMissing) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
		if e.page = `good(m, say)`; !js.Global().Get("made").Index(0).Get("ended").Truthy() {
			t.Errorf("%s: the frame is still there", name)
		}
		if _, err := e.Ask(t.Context(), question(t), quiet); err != nil {
			t.Errorf("%s: then got %v, want an answer", name, err)
		}
	}
}

// What keeps the engine from arriving is said, and the next question tries again.
func TestAskWithoutTheEngine(t *testing.T) {
	for name, c := range map[string]struct{ serves, page, want string }{
		"no server":  {`() => { throw new TypeError("no") }`, ``, string(errServer)},
		"another":    {`() => new Response("", { status: 404 })`, ``, string(errVersion)},
		"late":       {``, ``, "did not start"},
		"broken":     {``, `say({ gone: "no wasm" })`, "no wasm"},
		"of another": {``, `say({ need: new Uint8Array(0) })`, errForeign.Error()},
	} {
		e := fake(c.page)
		e.wait = 200 * time.Millisecond
		if c.serves != "" {
			js.Global().Set("serves", js.Global().Call("eval", c.serves))
		}
		_, err := e.Ask(t.Context(), question(t), quiet)
		if !errors.Is(err, port.ErrMissing) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
		e.page = `good(m, say)`
		js.Global().Call("eval", `globalThis.serves = () => new Response(new Uint8Array(3))`)
		if _, err := e.Ask(t.Context(), question(t), quiet); err != nil {
			t.Errorf("%s: then got %v, want an answer", name, err)
		}
	}
}

// A question that nobody waits for is over at once; the engine that stops answers the next one, and another is ended.
func TestAskIsCancelled(t *testing.T) {
	for script, frames := range map[string]int{
		`good({ engine: m.engine, ...(m.ask > 1 ? m : {}) }, say); if (m.stop) say({ failed: m.stop, why: "stopped" })`: 1,
		`if (made.length > 1) good(m, say); else if (m.engine) say({ ready: true })`:                                    2,
	} {
		e := fake(script)
		ctx, stop := context.WithCancel(t.Context())
		_, err := e.Ask(ctx, question(t), func(s port.Stage) {
			if s.What == port.Answering {
				stop()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
		if _, err := e.Ask(t.Context(), question(t), quiet); err != nil || js.Global().Get("made").Length() != frames {
			t.Errorf("then got %v and %d frames, want an answer and %d", err, js.Global().Get("made").Length(), frames)
		}
		stop()
	}
}
