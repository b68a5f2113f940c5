package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lily/wasm/which"
)

// driver is the page's side of a run, as wasm/worker has it: static/frame/wire.js says
// what is told. It keeps what TS-6 keeps, and how long the page was kept busy.
const driver = `globalThis.run = (job, { kill } = {}) => new Promise((done) => {
	const { shell, node } = document.getElementById("boot").dataset, host = document.createElement("iframe"), channel = new MessageChannel(), { port1: port } = channel;
	for (const [name, value] of Object.entries({ sandbox: "allow-scripts", hidden: "", title: "A program", src: job.words[0] === "node" ? node : shell })) host.setAttribute(name, value);
	const bytes = { 1: 0, 2: 0 }, text = { 1: "", 2: "" }, decoder = new TextDecoder();
	const end = (r) => { clearInterval(asking); host.remove(); port.close(); done({ code: -1, failed: "", killed: false, changed: {}, removed: [], pieces, stdout: text[1], stderr: text[2], bytes: bytes[1] + bytes[2], first, requests, needs, told, took: began && performance.now() - began, ...r }); };
	let told = 0, pieces = 0, first = "", asked = 0, asking = 0, began = 0;
	port.onmessage = ({ data: m }) => {
		if (!m.alive) told++;
		if (m.out) {
			first ||= m.out + ":" + decoder.decode(m.bytes).slice(0, 20);
			pieces++;
			bytes[m.out] += m.bytes.length;
			if (text[m.out].length < 1e5) text[m.out] += decoder.decode(m.bytes);
			port.postMessage({ ack: Math.max(m.bytes.length, 1024) });
		} else if (m.need) give(m.need);
		else if (m.alive) asked = 0;
		else if (m.request) port.postMessage(network(m));
		else if (m.failed) end({ failed: m.failed });
		else if (m.started) {
			began = performance.now();
			if (kill) setTimeout(() => end({ killed: true }), kill);
			asking = setInterval(() => { asked++ < 6 ? port.postMessage({ ask: true }) : end({ failed: "the browser ended it" }); }, 1000);
		}
		else left(m).then((changed) => end({ code: m.code, removed: m.removed, changed }));
	};
	const requests = [], needs = [];
	const network = ({ request: answer, method, url, header, body }) => {
		requests.push([method + " " + url, ...header.map((f) => f.join(": ")), decoder.decode(body)].join("\n"));
		const [status, said, text] = job.network?.[url] ?? [];
		return status ? { answer, url, status, header: said, body: new TextEncoder().encode(text) } : { answer, failed: "there is no network here" };
	};
	const give = async (name) => {
		needs.push(name);
		const at = Object.fromEntries(document.getElementById("boot").dataset.parts.split(" ").map((p) => p.split("=")))[name];
		have[name] ??= await (await fetch(at)).blob();
		port.postMessage({ give: name, blob: have[name] });
	};
	const have = globalThis.have ??= {}; // what was needed, the next program in JavaScript has from the beginning
	if (job.words[0] === "node") for (const name of ["node-lib.js", "node-parse.js", "sucrase.js"]) if (have[name]) port.postMessage({ give: name, blob: have[name] });
	// Of each file the beginning is kept. Where they are many bytes they are read in parts.
	const left = async ({ changed, bytes }) => {
		const files = {}, much = bytes instanceof Blob;
		let at = 0;
		for (const [path, size] of changed) {
			const end = at + size;
			for (; at < end || !(path in files); at += Math.min(1 << 20, end - at)) {
				const to = Math.min(at + (1 << 20), end), part = much ? new Uint8Array(await bytes.slice(at, to).arrayBuffer()) : bytes.subarray(at, to);
				if (part.length !== to - at) throw new Error("bytes are missing");
				files[path] ??= decoder.decode(part.subarray(0, 1e4));
			}
		}
		return files;
	};
	port.onclose = () => end({ failed: "the browser ended it" });
	const files = Object.entries(job.files ?? {}).map(([p, text]) => [p, new TextEncoder().encode(text)]);
	port.postMessage({ dir: "/workspace", env: ["PATH=/usr/bin:/bin"], ...job, files });
	host.onload = () => host.contentWindow.postMessage("start", "*", [channel.port2]);
	document.body.append(host);
});
globalThis.busy = 0;
new PerformanceObserver((list) => { for (const e of list.getEntries()) busy = Math.max(busy, e.duration); }).observe({ type: "longtask" });`

// ran is how a run ended.
type ran struct {
	Code           int
	Failed         string
	Killed         bool
	Stdout, Stderr string
	First          string // the first piece, after its stream
	Bytes, Pieces  int
	Took           float64 // milliseconds since it started
	Changed        map[string]string
	Requests       []string
	Needs          []string // the parts that it asked for
	Told           int      // messages of its own
	Removed        []string
}

