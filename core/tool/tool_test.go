package tool

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lily/core/command"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/tree"
	"lily/core/world"
)

func worldOf(t *testing.T, files map[string]string) World {
	t.Helper()
	var b tree.Builder
	for _, dir := range []string{"bundled/skills", "workspace/skills"} {
		if err := b.Dir(dir); err != nil {
			t.Fatal(err)
		}
	}
	for path, text := range files {
		if err := b.Put(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return World{Input: loader.Input{
		World: world.World{Tree: b.Tree(), Roots: world.Roots(world.Children), Profile: profile.Empty(), Policy: policy.Default()}, Tools: Builtin().Names(),
	}}
}

var files = map[string]string{
	"workspace/a.md": "one\ntwo\nthree\n", "workspace/docs/b.md": "two again\r\n", "workspace/docs/b.txt": "x",
	"workspace/bin": "\x00\x01", "workspace/latin": "caf\xe9", "persona/SOUL.md": "soul", "bundled/skills/s/SKILL.md": "two",
	"workspace/twice.md": "x x", "workspace/big": strings.Repeat("0123456789abcde\n", MaxOutput/16+1),
}

type args = command.Args

// Each built-in tool: what it says, what it refuses, and its bounds.
var calls = []struct {
	tool string
	args args
	want string // the output, or after ! a part of the error
}{
	{"word_count", args{"text": "one two\nthree é"}, "lines: 2\nwords: 4\ncharacters: 15\nbytes: 16"},
	{"word_count", args{"text": ""}, "lines: 0\nwords: 0\ncharacters: 0\nbytes: 0"},
	{"word_count", args{"text": "a\n"}, "lines: 1\nwords: 1\ncharacters: 2\nbytes: 2"},

	{"read", args{"path": "a.md"}, "one\ntwo\nthree\n"},
	{"read", args{"path": "/workspace/a.md", "from": int64(2), "lines": int64(1)}, "two\n"},
	{"read", args{"path": "./docs//b.md"}, "two again\r\n"},
	{"read", args{"path": "/persona/SOUL.md"}, "soul"},
	{"read", args{"path": "a.md", "from": int64(9)}, ""},
	{"read", args{"path": "a.md", "from": int64(1 << 62), "lines": int64(1 << 62)}, ""},
	{"read", args{"path": "a.md", "from": int64(0)}, "!counted from 1"},
	{"read", args{"path": "a.md", "lines": int64(-1)}, "!counted from 1"},
	{"read", args{"path": "nowhere"}, "!there is no file /workspace/nowhere"},
	{"read", args{"path": "docs"}, "!there is no file /workspace/docs"},
	{"read", args{"path": ""}, "!there is no file /workspace"},
	{"read", args{"path": "bin"}, "!is not text"},
	{"read", args{"path": "latin"}, "!is not text"},
	{"read", args{"path": "big"}, "!ask for a part of it"},
	{"read", args{"path": "big", "lines": int64(1)}, "0123456789abcde\n"},
	{"read", args{"path": "../persona/SOUL.md"}, "!goes up"},
	{"read", args{"path": "docs/../a.md"}, "!goes up"},
	{"read", args{"path": "a.md\x00"}, "!NUL"},
	{"read", args{"path": "\xff"}, "!UTF-8"},
	{"read", args{"path": "//workspace/a.md"}, "!is absolute"},

	{"list", args{}, "a.md\nbig\nbin\ndocs/\nlatin\nskills/\ntwice.md\n"},
	{"list", args{"path": "/"}, "bundled/\npersona/\nworkspace/\n"},
	{"list", args{"path": "docs/"}, "b.md\nb.txt\n"},
	{"list", args{"path": "a.md"}, "!there is no folder /workspace/a.md"},
	{"list", args{"path": ".."}, "!goes up"},

	{"find", args{"pattern": "*.md"}, "/workspace/a.md\n/workspace/docs/b.md\n/workspace/twice.md\n"},
	{"find", args{"pattern": "SKILL.md", "path": "/"}, "/bundled/skills/s/SKILL.md\n"},
	{"find", args{"pattern": "none"}, ""},
	{"find", args{"pattern": "["}, "!not well formed"},
	{"find", args{"pattern": "*", "path": "/nowhere"}, "!there is no folder"},

	{"grep", args{"pattern": "^two"}, "/workspace/a.md:2:two\n/workspace/docs/b.md:1:two again\n"},
	{"grep", args{"pattern": "two", "path": "docs"}, "/workspace/docs/b.md:1:two again\n"},
	{"grep", args{"pattern": "("}, "!not a regular expression"},
	{"grep", args{"pattern": "x", "path": "../"}, "!goes up"},

	{"write", args{"path": "new/c.md", "content": "text"}, "Wrote 4 bytes to /workspace/new/c.md."},
	{"write", args{"path": "a.md", "content": ""}, "Wrote 0 bytes to /workspace/a.md."},
	{"write", args{"path": "/persona/SOUL.md", "content": "x"}, "!only under /workspace"},
	{"write", args{"path": "/bundled/skills/s/SKILL.md", "content": "x"}, "!only under /workspace"},
	{"write", args{"path": "/workspacex/a", "content": "x"}, "!only under /workspace"},
	{"write", args{"path": "/", "content": "x"}, "!only under /workspace"},
	{"write", args{"path": "../a", "content": "x"}, "!goes up"},
	{"write", args{"path": "a\x00b", "content": "x"}, "!NUL"},
	{"write", args{"path": strings.Repeat("n", 256), "content": "x"}, "!255"},
	{"write", args{"path": "docs", "content": "x"}, "!is a folder already"},
	{"write", args{"path": "a.md/b", "content": "x"}, "!is a file already"},
	{"write", args{"path": "a", "content": strings.Repeat("x", MaxWrite+1)}, "!at most 1048576"},

	{"edit", args{"path": "a.md", "old": "two", "new": "zwei"}, "Wrote 15 bytes to /workspace/a.md."},
	{"edit", args{"path": "a.md", "old": "two\n", "new": ""}, "Wrote 10 bytes to /workspace/a.md."},
	{"edit", args{"path": "a.md", "old": "four", "new": "x"}, "!got 0 times"},
	{"edit", args{"path": "twice.md", "old": "x", "new": "y"}, "!got 2 times"},
	{"edit", args{"path": "a.md", "old": "", "new": "x"}, "!must occur exactly once"},
	{"edit", args{"path": "bin", "old": "x", "new": "y"}, "!is not text"},
	{"edit", args{"path": "/persona/SOUL.md", "old": "soul", "new": "x"}, "!only under /workspace"},

	{"check_skills", args{}, "# Skill check\n\nThe workspace has no skills. Put a folder with a SKILL.md into /workspace/skills."},
	{"check_skills", args{"name": "s"}, `!the workspace has no skill "s"`},

	{"compile_plan", args{"text": " \n\t"}, "!no words to plan from"},
}

func TestCall(t *testing.T) {
	w := worldOf(t, files)
	for _, tt := range calls {
		tl, ok := Builtin().Find(tt.tool)
		if !ok {
			t.Fatalf("got no tool %s", tt.tool)
		}
		got, next := tl.Call(w, tt.args)
		part, fails := strings.CutPrefix(tt.want, "!")
		switch {
		case fails && (got.Success || got.ExitCode != 1 || !strings.Contains(got.Error, part) || got.Output != "" || next != nil):
			t.Errorf("%s %.80v: got %.200v, want the error %q and no change", tt.tool, tt.args, got, part)
		case !fails && (!got.Success || got.ExitCode != 0 || got.Output != tt.want || got.Error != ""):
			t.Errorf("%s %v: got %+v, want %q", tt.tool, tt.args, got, tt.want)
		case !fails && (next != nil) != tl.Writes:
			t.Errorf("%s %v: got a changed tree %v, want %v", tt.tool, tt.args, next != nil, tl.Writes)
		}
	}
}

// A tool that writes changes one file below /workspace, and the world that it
// was given not at all (VF-2, PE-2).
func TestWrites(t *testing.T) {
	w := worldOf(t, files)
	before := w.Tree.Digest()
	for _, tt := range calls {
		tl, _ := Builtin().Find(tt.tool)
		_, next := tl.Call(w, tt.args)
		if next == nil {
			continue
		}
		changes := tree.Diff(w.Tree, *next)
		if len(changes) != 1 || !strings.HasPrefix(changes[0].Path, "workspace/") {
			t.Errorf("%s %v: got the changes %v", tt.tool, tt.args, changes)
		}
	}
	if w.Tree.Digest() != before {
		t.Error("got a changed world")
	}
}

// A search stops at its bound, and says so.
func TestSearchBound(t *testing.T) {
	w := worldOf(t, map[string]string{"workspace/x": strings.Repeat("hit\n", MaxHits+1)})
	got, _ := grepFiles.Call(w, args{"pattern": "hit"})
	if n := strings.Count(got.Output, "\n"); n != MaxHits+1 || !strings.HasSuffix(got.Output, fmt.Sprintf("(stopped after %d hits)\n", MaxHits)) {
		t.Errorf("got %d lines", n)
	}
}

// SK-8, LD-8: the workspace's candidates only, each with its state and all of
// its findings.
func TestCheckSkills(t *testing.T) {
	w := worldOf(t, map[string]string{
		"bundled/skills/other/SKILL.md": "---\nmalformed", "workspace/skills/good/SKILL.md": "x",
		"workspace/skills/bad/SKILL.md": "---\ncommand: A B\ninvocation_mode: x\n---\n",
	})
	got, _ := checkSkills.Call(w, nil)
	for _, want := range []string{
		"2 skills: 2 errors, 1 warning, 0 notes.", "## bad\n\nState: malformed.", "## good\n\nState: available.",
		"`/workspace/skills/bad/SKILL.md:2:10` error: ", "(bad_alias, SK-4)", "(unknown_mode, SK-4)",
	} {
		if !strings.Contains(got.Output, want) {
			t.Errorf("got no %q in\n%s", want, got.Output)
		}
	}
	if strings.Contains(got.Output, "other") {
		t.Errorf("got a bundled skill in\n%s", got.Output)
	}
	if one, _ := checkSkills.Call(w, args{"name": "good"}); !strings.Contains(one.Output, "1 skill: 0 errors") || strings.Contains(one.Output, "bad") {
		t.Errorf("of one skill: got\n%s", one.Output)
	}
}

// The plan holds the words of the notes, under the four headings, always.
func TestCompilePlan(t *testing.T) {
	notes := "# Blog\nMove the images out. Posts must keep working!\n\nCopy:\n- [ ] list them\n- upload them, and then check\n2) done within a week\n## Empty\n"
	want := `# Plan

## Objective

Move the images out

## Constraints

- Posts must keep working
- Done within a week

## Phases

1. Copy

## Steps

### Copy

- [ ] List them
- [ ] Upload them
- [ ] Check`
	got, _ := compilePlan.Call(World{}, args{"text": notes})
	if got.Output != want {
		t.Errorf("got\n%s\nwant\n%s", got.Output, want)
	}
}

func FuzzCompilePlan(f *testing.F) {
	for _, s := range []string{"a", "must", "# h", "x:", "- ", ". . .", "ß", "\xff", "; then ;"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, notes string) {
		got, _ := compilePlan.Call(World{}, args{"text": notes})
		again, _ := compilePlan.Call(World{}, args{"text": notes})
		if !reflect.DeepEqual(got, again) {
			t.Errorf("%q: got two plans", notes)
		}
		if len(got.Output) == 0 && got.Success {
			t.Errorf("%q: got an empty plan", notes)
		}
		for _, head := range []string{"## Objective", "## Constraints", "## Phases", "## Steps"} {
			if got.Success && !strings.Contains(got.Output, head) {
				t.Errorf("%q: got no %s in\n%s", notes, head, got.Output)
			}
		}
	})
}

// CM-5: every tool can be called by what its schema says, and says what it is.
func TestRegistry(t *testing.T) {
	r := Builtin()
	names := r.Names()
	if !slices.IsSorted(names) || len(r.All()) != len(names) {
		t.Errorf("got %q", names)
	}
	for i, tl := range r.All() {
		if tl.Name != names[i] || tl.Summary == "" || tl.Run == nil {
			t.Errorf("got %+v at %d, want %s", tl, i, names[i])
		}
		optional := false
		for _, p := range tl.Params {
			if p.Description == "" || (optional && p.Required) {
				t.Errorf("%s: got the parameter %+v", tl.Name, p)
			}
			optional = optional || !p.Required
		}
	}
	for _, name := range []string{"compile_plan", "check_skills", "word_count"} {
		if tl, ok := r.Find(name); !ok || reflect.DeepEqual(tl, Tool{}) {
			t.Errorf("got no tool %s", name)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("two tools of one name: got no panic")
		}
	}()
	New(wordCount, wordCount)
}

// PO-6: a passage with hidden characters is found as a model was shown it, and as it is.
func TestEditAsShown(t *testing.T) {
	w := worldOf(t, map[string]string{"workspace/a.md": "a\u200bb «U+200B»\n"})
	edit, _ := Builtin().Find("edit")
	for _, tt := range []struct{ old, now, want string }{
		{"a«U+200B»b", "«U+200B»c", "\u200bc «U+200B»\n"},
		{"a\u200bb", "«U+2060»", "«U+2060» «U+200B»\n"},
		{" «U+200B»", "", "a\u200bb\n"},
	} {
		got, next := edit.Call(w, args{"path": "a.md", "old": tt.old, "new": tt.now})
		if next == nil {
			t.Errorf("%q: got %q, want it edited", tt.old, got.Error)
			continue
		}
		if data, _ := next.ReadFile("workspace/a.md"); string(data) != tt.want {
			t.Errorf("%q: got %q, want %q", tt.old, data, tt.want)
		}
	}
}
