package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func node(t *testing.T) (*tab, func(files map[string]string, words ...string) ran) {
	t.Helper()
	p := open(t)
	_, err := eval[any](p, driver)
	p.must(err)
	return p, func(files map[string]string, words ...string) ran {
		t.Helper()
		return p.run(map[string]any{"words": slices.Concat([]string{"node"}, words), "files": files, "env": []string{"A=b c", "HOME=/home/dev"}}, 0)
	}
}

// TS-3, TS-4, TS-7: a script has its words, its environment, its files and its modules.
func TestNode(t *testing.T) {
	t.Parallel()
	_, run := node(t)
	r := run(map[string]string{
		"workspace/x.js": `#!/usr/bin/env node
const fs = require("fs"), path = require("node:path"), lib = require("./lib"), data = require("./data.json");
console.log(JSON.stringify(process.argv.slice(1)), process.cwd(), JSON.stringify(process.env));
console.error("to %s, %d", "stderr", 2, { a: [1, "x"] });
console.log(lib.twice(data.n), fs.readFileSync("in.txt", "utf8").trim(), fs.readdirSync(".").join(), path.join(__dirname, "..", path.basename(__filename, ".js")));
fs.mkdirSync("made/deep", { recursive: true });
fs.writeFileSync("made/deep/out.txt", "new");
fs.appendFileSync("in.txt", "more");
fs.unlinkSync("old.txt");
try { fs.readFileSync("none"); } catch (err) { console.log(err.code); }
setTimeout(() => { console.log("later"); fs.promises.readFile("in.txt", "utf8").then((t) => { process.stdout.write(t + "\n"); process.exitCode = 4; }); }, 5);
`,
		"workspace/lib/index.js": "exports.twice = (n) => n * 2;", "workspace/data.json": `{"n": 21}`, "workspace/in.txt": "text\n", "workspace/old.txt": "", "workspace/same": "same",
	}, "./x.js", "$(id)", "a\nb", "--flag")
	want := `["/workspace/x.js","$(id)","a\nb","--flag"] /workspace {"A":"b c","HOME":"/home/dev"}` + "\n" +
		"42 text data.json,in.txt,lib,old.txt,same,x.js /x\nENOENT\nlater\ntext\nmore\n"
	if r.Stdout != want || r.Code != 4 || r.Stderr != "to stderr, 2 { a: [ 1, 'x' ] }\n" {
		t.Errorf("got %d, %q and\n%s\nwant 4 and\n%s", r.Code, r.Stderr, r.Stdout, want)
	}
	if len(r.Changed) != 2 || r.Changed["workspace/made/deep/out.txt"] != "new" || r.Changed["workspace/in.txt"] != "text\nmore" || !slices.Equal(r.Removed, []string{"workspace/old.txt"}) {
		t.Errorf("got changed %q, removed %q", r.Changed, r.Removed)
	}
}

// What a program in JavaScript needs of Node is there before the program is known, in a page where one ran: it asks for
// no part, tells three things, and evaluates nothing of Node's library once it has its environment.
func TestNodeBeforehand(t *testing.T) {
	t.Parallel()
	p, run := node(t)
	files := map[string]string{"workspace/x.mjs": "export const said = 'hi';\nconsole.log(said, globalThis.evaluated?.filter(([, known]) => known).length ?? 'first');\n"}
	first := run(files, "x.mjs")
	if want := []string{"node-lib.js", "node-parse.js"}; first.Stdout != "hi first\n" || !slices.Equal(first.Needs, want) {
		t.Errorf("the first: got %q and the parts %q asked for, want %q", first.Stdout, first.Needs, want)
	}
	_, err := eval[bool](p, `(async () => {
		const text = await have["node-lib.js"].text();
		const noting = (library) => Object.fromEntries(Object.entries(library).map(([id, make]) => [id, function (...given) { // a part is given process as the fourth
			(globalThis.evaluated ??= []).push([id, given[3]?.env.A !== undefined]);
			return make.apply(this, given);
		}]));
		have["node-lib.js"] = new Blob(["(" + noting + ")(" + text.trim().replace(/;$/, "") + ")"]);
		return true;
	})()`)
	p.must(err)
	for range 2 {
		later := run(files, "x.mjs")
		if later.Stdout != "hi 0\n" || len(later.Needs) > 0 || later.Told != 3 {
			t.Errorf("a later one: got %q, %q asked for and %d messages, want nothing evaluated, nothing asked for, and 3", later.Stdout, later.Needs, later.Told)
		}
	}
	all := run(map[string]string{"workspace/x.js": "const { promises } = require('fs'); console.log(JSON.stringify(evaluated.filter(([, known]) => !known).map(([id]) => id)))"}, "x.js")
	var before []string
	p.must(json.Unmarshal([]byte(all.Stdout), &before))
	for _, want := range []string{"buffer", "events", "internal/util/inspect", "path", "util"} {
		if !slices.Contains(before, want) {
			t.Errorf("got %q before the program, want %s among them", before, want)
		}
	}
}

