package wants_test

import (
	"fmt"
	"strings"
	"testing"

	"lily/core/tree"
	"lily/core/wants"
)

func folder(t *testing.T, files map[string]string) tree.Tree {
	t.Helper()
	b := tree.Builder{}
	for at, text := range files {
		if err := b.Put(at, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return b.Tree()
}

// told are the wants of one script, in a line.
func told(s wants.Script) string {
	parts := []string{}
	for _, w := range s.Wants {
		maybe := ""
		if w.Maybe {
			maybe = "?"
		}
		parts = append(parts, fmt.Sprintf("%s:%s%s@%d", w.Kind, w.Name, maybe, w.Line))
	}
	return strings.Join(parts, " ") + s.Why
}

func TestOf(t *testing.T) {
	for _, tt := range []struct{ name, at, text, want string }{
		{"shell", "a.sh", "#!/bin/bash\nset -e\ngit status | jq .\ncd x && ./run.sh\necho \"$(gh pr list)\"\n", "language:shell@1 program:gh@5 program:git@3 program:jq@3"},
		{"own functions", "a.sh", "git() { :; }\nhelper() { curl x; }\ngit\nhelper\n", "language:shell@1 program:curl@2"},
		{"checked first", "a.sh", "if command -v yq >/dev/null; then\n yq . x\nfi\n", "language:shell@1 program:yq?@2"},
		{"no known program", "a.sh", "frobnicate --all\n", "language:shell@1 program:frobnicate?@1"},
		{"text of a here document", "a.sh", "cat <<EOF\ngit push\nEOF\n", "language:shell@1 program:cat@1"},
		{"redirections", "a.sh", "date >&2 2>&1 | tee x >|y\n", "language:shell@1 program:date@1 program:tee@1"},
		{"put together", "a.sh", "$CMD --all\n\"$tool\" x\n", "language:shell@1"},
		{"first line", "tool", "#!/usr/bin/env -S ruby -w\nputs 1\n", "program:ruby@1"},
		{"first line over ending", "a.py", "#!/usr/bin/env bash\ngit x\n", "language:shell@1 program:git@2"},
		{"version", "a.py", "#!/usr/bin/python3.11\nimport os\n", "language:python@1 python:os@2"},
		{"no script", "README.md", "import os\n", "-"},
		{"no first line", "tool", "import os\n", "-"},
		{"imports", "a.py", "import os, sys as s\nimport yaml.nodes\nfrom q.b import (c,\n  d)\nfrom . import x\nfrom .y import z\n", "language:python@1 python:os@1 python:q@3 python:sys@1 python:yaml@2"},
		{"tries", "a.py", "try:\n    import yaml\nexcept ImportError:\n    yaml = None\n", "language:python@1 python:yaml?@2"},
		{"sure and maybe", "a.py", "def f():\n  import yaml\nimport yaml\n", "language:python@1 python:yaml@2"},
		{"text of several lines", "a.py", "\"\"\"Use:\nimport evil\n\"\"\"\nx = [\n'a'\n]\nimport re; import json\n", "language:python@1 python:re@7"},
		{"prose", "a.py", "from here on import is a word\nimport this is not\n", "language:python@1"},
		{"require", "a.js", "const fs = require('node:fs');\nconst { x } = require(\"@a/b/c\")\nconst y = require('./y');\nfunction f() { return require('late') }\n", "language:javascript@1 node:@a/b@2 node:fs@1 node:late?@4"},
		{"import", "a.js", "import x from 'x';\nimport {\n a,\n b } from \"fs/promises\"\nimport 'side'\nexport * from './z'\nawait import('dyn')\n", "language:javascript@1 language:modules@1 node:dyn?@7 node:fs/promises@2 node:side@5 node:x@1"},
		{"comments and texts", "a.js", "// import a from 'a'\n/* require('b') */\nconst s = \"require('c')\", r = /require('d')/, t = `import e from 'e'`\n", "language:javascript@1"},
		{"a member", "a.js", "x.require('a'); const m = import.meta.url\n", "language:javascript@1"},
		{"ending", "a.mjs", "1\n", "language:javascript@1 language:modules@1"},
		{"types", "a.ts", "import type { X } from 'x'\nimport y from 'y'\n", "language:javascript@1 language:modules@1 language:typescript@1 node:y@2"},
		{"another language", "a.rb", "require 'x'\n", "program:ruby@1"},
		{"bytes", "a.sh", "\x00\x01", "it is not text"},
		{"no letters", "a.py", "\xff\xfe", "it is not text"},
		{"long", "a.py", strings.Repeat("#\n", 600_000), "it is longer than what is looked at"},
		{"hidden", ".cache/a.py", "import x\n", "-"},
		{"not its own", "node_modules/x/a.js", "require('y')\n", "-"},
	} {
		got := "-"
		for _, s := range wants.Of(folder(t, map[string]string{tt.at: tt.text})) {
			got = told(s)
		}
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

// A module of the skill itself is wanted of nobody.
func TestOwnModules(t *testing.T) {
	got := wants.Of(folder(t, map[string]string{
		"scripts/a.py": "import helper\nimport pkg.sub\nimport pandas\n", "scripts/helper.py": "import json\n", "lib/pkg/__init__.py": "", "lib/pkg/sub.py": "x = 1\n",
	}))
	if len(got) != 3 || told(got[1]) != "language:python@1 python:pandas@3" {
		t.Errorf("got %v", got)
	}
}

// The page has what its table says, and a machine what it finds; of what nobody can know nothing is said.
func TestVerdicts(t *testing.T) {
	page := wants.Page([]string{"bash", "git", "jq"})
	here := wants.Machine(func(p string) bool { return p == "bash" || p == "sh" })
	for _, tt := range []struct{ at, text, page, here string }{
		{"a.sh", "git x | jq .\n", "runs has all that it names", "needs needs git, jq"},
		{"a.sh", "docker x; frob\ncommand -v gh; gh\n", "needs needs docker; may need frob, gh", "needs needs docker; may need frob, gh"},
		{"a.sh", "frob\n", "maybe may need frob", "maybe may need frob"},
		{"a.py", "import os, pandas\n", "needs needs Python's pandas", "needs needs Python; nobody can tell of Python's pandas"},
		{"a.js", "require('fs'); require('left-pad')\n", "needs needs Node's left-pad", "needs needs JavaScript; nobody can tell of Node's left-pad"},
		{"a.py", "import subprocess\n", "runs has all that it names", "needs needs Python"},
		{"a.py", "import socket\n", "maybe may need Python's socket", "needs needs Python"},
		{"a.rb", "1\n", "needs needs ruby", "needs needs ruby"},
		{"a.sh", "\x00", "unread not read: it is not text", "unread not read: it is not text"},
	} {
		s := wants.Of(folder(t, map[string]string{tt.at: tt.text}))[0]
		for i, has := range []wants.Has{page, here} {
			v := s.In(has)
			if got, want := string(v.State)+" "+s.Said(v), []string{tt.page, tt.here}[i]; got != want {
				t.Errorf("%q in %d: got %s, want %s", tt.text, i, got, want)
			}
		}
	}
}

// What a text costs to read grows with its length, in shapes that are made to be slow; and nothing of it breaks a line.
func TestHostileTexts(t *testing.T) {
	for _, unit := range []string{"$(", "\"", "'", "a=(", "case x in a|", "<<E\n", "import a,", "from a import (", "\"\"\"", "[", "require('", "import {", "export ", "/", "`${", "\\\n", "/*", "x'\n", "import x from\n"} {
		for _, at := range []string{"a.sh", "a.py", "a.ts"} {
			for _, s := range wants.Of(folder(t, map[string]string{at: strings.Repeat(unit, 200_000/len(unit))})) {
				for _, w := range s.Wants {
					if strings.ContainsAny(w.String(), "\n\r\x1b\u202e") || len(w.String()) > 400 {
						t.Errorf("%q in %s: got %q", unit, at, w.String())
					}
				}
			}
		}
	}
}

func FuzzOf(f *testing.F) {
	f.Add("#!/bin/sh\ngit x\n\"\"\"import a\nrequire('b')`${`\\")
	f.Fuzz(func(t *testing.T, text string) {
		for _, at := range []string{"a.sh", "a.py", "a.tsx", "a"} {
			files, err := tree.Tree{}.Put(at, []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range wants.Of(files) {
				if lines := strings.Count(text, "\n") + 1; len(s.Wants) > 0 && s.Wants[len(s.Wants)-1].Line > lines {
					t.Errorf("got %v of %d lines", s.Wants, lines)
				}
			}
		}
	})
}
