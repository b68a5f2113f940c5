package skill

import (
	"strings"
	"testing"
)

// SK-8: in a new file nothing is found, whatever is said of it on one line.
func TestFresh(t *testing.T) {
	for _, format := range []Format{Lily, AgentSkills, Tools} {
		for _, said := range []string{
			"Counts lines. Use when: a file is long.", `Says "yes" and 'no' \ maybe.`, "# no comment", "- a list", "{a: b}",
			"two\nlines", "null", "12", "@team", "& * ! | > %", "---", "Größe 😀",
		} {
			s := Parse("tidy-notes", []byte(Fresh(format, "tidy-notes", said)))
			if want := strings.Join(strings.Fields(said), " "); s.Format != format || s.Summary != want || len(s.Findings) > 0 {
				t.Errorf("%s, %q: got %s, %q and %v", format, said, s.Format, s.Summary, s.Findings)
			}
		}
	}
}

// SK-5: a name or a description that the format does not allow is found like any other.
func TestFreshIsJudged(t *testing.T) {
	for _, tt := range []struct{ name, said, want string }{
		{"Tidy Notes", "Tidies.", "name_characters"},
		{strings.Repeat("a", 65), "Tidies.", "name_too_long"},
		{"tidy", "", "missing_description"},
		{"tidy", strings.Repeat("a", 1025), "description_too_long"},
	} {
		var got []string
		for _, f := range Parse(tt.name, []byte(Fresh(AgentSkills, tt.name, tt.said))).Findings {
			got = append(got, f.Code)
		}
		if !strings.Contains(strings.Join(got, " "), tt.want) {
			t.Errorf("%.20q, %.20q: got %v, want %s", tt.name, tt.said, got, tt.want)
		}
	}
}
