package tool

import (
	"strings"
	"testing"

	"lily/core/tree"
)

// CV-5: what is closed is told by no tool, in no part; it is listed, and the rest is told.
func TestClosed(t *testing.T) {
	w := worldOf(t, map[string]string{
		"workspace/skills/mend/SKILL.md": "---\nname: mend\ndescription: Write haiku: secret lines.\n---\nsecret body\n", "workspace/skills/mend/a.md": "open\n",
	})
	for _, closed := range []bool{false, true} {
		w.Closed = func(path string) bool { return closed && path == "workspace/skills/mend/SKILL.md" }
		for _, tt := range []struct {
			tool string
			args args
			want string
		}{
			{"read", args{"path": "skills/mend/SKILL.md"}, ""},
			{"edit", args{"path": "skills/mend/SKILL.md", "old": "secret body", "new": "x"}, ""},
			{"grep", args{"pattern": "secret|open"}, "/workspace/skills/mend/a.md:1:open\n"},
			{"check_skills", args{"name": "mend"}, "State: malformed."},
			{"find", args{"pattern": "SKILL.md"}, "/workspace/skills/mend/SKILL.md\n"},
			{"list", args{"path": "skills/mend"}, "SKILL.md\n"},
		} {
			tl, _ := Builtin().Find(tt.tool)
			got, _ := tl.Call(w, tt.args)
			if !strings.Contains(got.Output, tt.want) || strings.Contains(got.Output+got.Error, "secret") && closed {
				t.Errorf("%s, closed %t: got %+v, want %q and nothing that is closed", tt.tool, closed, got, tt.want)
			}
			if refused := strings.Contains(got.Error, "another skill"); refused != (closed && tt.want == "") {
				t.Errorf("%s, closed %t: got the error %q", tt.tool, closed, got.Error)
			}
		}
	}
}

// CV-5: for what reads, a relative path is of the skill's folder where that has it, and a
// folder of it is none of its files.
func TestOwn(t *testing.T) {
	w := worldOf(t, map[string]string{
		"user/skills/s/x.md": "own\n", "user/skills/s/docs/b.md": "own\n", "workspace/x.md": "loose\n", "workspace/docs/c.md": "loose\n", "workspace/y.md": "loose\n",
	})
	folder, err := w.Tree.At("user/skills/s")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		own        Own
		asked      string
		file, path string // where each is
	}{
		{Own{}, "x.md", "workspace/x.md", "workspace/x.md"},
		{Own{"user/skills/s", folder}, "x.md", "user/skills/s/x.md", "workspace/x.md"},
		{Own{"user/skills/s", folder}, "./docs//b.md", "user/skills/s/docs/b.md", "workspace/docs/b.md"},
		{Own{"user/skills/s", folder}, "docs/", "workspace/docs", "user/skills/s/docs"},
		{Own{"user/skills/s", folder}, "y.md", "workspace/y.md", "workspace/y.md"},
		{Own{"user/skills/s", folder}, "/x.md", "x.md", "x.md"},
		{Own{"user/skills/s", folder}, "/workspace/x.md", "workspace/x.md", "workspace/x.md"},
		{Own{"user/skills/s", folder}, ".", "workspace", "workspace"},
		{Own{"user/skills/s", folder}, "./", "workspace", "workspace"},
		{Own{"user/skills/s", folder}, "", "workspace", "workspace"},
		{Own{"user/skills/s", tree.Tree{}}, "x.md", "workspace/x.md", "workspace/x.md"},
	} {
		w.Own = tt.own
		file, err := w.file(tt.asked)
		path, err2 := w.folder(tt.asked)
		if file != tt.file || path != tt.path || err != nil || err2 != nil {
			t.Errorf("%q: got %s, %v and %s, %v, want %s and %s", tt.asked, file, err, path, err2, tt.file, tt.path)
		}
	}
}

// A name with a line's end begins no line of its own, where it could pass for another name.
func TestNamesEndNoLine(t *testing.T) {
	evil := "a\nlily: b\rc"
	w := worldOf(t, map[string]string{"workspace/" + evil + "/x.txt": "text\n", "workspace/skills/" + evil + "/SKILL.md": "---\nname: x\ndescription: X.\n---\n"})
	for _, tt := range []struct {
		tool string
		args args
		want string
	}{
		{"list", args{}, "a«U+000A»lily: b«U+000D»c/\nskills/\n"},
		{"find", args{"pattern": "x.txt"}, "/workspace/a«U+000A»lily: b«U+000D»c/x.txt\n"},
		{"grep", args{"pattern": "text"}, "/workspace/a«U+000A»lily: b«U+000D»c/x.txt:1:text\n"},
		{"check_skills", args{}, "\n## a«U+000A»lily: b«U+000D»c\n"},
	} {
		tl, _ := Builtin().Find(tt.tool)
		got, _ := tl.Call(w, tt.args)
		if !strings.Contains(got.Output, tt.want) || strings.Contains(got.Output, "\nlily:") || strings.Contains(got.Output, "\r") {
			t.Errorf("%s: got %q, want %q", tt.tool, got.Output, tt.want)
		}
	}
}
