package tool

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"lily/core/command"
	"lily/core/skill"
)

var compilePlan = Tool{
	Name:    "compile_plan",
	Summary: "Turn notes into a structured plan: objective, constraints, phases, steps.",
	Params:  []skill.Param{param("text", "string", "The notes: sentences, lists, headings.")},
	Run: func(_ World, args command.Args) (Output, error) {
		p := compile(strings.ToValidUTF8(text(args, "text"), "\uFFFD"))
		if p.objective == "" {
			return Output{}, fmt.Errorf("the notes have no words to plan from")
		}
		return Output{Text: p.String()}, nil
	},
}

// plan is what compile finds in notes. It uses only words that are there.
type plan struct {
	objective   string
	constraints []string
	phases      []phase
}

type phase struct {
	title string
	steps []string
}

var (
	bullet = regexp.MustCompile(`^(?:[-*+•]|\d+[.)])\s+(?:\[[ xX]\]\s+)?`)
	// A boundary: the end of a sentence, a semicolon, or a spoken "then".
	boundary   = regexp.MustCompile(`[.!?]+(?:\s+|$)|\s*;\s*|,?\s+(?:and )?then\s+`)
	constraint = regexp.MustCompile(`(?i)\b(must|must not|mustn't|should not|shouldn't|never|always|only|without|at most|at least|no more than|no later than|deadline|cannot|can't|do not|don't|keep|avoid|within|until)\b`)
)

// compile sorts the notes into an objective (the first statement that is not a constraint), constraints (statements
// that say must, never, only, within …), and steps (all others), under the headings that the notes have.
func compile(notes string) plan {
	p := plan{}
	for line := range strings.Lines(notes) {
		line = strings.TrimSpace(line)
		if title, ok := heading(line); ok {
			p.phases = append(p.phases, phase{title: title})
			continue
		}
		item := bullet.ReplaceAllString(line, "")
		for _, s := range boundary.Split(item, -1) {
			p.statement(strings.Trim(s, " \t,"))
		}
	}
	p.tidy()
	return p
}

func heading(line string) (string, bool) {
	if strings.HasPrefix(line, "#") {
		return strings.TrimSpace(strings.TrimLeft(line, "#")), true
	}
	if title, ok := strings.CutSuffix(line, ":"); ok && title != "" {
		return bullet.ReplaceAllString(title, ""), true
	}
	return "", false
}

func (p *plan) statement(s string) {
	switch {
	case s == "":
	case constraint.MatchString(s):
		p.constraints = append(p.constraints, sentence(s))
	case p.objective == "":
		p.objective = sentence(s)
	default:
		if len(p.phases) == 0 {
			p.phases = []phase{{title: "Do the work"}}
		}
		last := &p.phases[len(p.phases)-1]
		last.steps = append(last.steps, sentence(s))
	}
}

// tidy finds an objective in notes that are all constraints or headings, makes
// the objective the step where there is no other, and drops empty phases.
func (p *plan) tidy() {
	if p.objective == "" && len(p.constraints) > 0 {
		p.objective, p.constraints = p.constraints[0], p.constraints[1:]
	}
	var full []phase
	for _, ph := range p.phases {
		if len(ph.steps) > 0 {
			full = append(full, ph)
		} else if p.objective == "" {
			p.objective = sentence(ph.title)
		}
	}
	if p.phases = full; len(full) == 0 && p.objective != "" {
		p.phases = []phase{{"Do the work", []string{p.objective}}}
	}
}

// sentence begins s, which is not empty, with a capital.
func sentence(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return strings.ToUpper(string(first)) + s[size:]
}

// String writes the plan in the format of the plan compiler skill.
func (p plan) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Plan\n\n## Objective\n\n%s\n\n## Constraints\n\n", p.objective)
	for _, c := range p.constraints {
		fmt.Fprintf(&b, "- %s\n", c)
	}
	if len(p.constraints) == 0 {
		b.WriteString("None stated.\n")
	}
	b.WriteString("\n## Phases\n\n")
	for i, ph := range p.phases {
		fmt.Fprintf(&b, "%d. %s\n", i+1, ph.title)
	}
	b.WriteString("\n## Steps\n")
	for _, ph := range p.phases {
		fmt.Fprintf(&b, "\n### %s\n\n", ph.title)
		for _, s := range ph.steps {
			fmt.Fprintf(&b, "- [ ] %s\n", s)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

var wordCount = Tool{
	Name:    "word_count",
	Summary: "Count the lines, words, characters and bytes of a text.",
	Params:  []skill.Param{param("text", "string", "The text to count.")},
	Run: func(_ World, args command.Args) (Output, error) {
		s := text(args, "text")
		lines := strings.Count(s, "\n")
		if s != "" && !strings.HasSuffix(s, "\n") {
			lines++
		}
		return Output{Text: fmt.Sprintf("lines: %d\nwords: %d\ncharacters: %d\nbytes: %d",
			lines, len(strings.Fields(s)), utf8.RuneCountInString(s), len(s))}, nil
	},
}
