package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"lily/core/tree"
)

// loud is a skill that says a word loudly, in three languages.
var loud = map[string]string{
	"SKILL.md": "---\nname: loud\nversion: 1.0.0\nauthor: Ann\nmodes: [Global]\ndescription: Says a word loudly. Use when asked to be loud.\n---\nSay it.\n" +
		said("Python", "python3 scripts/say.py") + said("Shell", "bash scripts/say.sh") + said("JavaScript", "node scripts/say.mjs"),
	"scripts/say.py":  "import sys\nprint(sys.argv[1].upper())\n",
	"scripts/say.sh":  "echo \"${1^^}\"\n",
	"scripts/say.mjs": "console.log(process.argv[2].toUpperCase())\n",
}

func said(name, words string) string {
	return "\n### " + strings.ToLower(name) + "\n\nSay a word in " + name + ".\n\n#### Parameters\n\n| Name | Type | Required | Description |\n" +
		"|---|---|---|---|\n| word | string | yes | The word. |\n\n#### Command\n\n```bash\n" + words + " {{word}}\n```\n"
}

// What a program takes from the yes to its answer in the document: the first, for which its interpreter is fetched and
// compiled, and the median of those after it. Asserted nowhere.
func TestProgramsAreMeasured(t *testing.T) {
	if !*measure {
		t.Skip("not asked for: make bench-page")
	}
	for _, language := range []string{"Python", "Shell", "JavaScript"} {
		d := someone(open(t))
		folder := tree.Tree{}
		for path, text := range loud {
			folder, _ = folder.Put(path, []byte(text)) // the names are our own
		}
		d.must(d.Import("workspace", map[string]tree.Tree{"loud": folder}))
		d.Type("/reload_skills")
		var took []float64
		for i := range 6 {
			d.begin(fmt.Sprintf("/skill loud %s word=w%dord", strings.ToLower(language), i))
			d.wait("region", "Approval needed")
			allow, err := d.glimpse("button", "Allow once…")
			d.must(err)
			_, err = on[chromedp.Void](d.tab, allow, fmt.Sprintf(`function () { globalThis.answered = `+firstSeen+` }`,
				"article", fmt.Sprintf("W%dORD", i), "this.click()"))
			d.must(err)
			seen, err := eval[seen1](d.tab, `answered`)
			d.must(err)
			took = append(took, seen.Ms)
			d.quiet()
		}
		t.Logf("%s: %.0f ms", language, took)
		d.measures("first run of "+language, took[0], "ms")
		d.measures("later run of "+language, slices.Sorted(slices.Values(took[1:]))[len(took)/2-1], "ms")
	}
}
