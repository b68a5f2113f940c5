package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
	"testing"

	"lily/wasm/which"
)

// A filler is a program that fills its memory, or would: how it ends, in the words of its end.
type filler struct {
	name, script, want string
	slow               bool // seconds: make hostile has it
}

// How a program ends that nothing in it counts: the browser ends it, or our own time does where the machine is not
// quick enough to fill the memory within it. One of them, which fills it quickly, has the time that the browser needs.
const (
	gone   = `browser ended it`
	either = gone + `|killed`
	quick  = "large arrays"
)

// In JavaScript: what a browser bounds ends the frame's process, and what it does not is counted.
var nodeBombs = []filler{
	{"array buffers", `const a = []; for (;;) a.push(new ArrayBuffer(1e8))`, `arrays of bytes are over`, false},
	{"typed arrays", `const a = []; for (;;) a.push(new Float64Array(1e6).fill(1))`, `arrays of bytes are over`, true},
	{"small arrays of bytes", `const a = []; for (;;) a.push(new Uint8Array(4096))`, `arrays of bytes are over|` + gone, true},
	{"one array buffer", `new ArrayBuffer(2 ** 33)`, `arrays of bytes are over`, false},
	{"by its own constructor", `const C = new Uint8Array(1).constructor; const a = []; for (;;) a.push(new C(1e9))`, `arrays of bytes are over`, false},
	{"a copy by its kind", `let x = new Uint8Array(1e9); const a = []; for (;;) a.push(x.slice())`, `arrays of bytes are over|killed`, true},
	{"a buffer", `const a = []; for (;;) a.push(Buffer.alloc(1e8))`, `arrays of bytes are over`, false},
	{"one that grows", `new ArrayBuffer(1, { maxByteLength: 2 ** 36 })`, `arrays of bytes are over`, false},
	{"WebAssembly", `const m = []; for (;;) m.push(new WebAssembly.Memory({ initial: 16384 }))`, `arrays of bytes are over`, false},
	{"WebAssembly that grows", `const m = new WebAssembly.Memory({ initial: 1 }); for (;;) m.grow(4096)`, `arrays of bytes are over|grow`, false},
	{"a string doubled", `let s = "x"; for (;;) s += s`, `Invalid string length`, false},
	{"a string repeated", `"x".repeat(2 ** 30)`, `Invalid string length|Invalid count value`, false},
	{"a string padded", `"x".padEnd(2 ** 31)`, `Invalid string length`, false},
	{"a join", `new Array(2 ** 32 - 1).join("xxxxxxxx")`, `Invalid string length`, false},
	{"recursion", `(function f() { f(); })()`, `Maximum call stack`, false},
	{"a BigInt", `let n = 2n; for (;;) n = n * n * n`, `Maximum BigInt size|killed`, true},
	{"JSON", `JSON.parse("[".repeat(1e7))`, `exit 1`, false},
	{"a spread", `Math.max(...new Array(1e7).fill(1))`, `Maximum call stack|Invalid array length`, false},
	{"an array too long", `const a = []; a.length = 2 ** 32`, `Invalid array length`, false},
	{quick, `const a = []; for (;;) a.push(new Array(1e6).fill(a.length))`, gone, true},
	{"arrays", `const a = []; for (;;) a.push(new Array(1e5).fill(a.length))`, either, true},
	{"strings", `const a = []; for (let i = 0; ; i++) a.push(("x" + i).repeat(1000).split("").join(i))`, either, true},
	{"a Map", `const maps = []; for (;;) { const m = new Map(); maps.push(m); for (let i = 0; i < 1e6; i++) m.set(i, { i }); }`, either, true},
	{"a Set", `const sets = []; for (;;) { const s = new Set(); sets.push(s); for (let i = 0; i < 1e6; i++) s.add("" + i); }`, either, true},
	{"objects", `let o = {}; for (;;) o = { a: o, b: [1, 2, 3] }`, either, true},
	{"promises", `for (;;) Promise.resolve().then(() => {})`, either, true},
	{"timers", `for (;;) setTimeout(() => {}, 1e6)`, either, true},
	{"Workers", `for (;;) new Worker(URL.createObjectURL(new Blob(["for (;;);"])))`, `Worker is not defined`, false},
	{"Workers of Workers", `const a = new Function("return this.Worker ?? (0, eval)('Worker')"); for (;;) new (a())("data:,")`, `Worker is not defined`, false},
	{"a wait on shared memory", `Atomics.wait(new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer), 0, 0)`, `killed`, true},
	{"tables of WebAssembly", `const a = []; for (;;) a.push(new WebAssembly.Table({ initial: 1e7, element: "anyfunc" }))`, either, true},
	{"a stack without an end", `throw { get stack() { for (;;); }, toString() { for (;;); } }`, `killed`, true},
	{"a regular expression", `/(a*)*b/.test("a".repeat(40))`, `killed`, true},
}