// shell opens the page and gives what runs programs in it.
func shell(t *testing.T) (*tab, func(files map[string]string, words ...string) ran) {
	t.Helper()
	p := open(t)
	_, err := eval[any](p, driver)
	p.must(err)
	return p, func(files map[string]string, words ...string) ran {
		t.Helper()
		return p.run(map[string]any{"words": words, "files": files, "programs": which.Shell()}, 0)
	}
}

// run runs a job, and ends it after so many milliseconds unless they are 0.
func (p *tab) run(job map[string]any, kill int) (r ran) {
	p.Helper()
	data, err := json.Marshal(job)
	p.must(err)
	r, err = eval[ran](p, fmt.Sprintf("run(%s, { kill: %d })", data, kill))
	p.must(err)
	if r.Failed != "" {
		p.Errorf("%.200s: got the failure %s", data, r.Failed)
	}
	return r
}

// Every program of the list is there, and each that wants no words runs: all of them by one shell, which costs a tenth
// of a frame for each, and some as the words of a run of their own.
func TestRunnerPrograms(t *testing.T) {
	t.Parallel()
	_, run := shell(t)
	judge := func(name, code, said string) {
		t.Helper()
		if n, err := strconv.Atoi(code); err != nil || n < 0 || n > 2 && n != 125 || strings.Contains(said, "not found") {
			t.Errorf("%s: got %s, %q", name, code, said)
		}
	}
	const each = `for name; do said=$("$name" $([ "$name" = "[" ] && echo "x ]") </dev/null 2>&1); printf '%s\0%d\0%s\0' "$name" $? "$said"; done`
	r := run(nil, slices.Concat([]string{"bash", "-c", each, "bash"}, which.Shell())...)
	said := strings.Split(r.Stdout, "\x00")
	if want := 3*len(which.Shell()) + 1; len(said) != want || r.Code != 0 {
		t.Fatalf("got %d texts, %+v, want %d", len(said), r, want)
	}
	for i, name := range which.Shell() {
		if said[3*i] != name {
			t.Fatalf("got %s, want %s", said[3*i], name)
		}
		judge(name, said[3*i+1], said[3*i+2])
		if i%10 == 1 {
			alone := run(nil, name)
			judge(name, strconv.Itoa(alone.Code), alone.Stderr)
		}
	}
}

// TS-3: a word is a word, whatever is in it.
func TestRunnerWords(t *testing.T) {
	t.Parallel()
	_, run := shell(t)
	hostile := []string{
		"", " ", "a b", "$(touch x)", "`touch x`", "$HOME", "${HOME}", "'", "\"", "\\", "\\n", "\n", "a\nb", "\t", ";touch x", "|cat", ">x", "<x", "&", "&&touch x",
		"*", "?", "[a]", "{a,b}", "~", "#", "!", "-n", "--", "-", "=", "a=b", "{{x}}", "$'\\n'", "\u202e", "ö", "日本", "🙂", "\x01", "\x7f", strings.Repeat("x", 100_000), "'$(touch x)'", "\"$(touch x)\"", "\r\n", "%s", "$1", "$@", "\\'",
	}
	for _, words := range [][]string{{"printf", "%s\\0"}, {"env", "printf", "%s\\0"}, {"timeout", "9", "printf", "%s\\0"}, {"sh", "-c", `printf '%s\0' "$@"`, "sh"}, {"./x.sh"}} {
		r := run(map[string]string{"workspace/x.sh": "#!/bin/sh\nprintf '%s\\0' \"$@\"\n"}, scripted(slices.Concat(words, hostile))...)
		want := strings.Join(hostile, "\x00") + "\x00"
		if r.Stdout != want || r.Stderr != "" || r.Code != 0 || len(r.Changed) > 0 {
			t.Errorf("%q: got %d, %q and %q, changed %q,\nwant %q", words, r.Code, r.Stdout, r.Stderr, r.Changed, want)
		}
	}
}

// scripted puts a script's interpreter before it, as wasm/which does.
func scripted(words []string) []string {
	if strings.HasPrefix(words[0], "./") {
		return slices.Concat([]string{"sh"}, words)
	}
	return words
}

