package e2e

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"lily/core/agents"
	"lily/core/agents/glance"
	"lily/core/agents/report"
	"lily/core/changes"
)

// large is the largest collection beside the project.
const large = beside + "/github_awesome-copilot/skills"

// printed is what `lily agents --json` prints of a folder.
func printed(t *testing.T, window int, path string) (r report.Report) {
	t.Helper()
	cmd := exec.Command("go", "run", "..", "agents", "--json", "--window", strconv.Itoa(window), path)
	cmd.Stderr = t.Output()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err = json.Unmarshal(out, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// wholes are the counts above the columns, as `lily agents` has them.
func wholes(r report.Report) (list []string) {
	for _, a := range r.Agents {
		list = append(list, fmt.Sprintf("%s\n%d/%d", a.Title, a.Counts[agents.Loaded]+a.Counts[agents.Repaired], len(r.Skills)))
	}
	return list
}

// A person drops a large collection, and sees what each agent makes of it, at one window and at another, and why: the
// same that the command prints.
func TestAsOthersSeeIt(t *testing.T) {
	t.Parallel()
	p := open(t)
	needCorpus(t, large)
	p.drop(large)
	p.previewed()
	p.click("button", "Import and reload")
	p.see("409 available")
	p.runs(`location.hash = "#matrix/agents"`)
	p.wait("grid", "Skills by agent")
	r := printed(t, 200_000, large)
	for _, want := range wholes(r) {
		p.see(want)
	}
	for _, name := range []string{"codex", "claude-code"} {
		title, counts := counted(t, r, name)
		p.choose("Show", title)
		p.see(counts)
	}
	agent, at, shown := cutFirst(t, r)
	p.choose("Show", agent)
	p.typeInto("Find a skill", at)
	p.click("gridcell", "Cut")
	p.see(shown)
	p.axeEverywhere("the agents")
	p.runs(`document.querySelector("#agents-window").focus()`)
	p.press("Home") // the smallest window
	for _, want := range wholes(printed(t, 32_000, large)) {
		p.see(want)
	}
	p.click("gridcell", "…")
	p.click("button", "Open")
	p.click("tab", "As others see it")
	p.see("Whole for")
}

// counted is an agent's title, and how many skills it has in which state: what it cuts is among them.
func counted(t *testing.T, r report.Report, name string) (title, counts string) {
	t.Helper()
	for _, a := range r.Agents {
		if a.Name != name {
			continue
		}
		var list []string
		for _, state := range agents.States {
			if n := a.Counts[state]; n > 0 {
				list = append(list, fmt.Sprint(n, " ", state))
			}
		}
		if a.Counts[agents.Cut] == 0 {
			t.Errorf("got %v of %s, want some cut", a.Counts, name)
		}
		return a.Title, a.Title + ": " + strings.Join(list, ", ") + "."
	}
	t.Fatalf("got no agent %s", name)
	return "", ""
}

// cutFirst is a skill of which some agent's model sees a part, by the agent's title, with that part.
func cutFirst(t *testing.T, r report.Report) (agent, skill, shown string) {
	t.Helper()
	for _, a := range r.Agents {
		for _, s := range r.Skills {
			if c := s.Cells[a.Name]; c.State == agents.Cut {
				return a.Title, c.Name, cmp.Or(c.Shown, "Its model sees the name alone.")
			}
		}
	}
	t.Fatal("got no agent that cuts a description")
	return "", "", ""
}

// A person changes a skill and holds what a reload would give against the snapshot: the page tells to which agents it is
// something else, in the words of lily diff.
func TestOthersSeeBothSides(t *testing.T) {
	t.Parallel()
	p := someone(open(t))
	const good = "---\nname: mine\ndescription: Does it. Use it for that.\n---\nDo.\n"
	p.must(p.Put("/workspace/skills/mine/SKILL.md", []byte(good)))
	p.tell("/reload_skills")
	p.must(p.Put("/workspace/skills/mine/SKILL.md", []byte(strings.Replace(good, "---\nDo", "metadata:\n  a:\n    b: c\n---\nDo", 1))))
	p.runs(`location.hash = "#compare/v2..now"`)
	p.see("1 skill differs.")
	p.see("other agents")
	p.see("- crush: loaded")
	p.see("+ crush: refused. ")
	p.axeEverywhere("a comparison with other agents")
	told := diffed(t, map[string]string{"was": good, "is": strings.Replace(good, "---\nDo", "metadata:\n  a:\n    b: c\n---\nDo", 1)})
	for _, e := range told {
		if p.see(e.Title + ": " + string(e.Is)); e.Why != "" {
			p.see(e.Why)
		}
	}
}

// diffed is what lily diff tells of a skill in other agents' eyes.
func diffed(t *testing.T, sides map[string]string) []glance.Eye {
	t.Helper()
	dir := t.TempDir()
	for side, text := range sides {
		at := filepath.Join(dir, side, "mine")
		if err := errors.Join(os.MkdirAll(at, 0o755), os.WriteFile(filepath.Join(at, "SKILL.md"), []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command("go", "run", "..", "diff", "--format", "json", filepath.Join(dir, "was"), filepath.Join(dir, "is")).Output()
	var r changes.Review
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) { // it differs
		t.Fatalf("got %v, want that something differs", err)
	}
	if err := json.Unmarshal(out, &r); err != nil || len(r.Skills) != 1 || len(r.Skills[0].Agents) == 0 {
		t.Fatalf("got %v, %v, want one skill that is something else to some agent", r, err)
	}
	return r.Skills[0].Agents
}

// A person opens a skill and is told what its scripts want that the page has not, before anything runs.
func TestWhatWouldRun(t *testing.T) {
	t.Parallel()
	p := someone(open(t))
	p.must(p.Put("/workspace/skills/mine/SKILL.md", []byte("---\nname: mine\ndescription: Does it. Use it for that.\n---\nDo.\n")))
	p.must(p.Put("/workspace/skills/mine/scripts/all.sh", []byte("#!/bin/bash\nkubectl get pods | sort\n")))
	p.must(p.Put("/workspace/skills/mine/scripts/good.py", []byte("import json\nprint(json.dumps(1))\n")))
	p.tell("/reload_skills")
	p.runs(`location.hash = "#skill/workspace/skills/mine"`)
	p.click("tab", "Eligibility")
	p.wait("region", "What would run")
	p.see("needs kubectl")
	p.see("has all that it names")
	p.axeEverywhere("what would run")
}
