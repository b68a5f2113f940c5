package e2e

import (
	"strings"
	"testing"

	"lily/wasm/which"
)

// A script of the shell runs JavaScript as it runs any program: in $( ), in pipes, by its first line, on its own files.
func TestShellRunsNode(t *testing.T) {
	t.Parallel()
	_, run := shell(t)
	files := map[string]string{
		"workspace/twice.js": "#!/usr/bin/env node\nlet text = '';\nprocess.stdin.setEncoding('utf8');\nprocess.stdin.on('data', (d) => text += d).on('end', () => console.log(text.trim() * 2));\n",
		"workspace/in.json":  `{"name": "ö", "n": 21}`,
	}
	for script, want := range map[string]ran{
		`echo "[$(node -p '1 + 1')]"`:                                                       {Stdout: "[2]\n"},
		`echo 21 | ./twice.js; echo 4 | node twice.js | node twice.js`:                      {Stdout: "42\n16\n"},
		`node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).name' < in.json`:        {Stdout: "ö\n"},
		`node -e 'process.exit(4)'; echo $?; node -e 'throw 1' 2>err; echo "$? $(cat err)"`: {Stdout: "4\n1 \n[eval]:1\nthrow 1\n^\n1\n(Use `node --trace-uncaught ...` to show where the exception was thrown)\n\nNode.js v20.20.2\n"},
		`set -e; trap 'echo bye $?' EXIT; node -e 'process.exit(3)'; echo no`:               {Stdout: "bye 3\n", Code: 3},
		`export A=b; C=d; E=f node -p 'process.env.A + process.env.C + process.env.E'`:      {Stdout: "bundefinedf\n"},
		`cd /tmp; echo one > f; node -e 'const fs = require("fs"); fs.appendFileSync("f", "two"); fs.mkdirSync("d/e", { recursive: true }); console.log(process.cwd())'; cat f; ls d`: {Stdout: "/tmp\none\ntwoe\n"},
		`echo x > gone; node -e 'require("fs").unlinkSync("gone")'; ls gone 2>/dev/null || echo gone`:                                                                                 {Stdout: "gone\n"},
		"node - <<'X' || echo no\nconsole.log(1)\nX":                           {Stdout: "1\n"},
		"node <<'X'\nconsole.log(2)\nX":                                        {Stdout: "2\n"},
		`for i in 1 2 3; do node -e 'console.log(process.argv[1])' "$i"; done`: {Stdout: "1\n2\n3\n"},
		`timeout 1 node -e 'while (true);'; echo $?`:                           {Stdout: "124\n"},
		`command -v node; type -t node; node --version`:                        {Stdout: "/usr/bin/node\nfile\nv20.20.2\n"},
		`node -e 'console.log([1, 2].map((n) => n * 2).join())' | tr , ' '`:    {Stdout: "2 4\n"},
		`printf '#!/usr/bin/env perl\n' > p; chmod +x p; ./p; echo $?`:         {Stdout: "127\n"},
	} {
		if r := run(files, "bash", "-c", script); r.Stdout != want.Stdout || r.Code != want.Code {
			t.Errorf("%s: got %d, %q, %q, want %d, %q", script, r.Code, r.Stdout, r.Stderr, want.Code, want.Stdout)
		}
	}
}

// A Worker of a language ends with the shell, and is the page's no more than the shell's is.
func TestShellEndsNode(t *testing.T) {
	t.Parallel()
	p, run := shell(t)
	r := p.run(map[string]any{"words": []string{"bash", "-c", "echo before; node -e 'while (true);'"}, "programs": which.Shell()}, 1500)
	if !r.Killed || !strings.HasPrefix(r.Stdout, "before\n") {
		t.Errorf("got %+v, want it ended", r)
	}
	if r := run(nil, "bash", "-c", "node -e 'while (true) console.log(\"x\".repeat(1e6))' | wc -c; echo ${PIPESTATUS[0]}"); !strings.HasSuffix(r.Stdout, "\n1\n") || !strings.Contains(r.Stderr, "MiB") {
		t.Errorf("a flood: got %d, %q, %q, want it ended", r.Code, r.Stdout, r.Stderr)
	}
}
