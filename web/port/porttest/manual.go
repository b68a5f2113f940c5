package porttest

import (
	"bytes"
	"testing"

	"lily/core/help"
	"lily/web/port"
)

// Manual is [port.Manual]: one page, or why there is none.
type Manual struct{ Err error }

// Manual implements [port.Manual].
func (m *Manual) Manual() ([]byte, error) {
	return []byte("\fstart\n# The start\n\nFrom nothing.\n\n## Findings\n\n### no_frontmatter\n\nWarning. See [rules](policy.md#full-auto).\n" +
		"\fpolicy\n# Policy\n\nThe rules.\n\n## Full auto\n\nNo question.\n"), m.Err
}

// OfManual holds whoever reads the manual to what the page counts on.
func OfManual(t *testing.T, m port.Manual) {
	t.Helper()
	data, err := m.Manual()
	if err != nil {
		t.Fatal(err)
	}
	if book, err := help.Parse(data); err != nil || len(book) == 0 || book[0].Title == "" {
		t.Errorf("got %d pages, %v, want a manual", len(book), err)
	}
	if again, err := m.Manual(); err != nil || !bytes.Equal(again, data) {
		t.Errorf("got %d bytes, %v the second time, want the same %d", len(again), err, len(data))
	}
}
