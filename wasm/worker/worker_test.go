//go:build js && wasm

package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall/js"
	"testing"
	"time"

	"lily/core/program"
	"lily/core/tree"
	"lily/wasm/which"
)

// frames stand in for the browser's, as Node has none like them. What a program does with
// its job is the text of the frame's address, which is JavaScript.
const frames = `
globalThis.made = [];
globalThis.Frame = class extends EventTarget {
  setAttribute(name, value) { this[name] = value; }
  contentWindow = { postMessage: (m, to, [port]) => this.begin(port) };
  begin(port) {
    const script = new Function("job", "tell", "taken", this.src);
    let acked = 0, wake = () => {};
    const files = [], parts = []; // parts: how many files and bytes each message had
    port.onmessage = ({ data: m }) => {
      if (m.ask) return void (Frame.deaf || port.postMessage({ alive: true }));
      if (m.ack) return void (acked += m.ack, wake());
      if (m.files) {
        parts.push([m.files.length, m.files.reduce((n, [, bytes]) => n + (bytes ? bytes.length : 0), 0)]);
        files.push(...m.files);
        if (m.more) return;
        m = Object.defineProperty({ ...m, files }, "parts", { value: parts });
      }
      script(m, (data) => port.postMessage(data), (bytes) => new Promise((done) => { wake = () => acked >= bytes && done(); wake(); }));
    };
    this.port = port;
  }
  remove() { this.ended = true; this.port?.close(); }
};
globalThis.document = {
  getElementById: () => ({ dataset: { shell: "shell", node: "node" } }),
  createElement: () => { const f = new Frame(); made.push(f); return f; },
  body: { append: (f) => queueMicrotask(() => f.dispatchEvent(new Event("load"))) },
};
globalThis.addEventListener ??= () => {};
globalThis.removeEventListener ??= () => {};
globalThis.fetch = async () => new Response("");
globalThis.utf8 = (s) => new TextEncoder().encode(s);
// packed is how the guard tells of files (static/frame/guard.js).
globalThis.packed = (pairs) => ({ changed: pairs.map(([path, bytes]) => [path, bytes.length]), bytes: new Blob(pairs.map(([, bytes]) => bytes)) });`

func fakeRunner(script string) Runner {
	js.Global().Call("eval", frames)
	r := New()
	r.shell, r.spares = script, nil
	return r
}

