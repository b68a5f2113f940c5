package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lily/web/source/sourcetest"
)

// team is a folder of skills that say a word.
func team(t *testing.T, dir, word string, many int) string {
	t.Helper()
	for i := range many {
		name := fmt.Sprintf("skill-%02d", i)
		text := "---\nname: " + name + "\ndescription: Makes notes of " + word + ". Use when notes are asked for.\n---\n" + word + name + ".\n"
		write(t, filepath.Join(dir, name, "SKILL.md"), text)
		for j := range 5 {
			write(t, filepath.Join(dir, name, "parts", fmt.Sprint(j)+".md"), word+"\n")
		}
	}
	return dir
}

// words are how many skills have files of some words, and which of them have not all six of one word.
func words(dir string, want ...string) (count map[string]int, half []string) {
	count = map[string]int{}
	skills, _ := os.ReadDir(filepath.Join(dir, ".agents", "skills")) // none has none
	for _, s := range skills {
		inside := map[string]int{}
		_ = filepath.WalkDir(filepath.Join(dir, ".agents", "skills", s.Name()), func(at string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				data, _ := os.ReadFile(at) // what cannot be read has no word, and is missed
				for _, w := range want {
					if strings.Contains(string(data), w) {
						inside[w]++
					}
				}
			}
			return nil
		})
		for w, n := range inside {
			if count[w]++; n != 6 || len(inside) != 1 {
				half = append(half, fmt.Sprint(s.Name(), inside))
			}
		}
	}
	return count, half
}

// written counts the files below a folder.
func written(dir string) (n int) {
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			n++
		}
		return nil // what goes while it is counted is not there
	})
	return n
}

// A process that is killed while it installs leaves each skill old or new, and the next command all of them.
func TestKilledWhileAdding(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	src := t.TempDir()
	const many = 8
	older, newer := team(t, filepath.Join(src, "a"), "older", many), team(t, filepath.Join(src, "b"), "newer", many)
	all, early, rounds := 0, 0, 32
	if testing.Short() {
		rounds = 12
	}
	for round := range rounds {
		dir := t.TempDir()
		t.Chdir(dir)
		if code, _, errs := lily(t, "", "add", "--yes", older); code != exitWell {
			t.Fatal(errs)
		}
		begun := written(".agents")
		cmd := exec.Command(exe, "add", "--yes", newer)
		cmd.Env = append(os.Environ(), "LILY_IN_TEST=1")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() { _ = cmd.Wait(); close(ended) }()
		for going := true; going; { // until so many files are there, or some skill is the new one
			select {
			case <-ended:
				going = false
			default:
				seen, _ := words(dir, "newer") // while it is written
				late := round%3 == 2 && seen["newer"] > round/4
				going = !late && (round%3 == 2 || written(".agents")-begun < round*2)
			}
		}
		_ = cmd.Process.Kill() // it may be done
		<-ended
		if now, half := words(dir, "older", "newer"); len(half) > 0 || now["older"]+now["newer"] != many {
			t.Errorf("round %d: got %v, half of them %v, want %d in all", round, now, half, many)
		}
		if code, out, errs := lily(t, "", "verify"); code != exitWell {
			t.Errorf("round %d: verify says %d, %s%s", round, code, out, errs)
		}
		switch now, half := words(dir, "older", "newer"); many {
		case now["newer"]:
			all++
		case now["older"]:
			early++
		default:
			t.Errorf("round %d: got %v once it is finished, half of them %v, want all of one", round, now, half)
		}
	}
	if all == 0 || early == 0 {
		t.Errorf("got %d rounds that were done and %d that were not, want some of both", all, early)
	}
}

