package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// nodeEscapes are ways out of the page's Node by what modules, its library and its loader have: each is an error there.
// URL is a server that hears nothing. own is what the loader itself takes for a function of its own.
var nodeEscapes = []string{
	`await import(URL)`,
	`await import(URL + "x.mjs")`,
	`await import("https://127.0.0.1:1/x.js")`,
	`await import("data:text/javascript,export default 1")`,
	`await import(globalThis.URL.createObjectURL(new Blob(["export default 1"], { type: "text/javascript" })))`,
	`await import("/etc/passwd")`,
	`await import("file:///etc/passwd")`,
	`await import("file://127.0.0.1/x.mjs")`,
	`await import("/workspace/../../bundled/skills/other/secret.mjs")`,
	`await import("../../bundled/skills/other/secret.mjs")`,
	`await import("node:../x")`,
	`await import("#x")`,
	`await new Function("return import('" + URL + "')")()`,
	`await (0, eval)("import('" + URL + "')")`,
	`await (async () => {}).constructor("u", "return import(u)")(URL)`,
	`await new (function* () {}).constructor("u", "yield import(u)")(URL).next().value`,
	`require("module").createRequire(URL)`,
	`require("node:module").createRequire("/")(URL)`,
	`require("module").register(URL)`,
	`require("module")._load("internal/bootstrap/realm")`,
	`require("internal/errors")`,
	`require("node:internal/util")`,
	`process.binding("fs")`,
	`process.binding("natives")`,
	`process.dlopen({}, "/x.node")`,
	`process.mainModule.require("internal/util")`,
	`require("/proc/self/environ")`,
	`require("fs").readFileSync("/etc/passwd")`,
	`require("fs").readFileSync("/dev/mem")`,
	`require("fs").symlinkSync("/etc/passwd", "link"); require("fs").readFileSync("link")`,
	`require("child_process").execSync("ls")`,
	`require("child_process").spawn("ls")`,
	`require("worker_threads").Worker("x.js")`,
	`new (require("worker_threads").Worker)("fetch(1)", { eval: true })`,
	`require("vm").runInNewContext("this.constructor.constructor('return fetch')()('" + URL + "')")`,
	`await require("vm").runInThisContext("fetch('" + URL + "')")`,
	`await new Promise((_, failed) => require("http").get(URL).on("error", failed))`,
	`require("https").request(URL)`,
	`require("net").connect(80, "127.0.0.1")`,
	`require("dgram").createSocket("udp4")`,
	`require("dns").lookup("example.org", () => {})`,
	`require("inspector").open(9229, "127.0.0.1", true)`,
	`await fetch(URL)`,
	`await (async () => {}).constructor("return fetch('" + URL + "')")()`,
	`await [].constructor.constructor("return fetch('" + URL + "')")()`,
	`await Reflect.construct(Function, ["return this.fetch('" + URL + "')"])()`,
	`importScripts(URL)`,
	`const x = new XMLHttpRequest(); x.open("GET", URL, false); x.send()`,
	`await new Promise((ok, no) => { const w = new Worker(URL); w.onmessage = ok; w.onerror = no; })`,
	`await new Promise((ok, no) => { const w = new Worker(globalThis.URL.createObjectURL(new Blob(["import('" + URL + "').then(() => postMessage(1), () => { throw 1 })"]))); w.onmessage = ok; w.onerror = no; setTimeout(no, 500); })`,
	`await new Promise((ok, no) => { const w = new Worker("data:text/javascript,postMessage(1)"); w.onmessage = ok; w.onerror = no; })`,
	`await new Promise((ok, no) => { const w = new Worker(URL, { type: "module" }); w.onmessage = ok; w.onerror = no; })`,
	`await WebAssembly.instantiateStreaming(fetch(URL))`,
	`(await WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 2, 7, 1, 1, 101, 1, 102, 0, 0]), {}))`,
	`await navigator.serviceWorker.register(URL)`,
	`await new WebSocketStream(URL.replace("http", "ws")).opened`,
	`await new Promise((ok, no) => { const e = new EventSource(URL); e.onopen = ok; e.onerror = no; })`,
	`const f = new FontFace("x", "url(" + URL + ")"); self.fonts.add(f); await f.load()`,
	`await createImageBitmap(new Blob(["<svg xmlns='http://www.w3.org/2000/svg'><image href='" + URL + "'/></svg>"], { type: "image/svg+xml" }))`,
	`new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:1" }] })`,
	`new Image().src = URL`,
	`await navigator.locks.query()`,
	`await indexedDB.databases()`,
	`await require("fs/promises").readFile(new globalThis.URL("file://127.0.0.1/x"))`,
	`require("fs").createReadStream(new globalThis.URL(URL))`,
	`process.report.writeReport()`,
	`process.setuid(0)`,
	`await navigator.storage.getDirectory()`,
	`await new Promise((ok, no) => { const r = indexedDB.open("x"); r.onsuccess = ok; r.onerror = no; })`,
	`await caches.open("x")`,
	`document.createElement("script")`,
	`document.write("<script type=importmap>{}</script>")`,
	`parent.document`,
	`Object.getPrototypeOf(await import("./data.json", { with: { type: "json" } })).constructor.constructor("return document")()`,
	`import.meta.url = "x"; new URL("x")`,
	`(await import("./lib.mjs")).value = 1`,
	`Object.defineProperty(await import("./lib.mjs"), "value", { value: 1 })`,
	`(await import("./lib.mjs")).set({ __proto__: null, get x() { return 1; } })`,
	`_lilytell({})`,
	`loader.import("x")`,
	`new Program({}, {})`,
	`pagesParts.get("python.wasm")`,
}

