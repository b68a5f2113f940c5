//go:build js && wasm

package worker

import (
	"strings"
	"syscall/js"
	"testing"
	"time"
)

// A part is fetched once, given to each program that asks, and the program's time does not run meanwhile.
func TestRunGivesParts(t *testing.T) {
	r := fakeRunner(`
		if (job.words) tell({ started: true }), tell({ need: job.words[1] });
		else if (job.failed) tell({ failed: job.failed });
		else job.blob.text().then((text) => { tell({ out: 1, bytes: utf8(job.give + "=" + text) }); tell({ code: 0, ...packed([]), removed: [] }); });`)
	js.Global().Call("eval", `globalThis.fetched = [];
		globalThis.fetch = async (path) => { fetched.push(path); await new Promise((done) => setTimeout(done, path === "/a.1.wasm" ? 1500 : 0)); return new Response("the part", { status: path === "/old" ? 404 : 200 }); };`)
	r.parts = partsOf(js.ValueOf("a.wasm=/a.1.wasm old=/old"))
	for _, c := range []struct{ need, want, failed string }{
		{"a.wasm", "1:a.wasm=the part ", ""},
		{"a.wasm", "1:a.wasm=the part ", ""},
		{"none", "", `this page has no part "none"`},
		{"old", "", "is another version of Lily"},
	} {
		s := spec(t, "python3", c.need)
		s.Timeout = 1
		got, exit, err := said(t.Context(), t, r, s)
		if got != c.want || c.failed == "" && (err != nil || exit.Code != 0) || c.failed != "" && (err == nil || !strings.Contains(err.Error(), c.failed)) {
			t.Errorf("%s: got %q, %+v, %v, want %q, %q", c.need, got, exit, err, c.want, c.failed)
		}
	}
	if got := js.Global().Get("fetched").Call("join", " ").String(); strings.Count(got, "/a.1.wasm") != 1 {
		t.Errorf("got it fetched as %s, want once", got)
	}
}

// While a person is asked about a program, what runs it is made ready, once; only the job comes after the yes.
func TestRunIsExpected(t *testing.T) {
	r := fakeRunner(`expected.push(job.give ?? "job"); if (job.words) tell({ started: true }), tell({ code: 0, ...packed([]), removed: [] });`)
	js.Global().Call("eval", `globalThis.expected = [], globalThis.fetched = [], globalThis.fetch = async (path) => { fetched.push(path); return new Response("a part"); }`)
	r.spares, r.parts, r.rest = spares{}, partsOf(js.ValueOf("node-lib.js=/lib")), 0
	r.node, r.shell = r.shell, "another page"
	r.Expect("node")
	for range 10_000 {
		if js.Global().Get("expected").Length() > 0 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	r.Expect("node")
	if made, heard := js.Global().Get("made").Length(), js.Global().Get("expected").Call("join", " ").String(); made != 1 || strings.Contains(heard, "job") {
		t.Errorf("got %d frames, which heard %q, want one and no job", made, heard)
	}
	if _, err := r.Run(t.Context(), spec(t, "node", "-v"), nil); err != nil {
		t.Fatal(err)
	}
	spared(t, r, r.node)
	heard, fetched := js.Global().Get("expected").Call("join", " ").String(), js.Global().Get("fetched").Call("join", " ").String()
	if !strings.HasPrefix(heard, "node-lib.js job") || fetched != "/lib" || js.Global().Get("made").Length() != 2 {
		t.Errorf("got %q heard and %q fetched, want the library, fetched once, and the job", heard, fetched)
	}
	r.spares.take(r.node).End()
}

// What a program in JavaScript asked for the next one has before it asks, the library first, and one of the shell has not.
func TestRunGivesBeforehand(t *testing.T) {
	for program, want := range map[string]string{"node": "job parse lib lib parse job", "sh": "job parse lib job parse lib"} {
		r := fakeRunner(`
			const parts = ["node-parse.js", "node-lib.js"], end = () => tell({ code: 0, ...packed([]), removed: [] });
			if (job.give) heard.push(job.give.slice(5, -3)), ahead.add(job.give);
			else heard.push("job"), known = true, tell({ started: true });
			const lacks = parts.find((name) => !ahead.has(name));
			return known && (lacks ? tell({ need: lacks }) : (known = false, ahead.clear(), end()));`)
		js.Global().Call("eval", `globalThis.heard = [], globalThis.ahead = new Set(), globalThis.known = false, globalThis.fetch = async () => new Response("a part")`)
		r.spares, r.parts = spares{}, partsOf(js.ValueOf("node-lib.js=/lib node-parse.js=/parse sucrase.js=/types"))
		r.node = map[string]string{"node": r.shell, "sh": "another page"}[program]
		for range 2 {
			if _, err := r.Run(t.Context(), spec(t, program, "-v"), nil); err != nil {
				t.Fatal(err)
			}
			spared(t, r, r.shell)
		}
		r.spares.take(r.shell).End()
		if got := js.Global().Get("heard").Call("join", " ").String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %s, want %s", program, got, want)
		}
	}
}