// TS-6: how a script ends, and what it says of it.
func TestNodeEnds(t *testing.T) {
	t.Parallel()
	_, run := node(t)
	for script, want := range map[string]struct {
		code int
		says string
	}{
		"":                                        {0, ""},
		"process.exit(3); console.error('no')":    {3, ""},
		"process.exitCode = 5":                    {5, ""},
		"throw new Error('boom')":                 {1, "Error: boom"},
		"Promise.reject(new Error('late'))":       {1, "Error: late"},
		"setTimeout(() => { throw 1 })":           {1, "\n1\n(Use `node --trace-uncaught"},
		"require('left-pad')":                     {1, "Cannot find module 'left-pad'"},
		"require('child_process').execSync('ls')": {1, "the page's Node starts no programs; let a shell script call it."},
		"require('http').get('http://a.org')":     {1, "there is no network here"},
		"require('zlib').gzipSync('x')":           {1, "zlib.gzipSync cannot run here"},
		"fetch('http://a.org')":                   {1, "fetch failed"},
		"let let":                                 {1, "SyntaxError"},
		"setInterval(() => process.exit(6), 5)":   {6, ""},
	} {
		if r := run(map[string]string{"workspace/x.js": script}, "x.js"); r.Code != want.code || !strings.Contains(r.Stderr, want.says) || want.says == "" && r.Stderr != "" {
			t.Errorf("%s: got %d and %q, want %d and %q", script, r.Code, r.Stderr, want.code, want.says)
		}
	}
	if r := run(nil, "-p", "1 + 1"); r.Stdout != "2\n" {
		t.Errorf("-p: got %+v", r)
	}
	if r := run(nil, "-z"); r.Code != 9 || !strings.Contains(r.Stderr, "bad option") {
		t.Errorf("-z: got %+v", r)
	}
}

// A script reaches no network, no storage, no page and no other script.
func TestNodeReachesNothing(t *testing.T) {
	t.Parallel()
	p, run := node(t)
	_, err := eval[any](p, `globalThis.heard = 0; globalThis.channel = new BroadcastChannel("lily"); channel.onmessage = () => heard++; 0`)
	p.must(err)
	for name, try := range map[string]string{
		"fetch":          `await fetch(there)`,
		"fetch data":     `await fetch("data:,x")`,
		"XMLHttpRequest": `const x = new XMLHttpRequest(); x.open("GET", there, false); x.send()`,
		"WebSocket":      `await new Promise((ok, no) => { const w = new WebSocket(there.replace("http", "ws")); w.onopen = ok; w.onerror = no; })`,
		"EventSource":    `await new Promise((ok, no) => { const e = new EventSource(there); e.onopen = ok; e.onerror = no; })`,
		"importScripts":  `importScripts(there)`,
		"import":         `await import(there)`,
		"import data":    `await import("data:text/javascript,1")`,
		"Worker":         `await new Promise((ok, no) => { const w = new Worker(there); w.onmessage = ok; w.onerror = no; })`,
		"indexedDB":      `await new Promise((ok, no) => { const r = indexedDB.open("x"); r.onsuccess = ok; r.onerror = no; })`,
		"caches":         `await caches.open("x")`,
		"localStorage":   `localStorage.setItem("x", "y")`,
		"cookies":        `await cookieStore.getAll()`,
		"files":          `await navigator.storage.getDirectory()`,
		"parent":         `parent.document`,
		"top":            `top.location`,
		"document":       `document.body`,
		"sendBeacon":     `if (!navigator.sendBeacon(there, "x")) throw 0`,
		"postMessage":    `postMessage({ code: 0, changed: [], removed: [] })`,
		"an origin":      `if (self.origin === "null") throw 0`,
		"locks":          `await navigator.locks.request("x", () => 1)`,
		"import blob":    `await import(URL.createObjectURL(new Blob(["1"], { type: "text/javascript" })))`,
		"fetch blob":     `await fetch(URL.createObjectURL(new Blob(["1"])))`,
		"WebTransport":   `await new WebTransport("https://127.0.0.1:1/").ready`,
		"a font":         `await new FontFace("x", "url(" + there + ")").load()`,
		"a nested fetch": `await new Promise((ok, no) => { const w = new Worker(URL.createObjectURL(new Blob(["fetch('" + there + "').then(() => postMessage(1), () => postMessage(0))"]))); w.onmessage = (e) => (e.data ? ok() : no()); w.onerror = no; })`,
	} {
		// What is still to come is no timer: the script waits for it.
		script := fmt.Sprintf(`const there = %q, wait = setInterval(() => {}, 50); (async () => { try { %s; console.log("reached"); } catch (err) { console.log("refused"); } clearInterval(wait); })()`, p.url+"icon.svg", try)
		r := p.run(map[string]any{"words": []string{"node", "x.js"}, "files": map[string]string{"workspace/x.js": script}}, 0)
		if r.Stdout != "refused\n" {
			t.Errorf("%s: got %+v, want it refused", name, r)
		}
	}
	r := run(map[string]string{"workspace/x.js": `new BroadcastChannel("lily").postMessage("x"); console.log(self.origin, location.protocol)`}, "x.js")
	if heard, err := eval[int](p, "heard"); r.Stdout != "null blob:\n" || heard != 0 || err != nil {
		t.Errorf("got %+v, and the page heard %d, %v, want the origin null and nothing heard", r, heard, err)
	}
}

