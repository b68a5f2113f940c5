package e2e

import "testing"

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
