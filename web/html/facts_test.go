package html

import (
	"strings"
	"testing"

	"lily/core/skill"
	"lily/web/html/htmltest"
)

// A digest is told by its beginning, and all of it is in its tooltip and in what is copied; what is none stands as it is.
func TestFacts(t *testing.T) {
	whole := strings.Repeat("0123456789abcdef", 4)
	copied := func(string, string) {}
	for _, tt := range []struct{ name, value, want, label string }{
		{"Snapshot", whole, `title="` + whole + `">0123456789ab</code>`, `aria-label="Copy digest: Snapshot"`},
		{"Digest", whole, ">0123456789ab<", `aria-label="Copy digest"`},
		{"Digest", whole[1:], whole[1:], ""},
		{"Model", strings.Repeat("g", 64), strings.Repeat("g", 64), ""},
		{"Model", "", "", ""},
	} {
		got := htmltest.Seen(Facts(copied, [][2]string{{tt.name, tt.value}}))
		if got = strings.Join(strings.Fields(got), " "); tt.value == "" && strings.Contains(got, tt.name) {
			t.Errorf("got %s, want no row of nothing", got)
		}
		htmltest.Has(t, strings.ReplaceAll(strings.ReplaceAll(got, "> ", ">"), " <", "<"), tt.want, tt.label)
		if tt.label == "" {
			htmltest.HasNot(t, got, "<button")
		}
	}
}

// How grave something is, is told by shape and word.
func TestSeverity(t *testing.T) {
	for s, word := range map[skill.Severity]string{skill.Error: "Error", skill.Warning: "Warning", skill.Info: "Info"} {
		htmltest.Has(t, htmltest.Seen(Severity(s)), word, `href="#i-`+string(s)+`"`, "is-"+string(s))
	}
}

// A button without a word has a name, and shows it when it is pointed at.
func TestIconButton(t *testing.T) {
	got := htmltest.Seen(IconButton("", "close", "Close haiku", func() {}, "small"))
	htmltest.Has(t, got, `aria-label="Close haiku"`, `title="Close haiku"`, "aria-hidden", `href="#i-close"`, `class="small only"`)
}
