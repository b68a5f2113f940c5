package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// beside are the collections that lie beside the project, and corpus is one of them.
const (
	beside = "../../shared/corpus"
	corpus = beside + "/obra_superpowers/skills"
)

// needCorpus gives what is in a folder of the collections. Where it is not there a test is skipped, except in CI.
func needCorpus(t testing.TB, folder string) []os.DirEntry {
	t.Helper()
	list, err := os.ReadDir(folder)
	switch {
	case err != nil && os.Getenv("CI") == "":
		t.Skip("no such collection beside the project:", err)
	case err != nil:
		t.Fatal("in CI nothing is skipped:", err)
	}
	return list
}

// answers are the turns that the page shows, as a person reads them.
func (p *tab) answers() []string {
	p.Helper()
	// What is out of sight may be left out of layout, and has no text then.
	list, err := eval[[]string](p, `(() => {
		const laid = new CSSStyleSheet();
		laid.replaceSync("* { content-visibility: visible !important }");
		document.adoptedStyleSheets.push(laid);
		const texts = [...document.querySelectorAll("article")].map((a) => a.innerText);
		document.adoptedStyleSheets.pop();
		return texts;
	})()`)
	p.must(err)
	return list
}

// tell sends a line and gives the turn that it makes, once that has ended.
func (p *tab) tell(line string) string {
	p.Helper()
	p.boxed()
	before := p.turns()
	p.fill("Message", line)
	p.press("Escape", "Enter") // Escape shuts the menu of suggestions
	p.until("an answer to "+line, func() (bool, error) {
		if p.turns() <= before {
			return false, nil
		}
		return eval[bool](p, `![...document.querySelectorAll("article")].at(-1).textContent.includes("Working…")`)
	})
	p.wait("button", "Send") // a line is taken when the turn before has ended
	p.unfolds()
	list := p.answers()
	return list[len(list)-1]
}

// unfolds opens what the last turn folds of a long answer.
func (p *tab) unfolds() {
	p.Helper()
	p.until("the whole answer", func() (bool, error) {
		return eval[bool](p, `(() => {
			const folds = [...([...document.querySelectorAll("article")].at(-1)?.querySelectorAll(".answer > details") ?? [])];
			for (const f of folds) if (!f.open) f.querySelector("summary").click();
			return folds.every((f) => f.open && f.children.length > 1);
		})()`)
	})
}

// choose picks an option of a list by what it says.
func (p *tab) choose(list, option string) {
	p.Helper()
	p.until(fmt.Sprintf("option %q of %q", option, list), func() (bool, error) {
		return on[bool](p, p.the("combobox", list), `function (text) {
			const o = [...this.options].find((o) => o.text === text);
			if (!o) return false;
			this.value = o.value;
			this.dispatchEvent(new Event("change", { bubbles: true }));
			return true;
		}`, option)
	})
}

// group is what the list of skills says of those in a state, as far as their rows are made.
func (p *tab) group(state string) string {
	p.Helper()
	text, err := eval[string](p, fmt.Sprintf(`[...document.querySelectorAll("#skills-list [role=option]")]
		.filter((r) => r.classList.contains(%q)).map((r) => r.textContent + ": " + r.title).join("\n")`, "is-"+strings.ToLower(state)))
	p.must(err)
	return text
}

// inGroup waits until the skills of a state show a text, or none of it.
func (p *tab) inGroup(state, text string, want bool) {
	p.Helper()
	p.until(fmt.Sprintf("%q in group %s: %t", text, state, want), func() (bool, error) {
		return strings.Contains(p.group(state), text) == want, nil
	})
}

// has fails the test when a text lacks a part; hasNot when it has one.
func (p *tab) has(text string, parts ...string) {
	p.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			p.Errorf("got %q, want %q in it", text, part)
		}
	}
}

func (p *tab) hasNot(text string, parts ...string) {
	p.Helper()
	for _, part := range parts {
		if strings.Contains(text, part) {
			p.Errorf("got %q, want no %q in it", text, part)
		}
	}
}

// folder writes files into a new folder of the disk and gives its path.
func (p *tab) folder(files map[string]string) string {
	p.Helper()
	dir := filepath.Join(p.TempDir(), "drop")
	for path, data := range files {
		path = filepath.Join(dir, filepath.FromSlash(path))
		p.must(os.MkdirAll(filepath.Dir(path), 0o755))
		p.must(os.WriteFile(path, []byte(data), 0o644))
	}
	return dir
}

// bring imports folders through the preview, into the workspace.
func (p *tab) bring(paths ...string) {
	p.Helper()
	p.drop(paths...)
	p.previewed()
	p.click("button", accept)
	p.gone("tabpanel", "Import")
	p.see("Imported ")
}