// A skill is added, verified, changed, updated, removed, and each of it is undone.
func TestSkillsOfAProject(t *testing.T) {
	r := &sourcetest.Repo{}
	text := "---\nname: pdf\ndescription: Makes notes. Use when notes are asked for.\n---\nDo it.\n"
	r.Skills(map[string]string{"skills/pdf/SKILL.md": text, "skills/pdf/a.sh": "#!/bin/sh\n", "skills/doc/SKILL.md": strings.ReplaceAll(text, "pdf", "doc"), "README.md": "R."})
	at := sourcetest.Serve(t, r)
	t.Chdir(t.TempDir())
	says := func(want int, in string, has string, args ...string) {
		t.Helper()
		code, out, errs := lily(t, in, args...)
		if code != want || !strings.Contains(out+errs, has) {
			t.Errorf("lily %s: got %d and\n%s%s\nwant %d and %q", strings.Join(args, " "), code, out, errs, want, has)
		}
	}
	says(exitFail, "", "nobody answered", "add", at)
	says(exitFail, "n\n", "nothing was changed", "add", at)
	says(exitWell, "", "Nothing was changed.", "add", at, "--dry-run")
	if written(".") != 0 {
		t.Errorf("got %d files of a preview, want none", written("."))
	}
	says(exitWell, "y\n", "It is not trusted", "add", at, "--skill", "pdf")
	says(exitWell, "", "1 skill is as the lock says", "verify", "--frozen")
	says(exitFail, "", "has the skill nothing", "add", at, "--skill", "nothing", "--yes")
	says(exitWell, "", "Nothing differs", "add", at, "--skill", "pdf", "--yes")
	write(t, ".agents/skills/pdf/SKILL.md", text+"Mine.\n")
	write(t, ".agents/skills/own/SKILL.md", strings.ReplaceAll(text, "pdf", "own"))
	says(exitFail, "", "own is not in the lock", "verify")
	says(exitFail, "", "pdf was changed", "verify", "--frozen")
	says(exitWell, "", "left as it is", "update", "--yes")
	says(exitWell, "", "- Mine.", "update", "pdf", "--yes")
	says(exitWell, "", "what was before is back: pdf", "undo")
	says(exitWell, "", "holds 2 skills", "lock")
	says(exitWell, "", "2 skills are as", "verify", "--frozen")
	r.Skills(map[string]string{"skills/pdf/SKILL.md": strings.Replace(text, "Do it.", "Do it twice.", 1)})
	says(exitWell, "", "+ Do it twice.", "update", "pdf", "--yes")
	says(exitWell, "", "remove pdf", "remove", "pdf", "--yes")
	says(exitFail, "", "there is no skill pdf", "remove", "pdf", "--yes")
	says(exitWell, "", "is back: pdf", "undo")
	if err := os.RemoveAll(".agents/skills/own"); err != nil {
		t.Fatal(err)
	}
	says(exitFail, "", "own is missing", "verify")
	says(exitUsage, "", "is no source", "add", "ext::sh")
	says(exitUsage, "", "want https", "add", "http://example.com/x.git")
	says(exitUsage, "", "wants a source", "add")
}

// A hostile repository leaves no file behind, neither of its own nor of Lily's. What each is refused for web/source holds.
func TestAddRefusesTheHostile(t *testing.T) {
	for name, odd := range map[string]func(r *sourcetest.Repo) sourcetest.Entry{
		"a link out":  func(r *sourcetest.Repo) sourcetest.Entry { return sourcetest.Link("x", r.Blob("/etc/passwd")) },
		"a submodule": func(*sourcetest.Repo) sourcetest.Entry { return sourcetest.Module("x", strings.Repeat("ab", 20)) },
		"a hook": func(r *sourcetest.Repo) sourcetest.Entry {
			return sourcetest.Dir(".Git", r.Tree(sourcetest.Dir("hooks", r.Tree(sourcetest.File("post-checkout", r.Blob("#!/bin/sh\n"))))))
		},
		"a way out": func(r *sourcetest.Repo) sourcetest.Entry { return sourcetest.File("../../x", r.Blob("x")) },
	} {
		t.Chdir(t.TempDir())
		r := &sourcetest.Repo{}
		skill := r.Tree(sourcetest.File("SKILL.md", r.Blob("---\nname: pdf\ndescription: D.\n---\n")), odd(r))
		r.Commit(r.Tree(sourcetest.Dir("pdf", skill)))
		code, out, errs := lily(t, "", "add", sourcetest.Serve(t, r), "--yes")
		if code != exitFail || !strings.Contains(errs, "nothing is taken") || written(".") > 0 {
			t.Errorf("%s: got %d, %d files, %s%s", name, code, written("."), out, errs)
		}
	}
}

// What was fetched is not trusted in a session either, and what was edited here neither.
func TestFetchedIsNotTrusted(t *testing.T) {
	r := &sourcetest.Repo{}
	r.Skills(map[string]string{"pdf/SKILL.md": "---\nname: pdf\ndescription: Makes notes. Use when notes are asked for.\n---\nDo it.\n"})
	t.Chdir(t.TempDir())
	if code, _, errs := lily(t, "", "add", sourcetest.Serve(t, r), team(t, t.TempDir(), "older", 1), "--to", "skills", "--yes"); code != exitWell {
		t.Fatal(errs)
	}
	_, out, errs := lily(t, "", "snapshot", "--workspace", ".")
	var snap struct {
		Candidates []struct {
			Name      string `json:"name"`
			Untrusted bool   `json:"untrusted"`
		} `json:"candidates"`
	}
	if err := json.Unmarshal([]byte(out), &snap); err != nil {
		t.Fatal(err, errs)
	}
	marked := map[string]bool{}
	for _, c := range snap.Candidates {
		marked[c.Name] = c.Untrusted
	}
	if !marked["pdf"] || marked["skill-00"] {
		t.Errorf("got %v, want pdf alone not trusted", marked)
	}
}

