package places

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"lily/core/loader"
)

// home is a machine of nobody: no variable, no folder of a person, and a project to start in.
func home(t *testing.T, files ...string) string {
	t.Helper()
	top := t.TempDir()
	for _, name := range []string{"SKILLS_BUNDLED_DIR", "SKILLS_USER_DIR", "SKILLS_WORKSPACE_DIR"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", filepath.Join(top, "home"))
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(top, "home", ".config"))
	put(t, top, append(files, "project/.git/HEAD")...)
	t.Chdir(filepath.Join(top, "project"))
	return top
}

// put writes files; each says its own path, unless it says a text itself after an equals sign.
func put(t *testing.T, top string, files ...string) {
	t.Helper()
	for _, name := range files {
		name, text, said := strings.Cut(name, "=")
		if !said {
			text = name + "\n"
		}
		at := filepath.Join(top, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// found lists the candidates: the path of each, and its state.
func found(t *testing.T, p Places) string {
	t.Helper()
	p.Scan = "children"
	w, err := p.World()
	if err != nil {
		return err.Error()
	}
	s, err := loader.Load(loader.Input{World: w}, nil)
	if err != nil {
		return p.Missing(err).Error()
	}
	var list []string
	for _, c := range s.Candidates {
		if c.Source != "bundled" {
			list = append(list, fmt.Sprint(strings.TrimPrefix(c.Path, "/"), " ", c.State))
		}
	}
	for _, r := range s.Roots {
		for _, n := range r.Notes {
			list = append(list, n.Code)
		}
	}
	return strings.Join(list, ", ")
}

// TM-2: without flags the skills of the workspace are in three places, of which an earlier one wins and the later is told
// with its path; those of the person in two.
func TestUsualPlaces(t *testing.T) {
	home(t, "project/skills/a/SKILL.md", "project/.agents/skills/a/SKILL.md", "project/.agents/skills/b/SKILL.md",
		"project/.claude/skills/b/SKILL.md", "project/.claude/skills/c/SKILL.md",
		"home/.config/lily/skills/d/SKILL.md", "home/.agents/skills/d/SKILL.md", "home/.agents/skills/a/SKILL.md")
	want := "workspace/skills/a available, workspace/.agents/skills/a shadowed, user/.agents/skills/a shadowed, " +
		"workspace/.agents/skills/b available, workspace/.claude/skills/b shadowed, workspace/.claude/skills/c available, " +
		"user/skills/d available, user/.agents/skills/d shadowed"
	if got := found(t, Places{Usual: true}); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := found(t, Places{}); got != "" {
		t.Errorf("a command that takes what is named: got %s, want nothing", got)
	}
	p := Places{Usual: true}
	said := p.Told()
	if here, _ := filepath.EvalSymlinks("."); said == "" || !strings.Contains(said, filepath.Base(here)) ||
		!strings.Contains(said, "skills, .agents/skills, .claude/skills") {
		t.Errorf("got %q", said)
	}
	for in, at := range map[string]string{
		"workspace/.agents/skills/b/SKILL.md": ".agents/skills/b/SKILL.md", "workspace/main.go": "main.go",
		"user/skills/d": os.Getenv("XDG_CONFIG_HOME") + "/lily/skills/d", "bundled/skills/x": "", "persona/SOUL.md": "",
	} {
		if got := p.Lies(in); got != filepath.FromSlash(at) {
			t.Errorf("%s: got %q, want %q", in, got, at)
		}
	}
}

// A flag wins over a variable, and that over lily.yaml, for each root by itself.
func TestWhoWins(t *testing.T) {
	top := home(t, "project/skills/usual/SKILL.md", "project/tools/kit/file/SKILL.md", "other/skills/flag/SKILL.md",
		"var/variable/SKILL.md", "project/mine/person/SKILL.md", "project/lily.yaml=workspace: [tools/kit]\nuser: mine\n")
	steps := []struct {
		do         func(p *Places)
		want, says string
	}{
		{func(*Places) {}, "workspace/tools/kit/file available, user/skills/person available", "tools/kit"},
		{func(*Places) { t.Setenv("SKILLS_WORKSPACE_DIR", "../var") }, "user/skills/person available, workspace/skills/variable available", ""},
		{func(*Places) { t.Setenv("SKILLS_USER_DIR", "../other/skills") }, "user/skills/flag available, workspace/skills/variable available", ""},
		{func(p *Places) { p.Workspace = filepath.Join(top, "other") }, "workspace/skills/flag available, user/skills/flag shadowed", ""},
	}
	p := Places{Usual: true}
	for i, s := range steps {
		s.do(&p)
		if got := found(t, p); got != s.want {
			t.Errorf("%d: got %s, want %s", i, got, s.want)
		}
		if got := p.Told(); (s.says == "") != (got == "") || !strings.Contains(got, s.says) {
			t.Errorf("%d: got %q, want %q in it", i, got, s.says)
		}
	}
}

// What lily add was told to write to is a place, too, and the first.
func TestWhereSkillsAreAdded(t *testing.T) {
	home(t, "project/kit/a/SKILL.md", "project/skills/a/SKILL.md", "project/skills/b/SKILL.md", "project/lily.yaml=skills: kit\n")
	want := "workspace/kit/a available, workspace/skills/a shadowed, workspace/skills/b available"
	if got := found(t, Places{Usual: true}); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A lily.yaml comes with a repository: it names nothing outside of that, neither by dots nor by a link.
func TestFileNamesNothingOutside(t *testing.T) {
	top := home(t, "secret/key/SKILL.md")
	for _, text := range []string{"workspace: [../secret]", "user: ../secret", "bundled: /etc", "workspace: [/etc]"} {
		put(t, top, "project/lily.yaml="+text+"\n")
		if got := found(t, Places{Usual: true}); !strings.Contains(got, "want a folder below that of lily.yaml") {
			t.Errorf("%s: got %s", text, got)
		}
	}
	if err := os.Symlink("../secret", "link"); err != nil {
		t.Fatal(err)
	}
	put(t, top, "project/lily.yaml=workspace: [link]\n")
	if got := found(t, Places{Usual: true}); !strings.Contains(got, "leads out of its folder") || !strings.Contains(got, filepath.Join(top, "secret")) {
		t.Errorf("got %s", got)
	}
}

// Where the folder of skills itself is named, it is said what was meant.
func TestWhatWasMeant(t *testing.T) {
	top := home(t, "team/skills/a/SKILL.md", "team/.agents/skills/a/SKILL.md", "bare/a/SKILL.md", "none/x")
	for dir, want := range map[string]string{
		"team/skills":         "what was meant is --workspace " + filepath.Join(top, "team"),
		"team/.agents/skills": "what was meant is --workspace " + filepath.Join(top, "team"),
		"bare":                "name it by the variable SKILLS_WORKSPACE_DIR instead",
		"none":                "there is no folder \"" + filepath.Join(top, "none", "skills") + "\"",
	} {
		got := found(t, Places{Usual: true, Workspace: filepath.Join(top, dir)})
		if !strings.Contains(got, want) || !strings.Contains(got, "the required root /workspace/skills is missing") {
			t.Errorf("%s: got %s, want %s", dir, got, want)
		}
	}
	t.Setenv("SKILLS_WORKSPACE_DIR", filepath.Join(top, "gone"))
	if got := found(t, Places{Usual: true}); !strings.Contains(got, `gone", which the variable SKILLS_WORKSPACE_DIR names`) {
		t.Errorf("got %s", got)
	}
}

// VF-8: places of one root may be links to each other, whole or skill by skill; one that leaves is a note.
func TestPlacesThatAreLinks(t *testing.T) {
	top := home(t, "project/.agents/skills/a/SKILL.md", "secret/x/SKILL.md")
	link := func(to, at string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, at); err != nil {
			t.Fatal(err)
		}
	}
	link("../../.agents/skills/a", ".claude/skills/a")
	if got := found(t, Places{Usual: true}); got != "workspace/.agents/skills/a available" {
		t.Errorf("skill by skill: got %s", got)
	}
	os.RemoveAll(".claude")
	link("../.agents/skills", ".claude/skills")
	if got := found(t, Places{Usual: true}); got != "workspace/.agents/skills/a available" {
		t.Errorf("whole: got %s", got)
	}
	os.RemoveAll(".claude")
	link(filepath.Join(top, "secret"), ".claude/skills")
	if got := found(t, Places{Usual: true}); got != "workspace/.agents/skills/a available, unreadable" {
		t.Errorf("out of the project: got %s", got)
	}
}

// Where a link leads out of the project nothing is even looked at: it may lead to all of the machine.
func TestNothingIsLookedAtElsewhere(t *testing.T) {
	top := home(t, "project/skills/a/SKILL.md", "elsewhere/x/SKILL.md")
	for _, at := range []string{".claude/skills", "skills/x"} {
		put(t, top, "project/.claude/keep")
		if err := os.Symlink(filepath.Join(top, "elsewhere"), at); err != nil {
			t.Fatal(err)
		}
		p := Places{Usual: true, Scan: "children"}
		before := p.stamp()
		put(t, top, "elsewhere/new"+filepath.Base(at))
		if p.stamp() != before {
			t.Errorf("%s: got what lies elsewhere looked at", at)
		}
		put(t, top, "project/skills/a/new"+filepath.Base(at))
		if p.stamp() == before {
			t.Errorf("%s: got what lies here not looked at", at)
		}
		os.Remove(at)
	}
}

// A folder of skills that comes or goes is seen when the world is read again.
func TestOriginFollowsThePlaces(t *testing.T) {
	top := home(t, "project/skills/a/SKILL.md")
	p := Places{Usual: true, Scan: "children"}
	w, err := p.World()
	if err != nil {
		t.Fatal(err)
	}
	o := &Origin{Places: p, Last: w}
	put(t, top, "project/.claude/skills/b/SKILL.md")
	if w, err = o.Refresh(w); err != nil || len(w.Roots) != 4 {
		t.Fatalf("got %d roots, %v", len(w.Roots), err)
	}
	if _, ok := w.Tree.File("workspace/.claude/skills/b/SKILL.md"); !ok {
		t.Error("the new place is not seen")
	}
	os.RemoveAll(filepath.Join(top, "project", ".claude"))
	if w, err = o.Refresh(w); err != nil || len(w.Faults) != 0 {
		t.Errorf("got %v, %v", w.Faults, err)
	}
	if _, err := w.Tree.At("workspace/.claude/skills"); err == nil {
		t.Error("what is gone is still there")
	}
}

// PO-5: what was cloned is not trusted until the person says so, and then it is; what they name, or made here, is theirs.
func TestClonesAreNotTrusted(t *testing.T) {
	top := home(t, "project/skills/a/SKILL.md", "home/.agents/skills/mine/SKILL.md")
	untrusted := func(p Places) string {
		t.Helper()
		p.Scan = "children"
		w, err := p.World()
		if err != nil {
			t.Fatal(err)
		}
		s, err := loader.Load(loader.Input{World: w}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, c := range s.Candidates {
			if c.Untrusted {
				list = append(list, c.Name+" "+c.Origins[0].String())
			}
		}
		return strings.Join(list, ", ")
	}
	usual := Places{Usual: true}
	if got := untrusted(usual); got != "" {
		t.Errorf("made here: got %s", got)
	}
	for config, want := range map[string]string{
		"[core]\n\tbare = false\n": "",
		"[remote \"origin\"]\n\turl = https://me:secret@example.com/team/kit.git?x=1\n":  "https://example.com/team/kit.git",
		"[branch \"main\"]\n\tremote = up\n[remote \"up\"]\n\tURL=git@example.com:kit\n": "example.com:kit",
	} {
		put(t, top, "project/.git/config="+config)
		got := untrusted(usual)
		if want == "" && got != "" || want != "" && got != "a It came out of "+want+"." {
			t.Errorf("%q: got %s, want %s", config, got, want)
		}
		if said := usual.Told(); strings.Contains(said, "not trusted") != (want != "") || strings.Contains(said, "secret") {
			t.Errorf("%q: got %s", config, said)
		}
	}
	put(t, top, "project/.git/config=[remote \"origin\"]\nurl = x\n")
	if got := untrusted(Places{Usual: true, Workspace: "."}); got != "" {
		t.Errorf("named: got %s", got)
	}
	p := Places{Usual: true, Trust: true}
	if err := p.Trusts(); err != nil {
		t.Fatal(err)
	}
	if got := untrusted(usual); got != "" {
		t.Errorf("trusted: got %s", got)
	}
	put(t, top, "other/.git/config=[remote \"origin\"]\nurl = x\n", "other/skills/b/SKILL.md", "tree/.git=gitdir: ../project/.git/worktrees/t\n",
		"project/.git/worktrees/t/commondir=../..\n", "tree/skills/c/SKILL.md", "odd/.git=what\n", "odd/skills/d/SKILL.md")
	for dir, want := range map[string]string{"other": "b It came out of x.", "tree": "c It came out of x.", "odd": "d It came out of a repository whose origin cannot be read."} {
		t.Chdir(filepath.Join(top, dir))
		if got := untrusted(usual); got != want {
			t.Errorf("%s: got %s, want %s", dir, got, want)
		}
	}
}

// What the session has made of a skill's file is told before the disk, which has changed it too, has the last word.
func TestOvertaken(t *testing.T) {
	top := home(t, "project/skills/a/SKILL.md=1", "project/skills/b/SKILL.md=1")
	p := Places{Usual: true, Scan: "children"}
	w, err := p.World()
	if err != nil {
		t.Fatal(err)
	}
	told := ""
	o := &Origin{Places: p, Last: w, Overtaken: func(path string, was, is []byte) { told += path + " " + string(was) + string(is) }}
	for _, name := range []string{"a", "b"} {
		if w.Tree, err = w.Tree.Put("workspace/skills/"+name+"/SKILL.md", []byte("mine")); err != nil {
			t.Fatal(err)
		}
	}
	put(t, top, "project/skills/a/SKILL.md=theirs")
	for range 2 {
		if w, err = o.Refresh(w); err != nil {
			t.Fatal(err)
		}
	}
	if want := "workspace/skills/a/SKILL.md 1mine"; told != want {
		t.Errorf("got %q, want %q", told, want)
	}
}

// SN-4: a snapshot is behind once a file of a place has changed on the disk, and no longer when it was read.
func TestBehind(t *testing.T) {
	top := home(t, "project/skills/a/SKILL.md=---\nname: a\ndescription: d\n---\n", "project/notes.txt=1")
	p := Places{Usual: true, Scan: "children"}
	w, err := p.World()
	if err != nil {
		t.Fatal(err)
	}
	o := &Origin{Places: p, Last: w}
	input := func() loader.Input { return loader.Input{World: w} }
	s, err := loader.Load(input(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		what string
		do   func()
		want bool
	}{
		{"nothing", func() {}, false},
		{"another file", func() { put(t, top, "project/notes.txt=22") }, false},
		{"a skill's", func() { put(t, top, "project/skills/a/SKILL.md=---\nname: a\ndescription: other\n---\n") }, true},
		{"no more", func() {}, true},
		{"as it was", func() { put(t, top, "project/skills/a/SKILL.md=---\nname: a\ndescription: d\n---\n") }, false},
		{"one more", func() { put(t, top, "project/skills/b/SKILL.md=---\nname: b\ndescription: d\n---\n") }, true},
		{"a reload", func() {
			if w, err = o.Refresh(w); err == nil {
				s, err = loader.Load(input(), nil)
			}
		}, false},
		{"one less", func() { err = os.RemoveAll(filepath.Join(top, "project/skills/b")) }, true},
		{"a tool's, too", func() { w.Tree, err = w.Tree.Put("workspace/skills/a/more.md", []byte("1")) }, true},
	} {
		if step.do(); err != nil {
			t.Fatal(err)
		}
		if got := o.Behind(s, input()); got != step.want {
			t.Errorf("%s: got %v, want %v", step.what, got, step.want)
		}
	}
}

// Where there is no folder to work in, it is said what to do.
func TestNoFolder(t *testing.T) {
	top := home(t, "gone/x=1", "file=1")
	p := Places{Usual: true, Scan: "children", Workspace: filepath.Join(top, "file")}
	if _, err := p.World(); err == nil || !strings.Contains(err.Error(), "is a file; name the folder that it lies in") {
		t.Errorf("got %v", err)
	}
	t.Chdir(filepath.Join(top, "gone"))
	if err := os.RemoveAll(filepath.Join(top, "gone")); err != nil && runtime.GOOS == "windows" {
		t.Skip("a folder that is in use cannot be removed here: " + err.Error())
	} else if err != nil {
		t.Fatal(err)
	}
	p = Places{Usual: true, Scan: "children"}
	if _, err := p.World(); err == nil || !strings.Contains(err.Error(), "is gone or cannot be reached; go to another one") {
		t.Errorf("got %v", err)
	}
}