// A script that takes hold of its port, by which its Worker tells, gets nowhere by it: it
// is ended at once, with a sentence, and the page answers all the while.
func TestNodeFloods(t *testing.T) {
	t.Parallel()
	p, run := node(t)
	const hold = `const post = MessagePort.prototype.postMessage; let port;
MessagePort.prototype.postMessage = function (...args) { port = this; return post.apply(this, args); };
console.log("before"); const send = (m, t) => post.call(port, m, t); `
	const own, more = "the program sent a message of its own to the page, and was ended", "the program sent more than the page had taken, and was ended"
	const none, long = "the program asked for what no request is, and was ended", "the program asked with too long a header, and was ended"
	const asks = `const ask = (n, more) => send({ request: n, method: "GET", url: "http://127.0.0.1/", header: [], body: new Uint8Array(0), ...more }); `
	for script, want := range map[string]string{
		`for (;;) send({ out: 1, bytes: new Uint8Array(1) })`:     more,
		`for (;;) send({ out: 2, bytes: new Uint8Array(65536) })`: more,
		`for (;;) send(1)`:                                                                                        own,
		`for (;;) send({ started: true })`:                                                                        own,
		`for (;;) send(new Array(1e6).fill({}))`:                                                                  own,
		`for (;;) send(new Uint8Array(1e7))`:                                                                      own,
		`send({ out: 1, bytes: new Uint8Array(65537) }); for (;;);`:                                               own,
		`send({ out: 1, bytes: { length: 1e9 } }); for (;;);`:                                                     own,
		`send({ failed: "x".repeat(1e7) }); for (;;);`:                                                            strings.Repeat("x", 300),
		`send({ code: 0, changed: [["x".repeat(1e6), ""]], removed: [] }); for (;;);`:                             own,
		`send({ code: 0, changed: new Array(2 ** 32 - 1), removed: [] }); for (;;);`:                              own,
		`send({ code: 0, changed: [], removed: new Array(1e6).fill("x") }); for (;;);`:                            own,
		`send({ code: 0, changed: [["workspace/x", new Uint8Array(3e8)]], removed: [] }); for (;;);`:              "the program wrote files of 300000000 bytes, and the page takes at most 67108864",
		asks + `ask(1); ask(1); for (;;);`:                                                                        none, // a second one may be asked once the first has its answer
		asks + `ask(2); for (;;);`:                                                                                none,
		asks + `ask(1, { method: {} }); for (;;);`:                                                                none,
		asks + `ask(1, { url: "x".repeat(1e7) }); for (;;);`:                                                      none,
		asks + `ask(1, { body: { length: 1e9 } }); for (;;);`:                                                     none,
		asks + `ask(1, { body: new Uint8Array(3e8) }); for (;;);`:                                                 none,
		asks + `ask(1, { header: new Array(1e6).fill(["a", "b"]) }); for (;;);`:                                   none,
		asks + `ask(1, { header: [["a"], {}] }); for (;;);`:                                                       none,
		asks + `ask(1, { header: new Array(64).fill(["a", "b".repeat(1e4)]) }); for (;;);`:                        long,
		`Event.prototype.preventDefault = () => {}; for (;;) reportError(new Error("x".repeat(1e5)))`:             "Uncaught Error: xxx",
		`const fs = require("fs"); for (let i = 0; i < 20001; i++) fs.writeFileSync("f" + i, ""); process.exit()`: "the program changed 20001 files, and the page takes at most 20000",
	} {
		_, err := eval[any](p, "busy = 0")
		p.must(err)
		data, err := json.Marshal(map[string]any{"words": []string{"node", "x.js"}, "files": map[string]string{"workspace/x.js": hold + script}})
		p.must(err)
		r, err := eval[ran](p, fmt.Sprintf("run(%s, { kill: 10000 })", data))
		p.must(err)
		if busy, err := eval[float64](p, "busy"); err != nil || busy >= 100 {
			t.Errorf("%s: got the page busy for %.0f ms, %v, want less than 100", script, busy, err)
		}
		if r.Failed == "" && r.Code == 1 && !r.Killed && strings.HasPrefix(want, "Uncaught") && strings.Contains(r.Stderr, "Error: xxx") {
			continue // its first error ended it, and said so, before the second was heard of
		}
		if !strings.HasPrefix(r.Failed, want) || len(r.Failed) > 300 || r.Killed {
			t.Errorf("%s: got code %d, killed %t, %.300q, want the failure %q", script, r.Code, r.Killed, r.Failed, want)
		}
	}
	if r := run(map[string]string{"workspace/x.js": "console.log('after')"}, "x.js"); r.Stdout != "after\n" {
		t.Errorf("got %+v, want the next run to be as ever", r)
	}
}