// Where skills are added a repository says in its lily.yaml, from wherever in it the command is called.
func TestSkillsWhereTheProjectSays(t *testing.T) {
	src := team(t, t.TempDir(), "older", 1)
	top := t.TempDir()
	write(t, filepath.Join(top, "lily.yaml"), "skills: .claude/skills\n")
	write(t, filepath.Join(top, ".git", "HEAD"), "")
	write(t, filepath.Join(top, "a", "b", "x.md"), "")
	t.Chdir(filepath.Join(top, "a", "b"))
	if code, _, errs := lily(t, "", "add", src, "--yes"); code != exitWell {
		t.Fatal(errs)
	}
	for _, want := range []string{".claude/skills/skill-00/SKILL.md", "skills.lock.yaml"} {
		if _, err := os.Stat(filepath.Join(top, want)); err != nil {
			t.Error(err)
		}
	}
	write(t, filepath.Join(top, "lily.yaml"), "skills: ../out\n")
	if code, _, errs := lily(t, "", "add", src, "--yes"); code == exitWell || !strings.Contains(errs, "want a folder below") {
		t.Errorf("got %d, %s", code, errs)
	}
}

// verify shows the lines that differ where what was locked is in the last commit of the repository.
func TestVerifyShowsLines(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		missing(t, "git is not installed")
	}
	t.Chdir(t.TempDir())
	team(t, ".agents/skills", "older", 2)
	if code, _, errs := lily(t, "", "lock"); code != exitWell {
		t.Fatal(errs)
	}
	committed(t)
	write(t, ".agents/skills/skill-01/parts/3.md", "evil\n")
	code, out, errs := lily(t, "", "verify")
	if code != exitFail || !strings.Contains(out, "skill-01 was changed") || !strings.Contains(out, "- older") || !strings.Contains(out, "+ evil") {
		t.Errorf("got %d, %s%s", code, out, errs)
	}
}

// committed commits all that is here.
func committed(t *testing.T) {
	t.Helper()
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "."}, {"commit", "-qm", "m"}} {
		cmd := exec.Command("git", args...)
		cmd.Env = append(os.Environ(), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

// diff takes folders, zips and revisions, and says by its code whether anything differs.
func TestDiff(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		missing(t, "git is not installed")
	}
	t.Chdir(t.TempDir())
	team(t, "skills", "older", 2)
	committed(t)
	team(t, "skills", "newer", 1)
	team(t, "copy", "older", 2)
	team(t, "named", "older", 2)
	write(t, "named/skill-00/SKILL.md", document(t, "named/skill-00/SKILL.md")+"\nSee [it](references/gone.md).\n")
	for _, c := range []struct {
		want int
		has  string
		args string
	}{
		{1, "skills → copy: 1 skill differs; 1 skill is the same.", "skills copy"},
		{0, "Nothing differs", "copy copy"},
		{1, "HEAD → the working tree: 1 skill differs", "HEAD -- skills"},
		{1, "skill-00: changed", "HEAD skills"},
		{1, "main → the working tree: 5 skills differ", "main"},
		{0, "Nothing differs: 2 skills are the same on both sides.", "main..HEAD -- skills"},
		{0, "Nothing differs", "main HEAD -- skills"},
		{0, "Nothing differs", "HEAD -- skills/skill-01"},
		{1, "<details>", "--format markdown HEAD -- skills"},
		{1, `"op": "changed"`, "--format json skills copy"},
		{1, "- older", "copy/skill-00/SKILL.md skills/skill-00/SKILL.md"},
		{1, ": warning: The text names references/gone.md", "copy named"},
		{2, "is neither on the disk nor a revision", "nothing copy"},
		{2, "want text, json or markdown", "--format x skills copy"},
		{2, "wants two folders", ""},
		{2, "outside of the repository", "HEAD -- ../x"},
	} {
		code, out, errs := lily(t, "", append([]string{"diff"}, strings.Fields(c.args)...)...)
		if code != c.want || !strings.Contains(out+errs, c.has) {
			t.Errorf("lily diff %s: got %d and\n%s%s\nwant %d and %q", c.args, code, out, errs, c.want, c.has)
		}
		if strings.Contains(c.args, "json") && !json.Valid([]byte(out)) {
			t.Errorf("lily diff %s: got no JSON", c.args)
		}
	}
}