// TS-4: a program has the job's environment and nothing else; a shell adds where it is.
func TestRunnerEnvironment(t *testing.T) {
	t.Parallel()
	p, run := shell(t)
	env := []string{"A=$(id) 'b' \"c\"", "EMPTY=", "EQ=a=b", "HOME=/home/dev", "LANG=C.UTF-8", "LILY_SKILL_NAME=x", "PATH=/usr/bin:/bin", "__proto__x=1"}
	job := func(env []string, words ...string) string {
		t.Helper()
		return p.run(map[string]any{"words": words, "env": env, "programs": which.Shell()}, 0).Stdout
	}
	if got, want := sorted(job(env, "env")), strings.Join(env, "\n"); got != want {
		t.Errorf("env: got\n%s\nwant\n%s", got, want)
	}
	if got, want := sorted(job(env, "sh", "-c", "x=1; env")), sorted(strings.Join(append(env, "PWD=/workspace"), "\n")); got != want {
		t.Errorf("sh -c env: got\n%s\nwant\n%s", got, want)
	}
	if got := job([]string{}, "env"); got != "" {
		t.Errorf("an empty environment: got %q", got)
	}
	if got, want := sorted(job([]string{"PATH=/bin"}, "bash", "-c", "bash -c env")), "PATH=/bin\nPWD=/workspace"; got != want {
		t.Errorf("a shell in a shell: got %q, want %q", got, want)
	}
	if r := run(nil, "sh", "-c", "echo $HOME-$USER-$TOKEN"); r.Stdout != "--\n" {
		t.Errorf("got %q, want nothing that the job does not have", r.Stdout)
	}
}

