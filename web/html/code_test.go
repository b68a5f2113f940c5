package html

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/html/htmltest"
)

// PO-6: a text that is huge, or none, shows its first lines and how to see the others;
// nothing of it is left out.
func TestCodeText(t *testing.T) {
	for name, tt := range map[string]struct {
		text       string
		rows, more int // rows at first, and all of them
	}{
		"none":      {"", 0, 0},
		"one":       {"a", 1, 1},
		"ended":     {"a\n", 1, 1},
		"empty":     {"\n\n", 2, 2},
		"CRLF":      {"a\r\nb\r\n", 2, 2},
		"long":      {strings.Repeat("line\n", 1000), 200, 1000},
		"wide":      {strings.Repeat("ö", 1<<16), 16, 32},
		"wide, two": {"a\n" + strings.Repeat("ö", 1<<16) + "\nb", 17, 34},
		"bytes":     {"\x00\xff\xfe" + strings.Repeat("\x80", 5000), 2, 2},
	} {
		rows, left := rowsOf(tt.text, codeRows, codeBytes)
		if len(rows) != tt.rows {
			t.Errorf("%s: got %d rows, %d bytes left, want %d", name, len(rows), left, tt.rows)
		}
		all, none := rowsOf(tt.text, 1<<20, 1<<30)
		if len(all) != tt.more || none != 0 {
			t.Errorf("%s: got %d rows, %d bytes left, want %d and 0", name, len(all), none, tt.more)
		}
		var b strings.Builder
		for _, r := range all {
			if r.Line > 1 {
				b.WriteString(map[bool]string{true: "\r\n", false: "\n"}[name == "CRLF"])
			}
			b.WriteString(r.Text)
		}
		if got := strings.TrimRight(b.String(), "\r\n"); got != strings.TrimRight(tt.text, "\r\n") {
			t.Errorf("%s: got %.50q of %d bytes", name, got, len(got))
		}
	}
	c := &Code{Source: strings.Repeat("line\n", 1000), Label: "x.sh"}
	htmltest.Has(t, htmltest.Seen(c), "3.9 KiB more.", "Show more lines")
	c.pages = 4
	htmltest.HasNot(t, htmltest.Seen(c), "Show more")
	htmltest.Has(t, fmt.Sprint(Oddities("\xff\n\u200b\r\n")), "It is not all text", "in line 1, 2")
	var _ app.Composer = c
}