// TS-5: a loop ends with its frame, and the page answers all the while.
func TestNodeIsEnded(t *testing.T) {
	t.Parallel()
	p, run := node(t)
	for _, script := range []string{"console.log('before'); for (;;);", "console.log('before'); for (let i = 0; i < 2e6; i++) console.log('xxxxxxxxxxxxxxxx'); for (;;);", "console.log('before'); setInterval(() => {}, 1e6)"} {
		_, err := eval[any](p, "busy = 0")
		p.must(err)
		r := p.run(map[string]any{"words": []string{"node", "x.js"}, "files": map[string]string{"workspace/x.js": script}}, 1500)
		if busy, err := eval[float64](p, "busy"); err != nil || busy >= 100 {
			t.Errorf("%s: got the page busy for %.0f ms, %v, want less than 100", script, busy, err)
		}
		if !r.Killed || !strings.HasPrefix(r.Stdout, "before\n") {
			t.Errorf("%s: got %.300v, want it ended, and what it said before", script, r)
		}
	}
	if r := run(map[string]string{"workspace/x.js": "globalThis.left ??= 1; console.log(left++)"}, "x.js"); r.Stdout != "1\n" {
		t.Errorf("got %+v, want the next run to be as ever", r)
	}
	if n, err := eval[int](p, "document.querySelectorAll('iframe').length"); err != nil || n != 0 {
		t.Errorf("got %d frames left, %v", n, err)
	}
}

// A script that fills its memory ends with its Worker, and the page lives.
func TestNodeMemory(t *testing.T) {
	t.Parallel()
	p, run := node(t)
	data, err := json.Marshal(map[string]any{"words": []string{"node", "x.js"}, "files": map[string]string{"workspace/x.js": "const a = []; for (;;) a.push(new Array(1e5).fill(a.length));"}})
	p.must(err)
	_, err = eval[ran](p, fmt.Sprintf("run(%s, { kill: 8000 })", data))
	p.must(err)
	if r := run(map[string]string{"workspace/x.js": "console.log('after')"}, "x.js"); r.Stdout != "after\n" {
		t.Errorf("got %+v, want the next run to be as ever", r)
	}
	p.wait("textbox", "Message")
}
