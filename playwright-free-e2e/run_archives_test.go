package e2e

import "testing"

// Programs for archives and databases answer in the page what they answer on a Debian 12, to the byte: what they write,
// their code, and the files that they leave.
func TestTableOfArchives(t *testing.T) {
	t.Parallel()
	const table = "testdata/conform/archives.txt"
	all := tasks(t, table, "script.sh")
	if len(all) < 50 {
		t.Errorf("got %d rows, want at least 50", len(all))
	}
	want := answered(t, table, "bash", debian(), all, untouched)
	for i, got := range alone(t, all) {
		all[i].compared(t, "alone", want[i], got)
	}
	_, run := shell(t)
	for i, got := range within(t, all, "bash", run) {
		all[i].compared(t, "in the page", want[i], got)
	}
}