// What a program in JavaScript tries by modules and by what compiles, nobody hears, and no other skill's file is read;
// and what it leaves in Node's library the next one does not find. Those without an end are in
// TestEndlessProgramsOfAllKinds.
func TestNodeEscapes(t *testing.T) {
	t.Parallel()
	var heard atomic.Int32
	canary := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { heard.Add(1) }))
	t.Cleanup(canary.Close)
	_, run := node(t)
	var script strings.Builder
	fmt.Fprintf(&script, "import { createRequire } from 'node:module';\nconst URL = %q, require = createRequire(import.meta.url);\nsetInterval(() => {}, 1e6);\n", canary.URL+"/")
	for i, code := range nodeEscapes {
		fmt.Fprintf(&script, "try { %s; console.log(%d, 'went well'); } catch (e) { console.log(%d, 'refused'); }\n", code, i, i)
	}
	script.WriteString("process.exit();\n")
	files := map[string]string{"workspace/x.mjs": script.String(), "workspace/data.json": "{}", "workspace/lib.mjs": "export let value = 0; export const set = (o) => { value = o.y.z; };"}
	r := run(files, "x.mjs")
	if len(nodeEscapes) < 25 {
		t.Errorf("got %d attempts, want at least 25", len(nodeEscapes))
	}
	for i, code := range nodeEscapes {
		if !strings.Contains(r.Stdout, fmt.Sprintf("%d refused\n", i)) {
			t.Errorf("%s: got it not refused", code)
		}
	}
	if r.Code != 0 || heard.Load() != 0 || len(r.Changed) > 0 {
		t.Errorf("got %d heard, code %d, changed %q:\n%s%s", heard.Load(), r.Code, r.Changed, r.Stdout, r.Stderr)
	}
	run(nil, "-e", `require("path").join = () => "gone"; Array.prototype.push = null; require("util").inspect = null; Object.prototype.polluted = 1`)
	if again := run(nil, "-p", `[require("path").join("a", "b"), typeof [].push, {}.polluted].join()`); again.Stdout != "a/b,function,\n" {
		t.Errorf("got %+v, want nothing of the run before", again)
	}
}
