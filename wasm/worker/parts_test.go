//go:build js && wasm

package worker

import (
	"strings"
	"syscall/js"
	"testing"
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
