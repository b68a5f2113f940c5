package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"lily/static/manual"
)

// TestHelp is the manual in the page: a code at a finding opens its entry, a search finds
// others, and the focus stays where a person reads (SK-8).
func TestHelp(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.bring(team(t))
	p.tell("/reload_skills")
	p.click("option", "haiku…")
	p.click("button", "invalid_yaml")
	p.wait("dialog", "Help")
	p.wait("region", "invalid_yaml")
	p.see("By far the commonest cause is a colon and a blank inside a value")
	p.axeStates("an entry of the manual")
	p.press("Escape")
	p.gone("dialog", "Help")

	p.press("F1")
	p.wait("dialog", "Help")
	p.onFocus("searchbox", "Search the manual")
	p.see("Slash commands and tools")
	p.axeStates("the contents of the manual")
	p.write("unclosed_frontmatter")
	p.wait("region", "Results for unclosed_frontmatter")
	p.click("button", "unclosed_frontmatter in Findings")
	p.onFocus("region", "unclosed_frontmatter")
	p.see("Lily does not guess where the text begins.")
	p.click("button", "findings")
	p.wait("region", "findings")
	p.click("button", "Back")
	p.wait("region", "unclosed_frontmatter")
	p.press("Escape")

	p.press("Mod+/")
	p.wait("dialog", "Keyboard shortcuts")
	p.click("button", "Help")
	p.wait("region", "page")
}

// team writes the example skills of the manual into a folder.
func team(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	shown := regexp.MustCompile("(?ms)^(````?)markdown file=(team/skills/[^ \n]*)[^\n]*\n(.*?)^(?:````?)\n")
	for _, page := range []string{"skills.md", "tools-format.md", "policy.md"} {
		text, err := manual.Files().ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range shown.FindAllStringSubmatch(string(text), -1) {
			at := filepath.Join(dir, filepath.FromSlash(m[2]))
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, []byte(m[3]), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return filepath.Join(dir, "team", "skills")
}
