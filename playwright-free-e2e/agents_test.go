package e2e

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os/exec"
	"strconv"
	"testing"

	"lily/core/agents"
	"lily/core/agents/report"
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
		list = append(list, fmt.Sprintf("%s %d/%d", a.Title, a.Counts[agents.Loaded]+a.Counts[agents.Repaired], len(r.Skills)))
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
	p.see("408 available")
	p.runs(`location.hash = "#matrix/agents"`)
	p.wait("grid", "Skills by agent")
	r := printed(t, 200_000, large)
	for _, want := range wholes(r) {
		p.see(want)
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