func spec(t *testing.T, argv ...string) program.Spec {
	t.Helper()
	var b tree.Builder
	for path, text := range map[string]string{"workspace/a": "1", "workspace/gone": "x"} {
		if err := b.Put(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Dir("workspace/empty"); err != nil {
		t.Fatal(err)
	}
	return program.Spec{Argv: argv, Dir: "/workspace", Env: []string{"A=b=c"}, Files: b.Tree(), Timeout: 300}
}

// said runs a program and gives what it wrote, with each piece's stream before it.
func said(ctx context.Context, t *testing.T, r Runner, s program.Spec) (string, program.Exit, error) {
	t.Helper()
	var b strings.Builder
	exit, err := r.Run(ctx, s, func(to program.Stream, data []byte) { fmt.Fprintf(&b, "%d:%s ", to, data) })
	if w := js.Global().Get("made"); w.Length() > 0 && !w.Index(w.Length()-1).Get("ended").Truthy() {
		t.Error("got a frame that is still there")
	}
	return b.String(), exit, err
}

// TS-3, TS-4: the Worker gets the words, the environment and the files, and no more.
func TestRunTellsTheJob(t *testing.T) {
	r := fakeRunner(`
		const files = job.files.map(([path, bytes]) => path + "=" + (bytes ? new TextDecoder().decode(bytes) : "folder"));
		tell({ started: true });
		tell({ out: 1, bytes: utf8(JSON.stringify({ ...job, files, programs: job.programs.length })) });
		tell({ code: 0, ...packed([]), removed: [] });`)
	got, exit, err := said(t.Context(), t, r, spec(t, "echo", "$(id)", "a\nb"))
	want := fmt.Sprintf(`1:{"words":["echo","$(id)","a\nb"],"dir":"/workspace","env":["A=b=c"],`+
		`"files":["workspace=folder","workspace/a=1","workspace/empty=folder","workspace/gone=x"],"programs":%d} `, len(which.Shell()))
	for key := range strings.SplitSeq(want[3:len(want)-2], `,"`) {
		if !strings.Contains(got, key) {
			t.Errorf("got %s, want %s in it", got, key)
		}
	}
	if exit.Code != 0 || err != nil || len(got) != len(want) {
		t.Errorf("got %q %+v %v, want %q", got, exit, err, want)
	}
}

// However big the workspace is, no message has more of it than a part and one file, and none is copied by the browser.
func TestRunGetsFilesInParts(t *testing.T) {
	var b tree.Builder
	for i := range 3000 {
		if err := b.Put(fmt.Sprintf("workspace/%04d/a", i), []byte("1")); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 9 {
		if err := b.Put(fmt.Sprintf("workspace/big%d", i), bytes.Repeat([]byte("x"), 700<<10)); err != nil {
			t.Fatal(err)
		}
	}
	s := spec(t, "true")
	s.Files = b.Tree()
	got, exit, err := said(t.Context(), t, fakeRunner(`
		tell({ started: true });
		const most = (n) => Math.max(...job.parts.map((p) => p[n])), all = (n) => job.parts.reduce((sum, p) => sum + p[n], 0);
		tell({ out: 1, bytes: utf8([most(0) <= 256, most(1) < 2 << 20, all(0), all(1), job.files.length].join()) });
		tell({ code: 0, ...packed([]), removed: [] });`), s)
	if want := "1:true,true,6010,6454200,6010 "; got != want || exit.Code != 0 || err != nil {
		t.Errorf("got %q, %+v, %v, want %q", got, exit, err, want)
	}
}

// TS-6: every piece in order, each acknowledged; the files and the code at the end.
func TestRunTellsTheEnd(t *testing.T) {
	r := fakeRunner(`
		tell({ started: true });
		tell({ out: 1, bytes: utf8("one") });
		tell({ out: 2, bytes: utf8("two") });
		tell({ out: 1, bytes: utf8("three") });
		taken(3 * 1024).then(() => tell({ code: 3, ...packed([["workspace/new/b", utf8("new")], ["workspace/a", utf8("2")], ["etc/x", utf8("")]]), removed: ["workspace/gone"] }));`)
	s := spec(t, "sh", "-c", "x")
	got, exit, err := said(t.Context(), t, r, s)
	if got != "1:one 2:two 1:three " || exit.Code != 3 || exit.Reason != "" || err != nil {
		t.Errorf("got %q %+v %v", got, exit, err)
	}
	want := map[string]string{"workspace/new/b": "new", "workspace/a": "2", "etc/x": ""}
	for path, text := range want {
		if data, err := exit.Files.ReadFile(path); err != nil || string(data) != text {
			t.Errorf("%s: got %q %v, want %q", path, data, err, text)
		}
	}
	if exit.Files.Files() != len(want) {
		t.Errorf("got %d files, want %d", exit.Files.Files(), len(want))
	}
}

// A file may become a folder, and a folder of which nothing else is left a file; a folder
// that was emptied stays.
func TestRunTurnsFiles(t *testing.T) {
	for end, want := range map[string]string{
		`...packed([["workspace/a/b", utf8("2")]]), removed: ["workspace/a"]`:               "workspace/a/b=2 workspace/gone=x",
		`...packed([["workspace/a", utf8("1")]]), removed: ["workspace/gone"]`:              "workspace/a=1",
		`...packed([["workspace", utf8("2")]]), removed: ["workspace/a", "workspace/gone"]`: "It failed.",
		`...packed([]), removed: ["workspace/a", "workspace/gone"]`:                         "",
	} {
		r := fakeRunner(`tell({ started: true }); tell({ code: 0, ` + end + ` });`)
		_, exit, err := said(t.Context(), t, r, spec(t, "sh"))
		var list []string
		for path := range exit.Files.Walk() {
			data, _ := exit.Files.ReadFile(path)
			list = append(list, path+"="+string(data))
		}
		if got := strings.Join(list, " "); err == nil && got != want || err != nil && want != "It failed." {
			t.Errorf("%s: got %q, %v, want %q", end, got, err, want)
		}
		if _, err := exit.Files.At("workspace/empty"); err != nil {
			t.Errorf("%s: %v", end, err)
		}
	}
}

// Files of many bytes are no long task of the page: they are read in parts, and between them it answers.
func TestRunReadsInParts(t *testing.T) {
	r := fakeRunner(`tell({ started: true }); tell({ code: 0, removed: [], ...packed([["workspace/a", new Uint8Array(5e6).fill(65)], ["workspace/b", utf8("b")], ["workspace/c", new Uint8Array(3e6).fill(67)]]) });`)
	js.Global().Call("eval", `
		globalThis.parts = [];
		globalThis.whole = Blob.prototype.arrayBuffer;
		Blob.prototype.arrayBuffer = function () { parts.push(this.size); return whole.call(this); };`)
	t.Cleanup(func() { js.Global().Call("eval", "Blob.prototype.arrayBuffer = whole") })
	_, exit, err := said(t.Context(), t, r, spec(t, "sh"))
	for path, want := range map[string]string{"workspace/a": strings.Repeat("A", 5e6), "workspace/b": "b", "workspace/c": strings.Repeat("C", 3e6)} {
		if got, _ := exit.Files.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s: got %d bytes %.20q, %v, want %d bytes %.20q", path, len(got), got, err, len(want), want)
		}
	}
	parts := js.Global().Get("parts")
	for i := range parts.Length() {
		if n := parts.Index(i).Int(); n > part {
			t.Errorf("got a part of %d bytes, want at most %d", n, part)
		}
	}
	if n := parts.Length(); n != 5+1+3 {
		t.Errorf("got %d parts, want 9", n)
	}
}

// TS-5, TS-7: how a run does not come to its end.
func TestRunDoesNotEnd(t *testing.T) {
	long := errors.New("any")
	for name, test := range map[string]struct {
		script, reason string
		timeout        int
		err            error
	}{
		"too long":         {`tell({ started: true }); tell({ out: 1, bytes: utf8("x") })`, "It did not end within 1 s.", 1, context.DeadlineExceeded},
		"not started":      {``, "What runs programs did not arrive.", 300, long},
		"failed at length": {`tell({ failed: "x".repeat(1e7) })`, "What runs programs failed.", 300, long},
		"failed":           {`tell({ failed: "boom" })`, "What runs programs failed.", 300, long},
		"bad file":         {`tell({ code: 0, removed: [], ...packed([["../x", utf8("")]]) })`, "What runs programs failed.", 300, long},
		"no message":       {`tell(1)`, "What runs programs failed.", 300, long},
		"no code":          {`tell({})`, "What runs programs failed.", 300, long},
		"no bytes":         {`tell({ out: 1, bytes: "x" })`, "What runs programs failed.", 300, long},
		"no stream":        {`tell({ out: 3, bytes: utf8("x") })`, "What runs programs failed.", 300, long},
		"too much":         {`tell({ out: 1, bytes: new Uint8Array(65537) })`, "What runs programs failed.", 300, long},
		"no array":         {`tell({ out: 1, bytes: { length: 2 ** 32 - 2 ** 16 } })`, "What runs programs failed.", 300, long},
		"no content":       {`tell({ code: 0, removed: [], changed: [["workspace/a", { length: 2 ** 32 - 2 ** 16 }]], bytes: utf8("") })`, "What runs programs failed.", 300, long},
		"no paths":         {`tell({ code: 0, ...packed([]), removed: new Array(2 ** 28 - 2 ** 12) })`, "What runs programs failed.", 300, long},
		"no changes":       {`tell({ code: 0, changed: new Array(2 ** 28 - 2 ** 12), removed: [] })`, "What runs programs failed.", 300, long},
		"too many":         {`tell({ code: 0, removed: [], ...packed([["workspace/a", new Uint8Array(2 ** 28 + 1)]]) })`, "What runs programs failed.", 300, long},
		"many removed":     {`tell({ code: 0, ...packed([]), removed: ["workspace/a", "workspace/gone", "workspace/a"] })`, "What runs programs failed.", 300, long},
		"a code":           {`tell({ code: 256, ...packed([]), removed: [] })`, "What runs programs failed.", 300, long},
		"a long path":      {`tell({ code: 0, removed: [], ...packed([["x".repeat(1e7), utf8("")]]) })`, "What runs programs failed.", 300, long},
		"an absolute":      {`tell({ code: 0, removed: [], ...packed([["/x", utf8("")]]) })`, "What runs programs failed.", 300, long},
		"a NUL":            {`tell({ code: 0, removed: [], ...packed([["a\0", utf8("")]]) })`, "What runs programs failed.", 300, long},
		"a number":         {`tell({ code: 0, removed: [7], ...packed([]) })`, "What runs programs failed.", 300, long},
		"nothing":          {`tell({ code: 0, removed: ["workspace/never"], ...packed([]) })`, "What runs programs failed.", 300, long},
		"twice":            {`tell({ code: 0, removed: ["workspace/a", "workspace/a"], ...packed([]) })`, "What runs programs failed.", 300, long},
		"many files":       {`tell({ code: 0, removed: [], ...packed(Array.from({ length: 20001 }, (_, i) => ["workspace/" + i, utf8("")])) })`, "What runs programs failed.", 300, long},
		"less than no":     {`tell({ code: 0, removed: { length: -1e9 }, ...packed([]) })`, "What runs programs failed.", 300, long},
		"into a folder":    {`tell({ code: 0, removed: [], ...packed([["workspace/empty", utf8("")]]) })`, "What runs programs failed.", 300, long},
		"below a file":     {`tell({ code: 0, removed: [], ...packed([["workspace/a/b", utf8("")]]) })`, "What runs programs failed.", 300, long},
		"a file and below": {`tell({ code: 0, removed: [], ...packed([["workspace/n/b", utf8("")], ["workspace/n", utf8("")]]) })`, "What runs programs failed.", 300, long},
		"too deep":         {`tell({ code: 0, removed: [], ...packed([["d/".repeat(64) + "x", utf8("")]]) })`, "What runs programs failed.", 300, long},
		"no bytes of it":   {`tell({ code: 0, removed: [], changed: [["workspace/a", 1]] })`, "What runs programs failed.", 300, long},
		"bytes of no kind": {`tell({ code: 0, removed: [], changed: [["workspace/a", 1]], bytes: { size: 1, length: 1 } })`, "What runs programs failed.", 300, long},
		"bytes as a text":  {`tell({ code: 0, removed: [], changed: [["workspace/a", 1]], bytes: "x" })`, "What runs programs failed.", 300, long},
		"bytes too few":    {`tell({ code: 0, removed: [], changed: [["workspace/a", 2]], bytes: utf8("x") })`, "What runs programs failed.", 300, long},
		"bytes too many":   {`tell({ code: 0, removed: [], changed: [["workspace/a", 1]], bytes: utf8("xy") })`, "What runs programs failed.", 300, long},
		"less than none":   {`tell({ code: 0, removed: [], changed: [["workspace/a", -1]], bytes: utf8("") })`, "What runs programs failed.", 300, long},
		"half a byte":      {`tell({ code: 0, removed: [], changed: [["workspace/a", 0.5]], bytes: utf8("x") })`, "What runs programs failed.", 300, long},
		"no number":        {`tell({ code: 0, removed: [], changed: [["workspace/a", NaN]], bytes: utf8("x") })`, "What runs programs failed.", 300, long},
		"a text as size":   {`tell({ code: 0, removed: [], changed: [["workspace/a", "1"]], bytes: utf8("x") })`, "What runs programs failed.", 300, long},
		"over all":         {`tell({ code: 0, removed: [], changed: [["workspace/a", 2 ** 53]], bytes: utf8("x") })`, "What runs programs failed.", 300, long},
		"a Blob over all":  {`tell({ code: 0, removed: [], ...packed([["workspace/a", new Uint8Array(2 ** 25)], ["workspace/b", new Uint8Array(2 ** 25 + 1)]]) })`, "What runs programs failed.", 300, long},
		"no files":         {`tell({ code: 0, changed: 1, removed: [] })`, "What runs programs failed.", 300, long},
	} {
		t.Run(name, func(t *testing.T) {
			r := fakeRunner(test.script)
			if name == "not started" {
				r.wait = 200 * time.Millisecond
			}
			s := spec(t, "sh")
			s.Timeout = test.timeout
			_, exit, err := said(t.Context(), t, r, s)
			if exit.Reason != test.reason || err == nil || test.err != long && !errors.Is(err, test.err) {
				t.Errorf("got %+v %v, want %q", exit, err, test.reason)
			}
			if !exit.Files.Equal(s.Files) {
				t.Error("got other files")
			}
			if err != nil && len(err.Error()) > maxFailed {
				t.Errorf("got an error of %d bytes", len(err.Error()))
			}
		})
	}
}

// TS-5: a run that is cancelled is over at once, and its Worker too.
func TestRunIsCancelled(t *testing.T) {
	r := fakeRunner(`tell({ started: true }); tell({ out: 1, bytes: utf8("x") });`)
	ctx, cancel := context.WithCancel(t.Context())
	exit, err := r.Run(ctx, spec(t, "sh"), func(program.Stream, []byte) { cancel() })
	if !errors.Is(err, context.Canceled) || exit.Reason != "It was cancelled." {
		t.Errorf("got %+v %v, want %v", exit, err, context.Canceled)
	}
	if !js.Global().Get("made").Index(0).Get("ended").Truthy() {
		t.Error("got a frame that is still there")
	}
	if _, err := r.Run(ctx, spec(t, "sh"), nil); !errors.Is(err, context.Canceled) || js.Global().Get("made").Length() != 1 {
		t.Errorf("got %v, want no other Worker and %v", err, context.Canceled)
	}
}

// The frame of the next program is made soon after one is over, which does not wait for that, and nothing has run in it.
func TestRunHasASpare(t *testing.T) {
	r := fakeRunner(`tell({ started: true }); tell({ out: 1, bytes: utf8("run " + made.length) }); tell({ code: 0, ...packed([]), removed: [] });`)
	r.spares = spares{}
	for n, want := range []string{"1:run 1 ", "1:run 2 ", "1:run 3 "} {
		var got strings.Builder
		_, err := r.Run(t.Context(), spec(t, "sh"), func(to program.Stream, data []byte) { fmt.Fprintf(&got, "%d:%s ", to, data) })
		made := js.Global().Get("made")
		if err != nil || got.String() != want || made.Length() != n+1 || !made.Index(n).Get("ended").Truthy() {
			t.Errorf("run %d: got %q, %v and %d frames, want %q and no fresh one yet", n, got.String(), err, made.Length(), want)
		}
		spared(t, r, r.shell)
		if made.Length() != n+2 || made.Index(n+1).Get("ended").Truthy() {
			t.Errorf("run %d: got %d frames, want a fresh one", n, made.Length())
		}
	}
	r.spares.take(r.shell).End()
}

// spared waits until the frame of the next program is there.
func spared(t *testing.T, r Runner, page string) {
	t.Helper()
	for range 10_000 {
		if r.spares[page] != nil {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("got no frame for the next program")
}

// A frame that answers is left alone; where the browser ended it, which tells nobody, the run is over.
func TestRunIsGone(t *testing.T) {
	r := fakeRunner(`tell({ started: true })`)
	r.every = 10 * time.Millisecond
	js.Global().Call("eval", `Frame.deaf = true`)
	_, exit, err := said(t.Context(), t, r, spec(t, "sh"))
	if !errors.Is(err, errGone) || exit.Code != -1 || exit.Reason != "The browser ended it, as it does where a program fills the memory." {
		t.Errorf("got %+v %v, want %v", exit, err, errGone)
	}
}

// TS-7: what cannot run starts no Worker.
func TestRunRefuses(t *testing.T) {
	r := fakeRunner(`tell({ failed: "started" })`)
	got, exit, err := said(t.Context(), t, r, spec(t, "gh", "status"))
	if want := "gh cannot run here: the page has no such program."; exit.Reason != want || exit.Code != 127 || err != nil || got != "" {
		t.Errorf("got %q %+v %v, want %q", got, exit, err, want)
	}
	if n := js.Global().Get("made").Length(); n != 0 {
		t.Errorf("got %d frames, want none", n)
	}
	if can := r.Can(); !slices.IsSorted(can) || !slices.Contains(can, "sh") || !slices.Contains(can, "node") || slices.Contains(can, "ssh") {
		t.Errorf("got %q", can)
	}
}
