package tool

import (
	"fmt"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/loader"
	"lily/core/skill"
)

var checkSkills = Tool{
	Name:    "check_skills",
	Summary: "Check the workspace's skills as they are now: state, reasons and findings.",
	Params:  []skill.Param{optional("name", "string", "Only this skill.")},
	Run: func(w World, args command.Args) (Output, error) {
		s, err := loader.Load(lenient(w.Input), nil)
		if err != nil {
			return Output{}, err
		}
		name := text(args, "name")
		r := report{world: w}
		for _, c := range s.Candidates {
			if c.Source == loader.Workspace && (name == "" || c.Name == name) {
				r.candidate(c)
			}
		}
		if name != "" && r.skills == 0 {
			return Output{}, fmt.Errorf("the workspace has no skill %q", name)
		}
		return Output{Text: r.String()}, nil
	},
}

// lenient is what a load would see, whose roots need not be there: the one that is missing
// is not the one that is checked (CM-10).
func lenient(in loader.Input) loader.Input {
	in.Roots = slices.Clone(in.Roots)
	for i := range in.Roots {
		in.Roots[i].Required = false
	}
	return in
}

// report is a Markdown report on some candidates.
type report struct {
	world    World
	b        strings.Builder
	skills   int
	findings map[skill.Severity]int
}

func (r *report) candidate(c *loader.Candidate) {
	r.skills++
	fmt.Fprintf(&r.b, "\n## %s\n\nState: %s.\n", c.Name, c.State)
	for _, why := range c.Reasons {
		fmt.Fprintf(&r.b, "- %s (%s, %s)\n", why.Message, why.Code, why.Clause)
	}
	if len(c.Findings) > 0 {
		r.b.WriteString("\nFindings:\n")
	}
	for _, f := range c.Findings {
		r.finding(c, f)
	}
}

func (r *report) finding(c *loader.Candidate, f skill.Finding) {
	if r.findings == nil {
		r.findings = map[skill.Severity]int{}
	}
	r.findings[f.Severity]++
	fmt.Fprintf(&r.b, "- `%s/%s:%d:%d` %s: %s (%s, %s)\n", c.Path, f.File, f.Line, f.Column, f.Severity, f.Message, f.Code, f.Clause)
	if f.Fix != nil && !r.world.closed(strings.TrimPrefix(c.Path, "/")+"/"+loader.File) {
		fmt.Fprintf(&r.b, "  Fix: `%s`\n", strings.TrimRight(f.Fix.Text, "\n"))
	}
}

func (r *report) String() string {
	if r.skills == 0 {
		return "# Skill check\n\nThe workspace has no skills. Put a folder with a SKILL.md into /workspace/skills."
	}
	head := fmt.Sprintf("# Skill check\n\n%s: %s, %s, %s.\n", answer.Number(r.skills, "skill"),
		answer.Number(r.findings[skill.Error], "error"), answer.Number(r.findings[skill.Warning], "warning"),
		answer.Number(r.findings[skill.Info], "note"))
	return strings.TrimRight(head+r.b.String(), "\n")
}
