package report

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"lily/core/agents"
	"lily/core/answer"
)

// signs are the states in one column each, beside their words in the legend.
var signs = map[agents.State]string{
	agents.Loaded: "✓", agents.Repaired: "~", agents.Cut: "…", agents.Dropped: "-", agents.Shadowed: "=", agents.Ignored: "·", agents.Refused: "✕",
}

// Text shows the table: a line for each agent, then one for each skill that not everybody has whole.
func (in Seen) Text(out io.Writer) {
	fmt.Fprintf(out, "%s\n\n", answer.Line(in.Title))
	in.printAgents(out)
	wide, left := 0, 0
	for _, row := range in.Rows {
		if in.isWhole(row) {
			left++
			continue
		}
		wide = max(wide, utf8.RuneCountInString(in.row(row)))
	}
	fmt.Fprintln(out)
	for _, row := range in.Rows {
		if !in.isWhole(row) {
			fmt.Fprintf(out, "%-*s ", wide, in.row(row))
			for _, c := range row.Cells {
				fmt.Fprintf(out, " %s ", signs[c.State])
			}
			fmt.Fprintln(out)
		}
	}
	if left > 0 {
		fmt.Fprintf(out, "%s, whole for every agent here.\n", answer.Number(left, "skill"))
	}
	fmt.Fprintln(out, "\n✓ loaded  ~ repaired  … cut  - not told to the model  = shadowed  · not looked at  ✕ refused")
	fmt.Fprintln(out, "lily agents --why SKILL says why, with the source of each rule.")
}

// row is the path of a row below what was asked for.
func (in Seen) row(r agents.Row) string {
	return answer.Line(strings.TrimPrefix(strings.TrimSuffix(r.Path, "/SKILL.md"), "project/"))
}

func (in Seen) isWhole(r agents.Row) bool {
	for _, c := range r.Cells {
		if c.State != agents.Loaded {
			return false
		}
	}
	return true
}

func (in Seen) printAgents(out io.Writer) {
	fmt.Fprintf(out, "%-2s  %-22s %-11s", "", "", "known")
	for _, s := range agents.States {
		fmt.Fprintf(out, " %8s", s)
	}
	fmt.Fprintln(out)
	for i, a := range in.Agents {
		fmt.Fprintf(out, "%2d  %-22s %-11s", i+1, a.Title, a.Known)
		count := in.Count(i)
		for _, s := range agents.States {
			fmt.Fprintf(out, " %8d", count[s])
		}
		fmt.Fprintln(out)
	}
}

// Catalog is what the model of the agent of a name is told.
func (in Seen) Catalog(name string) string {
	for i, a := range in.Agents {
		if a.Name == name {
			return in.Table.Catalog(i)
		}
	}
	return ""
}

// Why says of the skills of a name what each agent makes of them and where that is known from, and whether there is one.
func (in Seen) Why(out io.Writer, name string) (found bool) {
	for _, row := range in.Rows {
		if !in.isNamed(row, name) {
			continue
		}
		found = true
		fmt.Fprintln(out, answer.Line(in.Name(row.Path)))
		for i, agent := range in.Agents {
			in.whyCell(out, agent, row.Cells[i])
		}
	}
	return found
}

func (in Seen) isNamed(r agents.Row, name string) bool {
	if folder := path.Dir(r.Path); name == r.Path || name == in.Name(r.Path) || name == folder || name == path.Base(folder) {
		return true
	}
	for _, c := range r.Cells {
		if c.Name == name && c.State != agents.Ignored {
			return true
		}
	}
	return false
}

func (in Seen) whyCell(out io.Writer, a *agents.Agent, c *agents.Cell) {
	said := string(c.State)
	if c.Name != "" && c.State != agents.Refused {
		said += " as " + answer.Line(c.Name)
	}
	if c.By != "" {
		said += " by " + answer.Line(in.Name(c.By))
	}
	fmt.Fprintf(out, "\n  %s: %s\n", a.Title, said)
	for _, r := range c.Reasons {
		rule := a.Rule(r.Rule)
		line := ""
		if r.Line > 0 {
			line = fmt.Sprintf("line %d: ", r.Line)
		}
		fmt.Fprintf(out, "    %s%s\n      %s\n      %s, %s\n", line, answer.Line(r.Text), rule.Text, rule.Known, rule.Source)
	}
	if c.State == agents.Cut {
		fmt.Fprintf(out, "    Its model sees: %s\n", cmp.Or(answer.Line(c.Shown), "the name alone"))
	}
}

// Lacks names what the agent of a name has not whole, and counts it.
func (in Seen) Lacks(out io.Writer, name string) (n int) {
	agent := slices.IndexFunc(in.Agents, func(a *agents.Agent) bool { return a.Name == name })
	for _, row := range in.Rows {
		if c := row.Cells[agent]; !c.State.Whole() {
			fmt.Fprintf(out, "%s: %s by %s\n", answer.Line(in.Name(row.Path)), c.State, in.Agents[agent].Title)
			n++
		}
	}
	return n
}

// Rules lists the rules of agents with their sources.
func Rules(out io.Writer, list []*agents.Agent) {
	for _, a := range list {
		fmt.Fprintf(out, "%s (%s), %s, %s\n", a.Title, a.Name, a.Version, a.Known)
		for _, r := range a.Rules {
			fmt.Fprintf(out, "  %s: %s\n    %s, %s\n", r.ID, r.Text, r.Known, r.Source)
		}
	}
}
