package e2e

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// setup begins each row of the table of git: an empty repository, people and a clock.
const setup = `export HOME=$PWD GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME="Ada Lovelace" GIT_AUTHOR_EMAIL=ada@example.org
export GIT_COMMITTER_NAME="Grace Hopper" GIT_COMMITTER_EMAIL=grace@example.org
now=1700000000
tick() { now=$((now + 60)); export GIT_AUTHOR_DATE="$now +0100" GIT_COMMITTER_DATE="$now +0100"; }
save() { git add -A; tick; git commit -q "$@"; }
tick
mkdir repo
cd repo
git init -q -b main
`

// What scripts make of git in the page is what they make of git 2.39 on a Debian 12, to the byte: each as a script of
// its own, and all of them called by one script in one frame of the page.
func TestTableOfGit(t *testing.T) {
	t.Parallel()
	const table = "testdata/conform/git.txt"
	all := tasks(t, table, "script.sh")
	if len(all) < 80 {
		t.Errorf("got %d rows, want at least 80", len(all))
	}
	for _, k := range all {
		k.files["setup"] = setup
	}
	want := answered(t, table, "bash", debian(), all, untouched)
	for i, got := range alone(t, all) {
		all[i].compared(t, "alone", want[i], got)
	}
	_, run := shell(t)
	for from := 0; from < len(all); from += 28 { // in frames of their own, since a run has its time
		part := all[from:min(from+28, len(all))]
		for i, got := range within(t, part, "bash", run) {
			part[i].compared(t, "in the page", want[from+i], got)
		}
	}
}

// A folder .git is a stranger's: nothing of it runs, leads out or goes on without an end, and each way is said.
func TestHostileRepositories(t *testing.T) {
	t.Parallel()
	archive, err := txtar.ParseFile("testdata/git_hostile.txtar")
	if err != nil {
		t.Fatal(err)
	}
	k := task{name: "hostile", files: map[string]string{}}
	for _, f := range archive.Files {
		k.files[f.Name] = string(f.Data)
	}
	k.files["script.sh"] = k.files["hostile.sh"]
	got := alone(t, []task{k})[0]
	for _, want := range []string{
		"error: invalid path '..'", "error: invalid path '.git'", "error: invalid path '.GIT'", `is corrupt: it names "a/b"`,
		"is corrupt: an object has more than 67108864 bytes", "is corrupt: a chain of deltas has no end",
		"fatal: HEAD names nothing that is a ref", "fatal: the ref refs/heads/l leads to itself",
		"the alias 'x' runs a program", "the alias 'loop' leads to itself", "there is no editor in this page's git",
		"fatal: the index is corrupt", "'../../x' is not a valid branch name", "refs/../../x: not a valid ref name",
		"git: 'rebase' is not in this page's git; it has add,", "this page's git has no ssh, which 'git@example.org:x/y.git' wants",
		"transport 'ext' not allowed", "'/etc' is no address with https", "the address holds a user or a password",
	} {
		if !strings.Contains(got.Stderr, want) {
			t.Errorf("got no %q in:\n%s", want, got.Stderr)
		}
	}
	if all := got.Stdout + got.Stderr; strings.Contains(all, "RAN") || strings.Contains(all, "root:") {
		t.Errorf("got what must not run or be read:\n%s", all)
	}
	for name := range got.Files {
		if !strings.HasPrefix(name, "r/") && name != "h.py" && k.files[name] == "" {
			t.Errorf("got the file %s outside of the repository", name)
		}
	}
}