func sorted(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// A file of any size is read, by every way that just-bash has to read one.
func TestRunnerReadsBigFiles(t *testing.T) {
	t.Parallel()
	_, run := shell(t)
	r := run(map[string]string{"workspace/big": strings.Repeat("line 1\n", 50_000)}, "bash", "-c",
		"cat big | wc -c; wc -c big; wc -l < big; base64 big > b; base64 -d b | wc -c; md5sum big; tail -n 1 big; x=$(cat big); echo ${#x}; cp big c; diff big c && rm b c")
	want := "350000\n350000 big\n50000\n350000\n386ea0192790ff96ad7dc9117ff4bad5  big\nline 1\n349999\n"
	if r.Stdout != want || r.Stderr != "" || r.Code != 0 || len(r.Changed) > 0 {
		t.Errorf("got %d, %q and %q, want %q", r.Code, r.Stderr, r.Stdout, want)
	}
}

// TS-6, TS-7: a script reads and writes files, and tells what it says as it goes.
func TestRunnerScript(t *testing.T) {
	t.Parallel()
	_, run := shell(t)
	r := run(map[string]string{
		"workspace/scripts/task.sh": "#!/usr/bin/env bash\nset -euo pipefail\necho \"hi $1 from $0\"\necho oops >&2\nx=$(tr a-z A-Z < in.txt)\n" +
			"echo \"$x\" > made/out.txt\nrm old.txt\nfor f in *.txt; do echo \"- $f\"; done\n./lib.sh 'a  b'\nfalse\necho never\n",
		"workspace/in.txt": "abc\n", "workspace/old.txt": "old", "workspace/made/.keep": "", "workspace/same.txt": "same",
		"workspace/lib.sh": "#!/bin/sh\necho lib \"$1\" $#; echo same | tr -d '\\n' > same.txt\n",
	}, "bash", "./scripts/task.sh", "w o")
	if want := "hi w o from ./scripts/task.sh\n- in.txt\n- same.txt\nlib a  b 1\n"; r.Stdout != want || r.Stderr != "oops\n" || r.Code != 1 {
		t.Errorf("got %d, %q and %q, want 1 and %q", r.Code, r.Stdout, r.Stderr, want)
	}
	if len(r.Changed) != 1 || r.Changed["workspace/made/out.txt"] != "ABC\n" || !slices.Equal(r.Removed, []string{"workspace/old.txt"}) {
		t.Errorf("got changed %q, removed %q", r.Changed, r.Removed)
	}
	if r.First != "1:hi w o from ./script" || r.Pieces < 4 {
		t.Errorf("got %d pieces, the first %q, want each as it comes", r.Pieces, r.First)
	}
}

// TS-6: what goes wrong is said on stderr, and the code is that of a shell.
func TestRunnerCodes(t *testing.T) {
	t.Parallel()
	_, run := shell(t)
	for script, want := range map[string]struct {
		code int
		says string
	}{
		"exit 7":                        {7, ""},
		"no_such_program":               {127, "no_such_program: command not found"},
		"perl x.pl":                     {127, "perl: command not"},
		"curl example.org":              {7, "curl: (7) there is no network here"},
		"if then":                       {2, "syntax error"},
		"cat none":                      {1, "none: No such file"},
		"x=a; while :; do x=$x$x; done": {126, "limit exceeded"},
		"f() { f; }; f":                 {126, "maximum"},
	} {
		if r := run(nil, "bash", "-c", script); r.Code != want.code || !strings.Contains(r.Stderr, want.says) {
			t.Errorf("%s: got %d and %q, want %d and %q", script, r.Code, r.Stderr, want.code, want.says)
		}
	}
}

// TS-5: a loop ends when its Worker is ended, and the page answers all the while.
func TestRunnerIsEnded(t *testing.T) {
	t.Parallel()
	p, run := shell(t)
	for _, script := range []string{"echo before; while true; do :; done", "echo before; while true; do echo x; done", "echo before; sleep 100"} {
		_, err := eval[any](p, "busy = 0")
		p.must(err)
		r := p.run(map[string]any{"words": []string{"bash", "-c", script}, "programs": which.Shell()}, 1500)
		if busy, err := eval[float64](p, "busy"); err != nil || busy >= 100 {
			t.Errorf("%s: got the page busy for %.0f ms, %v, want less than 100", script, busy, err)
		}
		if !r.Killed || !strings.HasPrefix(r.Stdout, "before\n") {
			t.Errorf("%s: got %+v, want it ended, and what it said before", script, r)
		}
	}
	if r := run(nil, "echo", "after"); r.Stdout != "after\n" {
		t.Errorf("got %+v, want the next run to be as ever", r)
	}
}

// Nothing of a run is there in the next.
func TestRunnerForgets(t *testing.T) {
	t.Parallel()
	_, run := shell(t)
	if r := run(nil, "bash", "-c", "echo x > /workspace/left; echo y > /tmp/left; export LEFT=1; cd /tmp"); len(r.Changed) != 2 {
		t.Errorf("got changed %q, want two files, those outside /workspace too", r.Changed)
	}
	if r := run(nil, "bash", "-c", "pwd; ls -a /workspace /tmp; echo $LEFT"); strings.Contains(r.Stdout, "left\n") || !strings.HasPrefix(r.Stdout, "/workspace\n") || !strings.HasSuffix(r.Stdout, "\n\n") {
		t.Errorf("got %q, want nothing of the first run", r.Stdout)
	}
}

// TS-6: however much a program says, the page gets all of it in pieces, and answers.
func TestRunnerFlood(t *testing.T) {
	t.Parallel()
	p, run := shell(t)
	r := run(nil, "bash", "-c", "x=$(printf '%01000000d' 0); for i in 1 2 3 4 5 6 7 8 9 10; do for j in 1 2 3 4 5 6 7 8 9 10; do printf '%s' \"$x\"; done; done; echo end >&2")
	if r.Bytes != 100_000_004 || r.Stderr != "end\n" || r.Code != 0 || r.Pieces > 3000 {
		t.Errorf("got %d bytes in %d pieces, %q and %d, want all 100,000,004", r.Bytes, r.Pieces, r.Stderr, r.Code)
	}
	if busy, err := eval[float64](p, "busy"); err != nil || busy >= 100 {
		t.Errorf("got the page busy for %.0f ms, %v, want less than 100", busy, err)
	}
}

// A program that fills its memory ends with its Worker, and the page lives.
func TestRunnerMemory(t *testing.T) {
	t.Parallel()
	p, run := shell(t)
	data, err := json.Marshal(map[string]any{"words": []string{"bash", "-c", "x=$(printf '%01000000d' 0); i=0; while :; do a[$i]=$i$x; i=$((i+1)); done"}, "programs": which.Shell()})
	p.must(err)
	_, err = eval[ran](p, fmt.Sprintf("run(%s, { kill: 8000 })", data))
	p.must(err)
	if r := run(nil, "echo", "after"); r.Stdout != "after\n" {
		t.Errorf("got %+v, want the next run to be as ever", r)
	}
	p.wait("textbox", "Message")
}

// Nothing of it is fetched before a program runs.
func TestRunnerIsFetchedLate(t *testing.T) {
	t.Parallel()
	p, run := shell(t)
	fetched := func() bool {
		got, err := eval[bool](p, `performance.getEntriesByType("resource").some((e) => /\/(shell|node)\./.test(e.name))`)
		p.must(err)
		return got
	}
	if fetched() {
		t.Error("got it fetched by opening the page")
	}
	if run(nil, "true"); !fetched() {
		t.Error("got it not fetched by a run: this test sees nothing")
	}
}

// MD-4: what runs programs reaches no network, by its policy.
func TestRunnerReachesNothing(t *testing.T) {
	t.Parallel()
	p, _ := shell(t)
	policy, err := eval[string](p, `fetch(document.getElementById("boot").dataset.shell).then((r) => r.headers.get("Content-Security-Policy"))`)
	p.must(err)
	if !strings.HasPrefix(policy, "default-src 'none'; script-src 'sha256-") || !strings.HasSuffix(policy, "sandbox allow-scripts") || strings.Contains(policy, "connect") || strings.Contains(policy, "http") {
		t.Errorf("got the policy %q, want nothing but its own script, and no origin", policy)
	}
}
