package e2e

import (
	"os/exec"
	"strings"
	"testing"
)

// yq answers in the page what Mike Farah's answers, to the byte: what it writes, its code, and the files that it leaves.
func TestTableOfYq(t *testing.T) {
	t.Parallel()
	const table = "testdata/conform/yq.txt"
	all, want := tasks(t, table, "script.sh"), answersOf(t, "testdata/conform/yq.jsonl")
	said, _ := exec.CommandContext(t.Context(), "/usr/bin/yq", "--version").Output() // another program has that name too
	if strings.Contains(string(said), "mikefarah/yq/) version v4.45") {
		want = answered(t, table, "bash", true, all, untouched)
	}
	if len(all) < 30 || len(want) != len(all) {
		t.Fatalf("got %d rows and %d answers, want at least 30 and as many", len(all), len(want))
	}
	for i, got := range alone(t, all) {
		all[i].compared(t, "alone", want[i], got)
	}
	_, run := shell(t)
	for i, got := range within(t, all, "bash", run) {
		all[i].compared(t, "in the page", want[i], got)
	}
}
