package argv

import (
	"strings"
	"testing"
)

// TS-2: which word is the script that an interpreter runs; where that is not plain
// there is none.
func TestScript(t *testing.T) {
	for text, want := range map[string]string{
		"bash x.sh": "x.sh", "sh ./scripts/x.sh a b": "./scripts/x.sh", "node x.js": "x.js", "python3 x.py -c": "x.py", "perl x.pl": "x.pl", "ruby x.rb": "x.rb",
		"bash -e x.sh": "x.sh", "bash -eu -- x.sh": "x.sh", "bash -o pipefail x.sh": "x.sh", "bash -euo pipefail x.sh": "x.sh", "bash +x x.sh": "x.sh",
		"bash --posix x.sh": "x.sh", "bash --rcfile f x.sh": "x.sh", "/bin/bash x.sh": "x.sh", "/usr/bin/env bash x.sh": "", "bash -- -x.sh": "-x.sh",
		"node --no-warnings x.js": "x.js", "node -r ./a.js x.js": "x.js", "node --require ./a.js x.js": "x.js", "node --require=./a.js x.js": "x.js",
		"python -W ignore x.py": "x.py", "python -B x.py": "x.py", "ruby -I lib x.rb": "x.rb",

		"bash": "", "bash -c x.sh": "", "bash -ec x.sh": "", "bash -s x.sh": "", "bash - x.sh": "", "bash --": "", "bash -o": "", "bash -e": "",
		"node -e x.js": "", "node --eval x.js": "", "node --eval=1 x.js": "", "node -p x.js": "", "node --test x.js": "", "python -m x": "", "python -c x": "",
		"perl -e x": "", "perl -ne x": "", "perl -pie x": "", "cat x.sh": "", "./bash x.sh": "", "/elsewhere/bash x.sh": "", "Bash x.sh": "", "": "", "env bash x.sh": "",
	} {
		words := strings.Fields(text)
		got := ""
		if i := Script(words); i >= 0 {
			got = words[i]
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// Any words give one of them that is not the first, or none.
func FuzzScript(f *testing.F) {
	f.Add("bash -o pipefail -- x.sh")
	f.Add("node --require")
	f.Add("sh - -- +")
	f.Fuzz(func(t *testing.T, text string) {
		words := strings.Split(text, " ")
		if i := Script(words); i == 0 || i < -1 || i >= len(words) {
			t.Errorf("%q: got %d", words, i)
		}
	})
}