// Of the shell: just-bash bounds what it makes, and our own programs do.
var shellBombs = []filler{
	{"a string doubled", `a=x; for i in $(seq 40); do a=$a$a; done; echo ${#a}`, `string length limit`, false},
	{"yes into a variable", `a=$(yes); echo ${#a}`, `exit 0 "0|limit|cannot`, false},
	{"printf of a width", `printf '%1000000000d' 1`, `wider than`, false},
	{"printf of a precision", `printf '%.1000000000f' 1`, `wider than`, false},
	{"printf %*s", `printf '%*s' 1000000000 x`, `wider than`, false},
	{"braces", `echo {1..1000000000}`, `brace expansion`, false},
	{"braces of braces", `echo {1..1000}{1..1000}{1..1000}`, `brace expansion`, false},
	{"a here-document", `cat <<E` + "\n$(printf '%0900000d' 0)$(printf '%0900000d' 0)\nE\n", `exit 0`, false},
	{"jq range", `jq -n '[range(1e12)]'`, `more than`, false},
	{"jq recurse", `jq -n '[recurse(. + 1)]' <<< 0; jq '[recurse(. + 1)]' <<< 0`, `more than`, false},
	{"jq a string", `jq -n '"x" | until(false; . + .)'`, `a text of more than`, false},
	{"jq of a product", `jq -n '"x" * 1e12'`, `a text of more than`, false},
	{"jq an index", `jq -n '[] | .[1e12] = 1'`, `cannot be made`, false},
	{"jq output", `jq -n 'range(1e12)'`, `output cannot be held`, true},
	{"jq functions", `jq -n 'def f: f | f; f'`, `too deep`, false},
	{"awk a string", `awk 'BEGIN { s = "x"; while (1) s = s s }'`, `a text of more than`, false},
	{"awk an array", `awk 'BEGIN { while (1) a[i++] = i }'`, `elements of arrays|killed`, true},
	{"awk of a width", `awk 'BEGIN { printf "%1000000000d", 1 }'`, `wider than`, false},
	{"awk a field", `awk 'BEGIN { $1000000000 = 1 }'`, `no such field`, false},
	{"awk output", `awk 'BEGIN { while (1) print "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" }'`, `output cannot be held`, true},
	{"awk functions", `awk 'function f(n) { return f(n + 1) } BEGIN { f(0) }'`, `deep`, false},
	{"sed doubles", `echo x | sed ':a;s/.*/&&/;ta'`, `limit|exceed|killed`, true},
	{"sed holds", `echo x | sed ':a;H;G;h;ba'`, `limit|exceed|killed`, true},
	{"tr of sets", `echo a | tr a '[b*1000000000000]'`, `invalid repeat count`, false},
	{"od of a width", `od -w1000000000 /dev/null`, `cannot be used`, false},
	{"head of a device", `head -c 1000000000000 /dev/zero`, `no end`, false},
	{"seq", `x=$(seq 100000000); echo ${#x}`, `limit|exceed`, true},
	{"an array", `while :; do a+=(xxxxxxxxxxxxxxxx); done`, `limit|exceed|killed`, true},
	{"a file doubled", `echo x > a; while :; do cat a a > b; mv b a; done`, `limit|ENOSPC|exceed|killed|too large|space`, true},
	{"files left", `x=$(printf '%01000000d' 0); for i in $(seq 60); do echo $x > f$i; done`, `exit 0`, false},
	{"large files left", `x=$(printf '%01000000d' 0); for i in 1 2 3 4; do for j in $(seq 15); do echo $x; done > f$i; done`, `exit 0`, false},
	{"more left than may be", `x=$(printf '%01000000d' 0); for i in $(seq 70); do echo $x > f$i; done`, `wrote files of 70000070 bytes, and the page takes at most 67108864`, false},
	{"Node behind &", `for i in $(seq 300); do node -e 'for (;;);' & done; wait`, `killed|cannot|at once`, true},
	{"functions", `f() { f; }; f`, `recursion depth`, false},
	{"a loop of words", `x=$(printf '%0900000d' 0); i=0; while :; do a[$i]=$i$x; i=$((i+1)); done`, `limit|exceed|killed|` + gone, true},
}

// A bomb ends its program with a sentence, while the page answers, and the page and the next program are as ever.
func TestHostileBombs(t *testing.T) {
	t.Parallel()
	p, run := shell(t)
	for name, list := range map[string][]filler{"node": nodeBombs, "bash": shellBombs} {
		for _, b := range list {
			if b.slow && !*attacks {
				continue
			}
			t.Logf("%s: %s", name, b.name)
			p.defused(name, b)
		}
	}
	if r := run(nil, "echo", "after"); r.Stdout != "after\n" {
		t.Errorf("got %+v, want the next run to be as ever", r)
	}
	p.wait("textbox", "Message")
}

func (p *tab) defused(name string, b filler) {
	p.Helper()
	words, files := []string{"bash", "-c", b.script}, map[string]string{}
	if name == "node" {
		words, files = []string{"node", "x.js"}, map[string]string{"workspace/x.js": b.script}
	}
	data, err := json.Marshal(map[string]any{"words": words, "files": files, "programs": which.Shell()})
	p.must(err)
	kill := 10_000
	if b.name == quick {
		kill = 55_000
	}
	p.runs(fmt.Sprintf("busy = 0; globalThis.over = null; run(%s, { kill: %d }).then((r) => { over = r; }); 0", data, kill))
	p.within(b.name, func() (bool, error) { return eval[bool](p, "over !== null") })
	r, err := eval[ran](p, "over")
	p.must(err)
	got := fmt.Sprintf("exit %d %.60q %.300q %.300q", r.Code, r.Stdout, r.Stderr, r.Failed)
	if r.Killed {
		got = "killed"
	}
	if !regexp.MustCompile(b.want).MatchString(got) {
		p.Errorf("%s, %s: got %s, want %s", name, b.name, got, b.want)
	}
	if busy, err := eval[float64](p, "busy"); err != nil || busy >= 100 {
		p.Errorf("%s, %s: got the page busy for %.0f ms, %v, want less than 100", name, b.name, busy, err)
	}
}
