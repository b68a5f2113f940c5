package e2e

import (
	"strings"
	"testing"

	"lily/wasm/which"
)

// What a script asks by Node's http and https goes the way of all requests, by itself and within a shell.
func TestRunnerNodeHTTP(t *testing.T) {
	t.Parallel()
	const at = "https://api.example.com"
	network := map[string]any{
		at + "/a?b=1":        []any{200, [][2]string{{"content-type", "text/plain"}, {"x-n", "1"}, {"x-n", "2"}}, "one\n"},
		at + "/none":         []any{204, [][2]string{}, ""},
		at + "/away":         []any{302, [][2]string{{"location", "/a"}}, "gone"},
		"http://plain:8080/": []any{500, [][2]string{}, "plain\n"},
	}
	script := strings.ReplaceAll(`
const http = require("http"), https = require("node:https");
const told = (r) => { let all = ""; r.setEncoding("utf8"); r.on("data", (d) => { all += d; }); return new Promise((done) => r.on("end", () => done([r.statusCode, r.statusMessage, r.headers, r.complete, all]))); };
const one = (f) => new Promise((done, failed) => f(done).on("error", failed));
(async () => {
  console.log(await told(await one((d) => https.get("@/a?b=1", d))));
  console.log(await told(await one((d) => http.get({ host: "plain", port: 8080 }, d))));
  const put = await one((d) => { const r = https.request({ hostname: "api.example.com", path: "/none", method: "put", headers: { "X-Own": 1 } }, d); r.setHeader("Content-Type", "text/plain"); console.log(r.getHeader("content-type"), r.path); r.write("a"); r.end("bc"); return r; });
  console.log(put.statusCode, await told(put).then((t) => t[4]));
  console.log((await told(await one((d) => https.get(new URL("@/away"), d))))[2].location);
  for await (const piece of await one((d) => https.get("@/a?b=1", d))) console.log(piece);
  await one((d) => https.get("https://nowhere.example/", d)).catch((e) => console.log(e.code, e.message));
  try { http.get("https://x/"); } catch (e) { console.log(e.code); }
  try { http.createServer(() => {}); } catch (e) { console.log(e.message); }
  const gone = https.get("@/a?b=1", () => console.log("never"));
  gone.on("error", (e) => console.log("ended", e.message));
  gone.destroy(new Error("enough"));
  https.get("@/none").on("response", () => console.log("last"));
})();
`, "@/", at+"/")
	want := `[
  200,
  'OK',
  { 'content-type': 'text/plain', 'x-n': '1, 2' },
  true,
  'one\n'
]
[ 500, 'Internal Server Error', {}, true, 'plain\n' ]
text/plain /none
204 
/a
<Buffer 6f 6e 65 0a>
ECONNREFUSED there is no network here
ERR_INVALID_PROTOCOL
http.createServer cannot run here: the page's Node hears nobody.
ended enough
last
`
	p, _ := shell(t)
	for _, words := range [][]string{{"node", "x.js"}, {"bash", "-c", "node x.js | cat"}} {
		r := p.run(map[string]any{"words": words, "files": map[string]string{"workspace/x.js": script}, "network": network, "programs": which.Shell()}, 0)
		if r.Stdout != want || r.Stderr != "" || r.Code != 0 {
			t.Errorf("%q: got %d, %q, %q, want %q", words, r.Code, r.Stdout, r.Stderr, want)
		}
		if len(r.Requests) < 3 || r.Requests[2] != "PUT "+at+"/none\nX-Own: 1\nContent-Type: text/plain\nabc" {
			t.Errorf("%q: got %q", words, r.Requests)
		}
	}
}
