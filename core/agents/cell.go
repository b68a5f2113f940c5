package agents

import (
	"strconv"
	"strings"
	"unicode"

	"lily/core/answer"
)

// State is what one agent makes of one SKILL.md.
type State string

// The states, best first.
const (
	Loaded   State = "loaded"
	Repaired State = "repaired" // loaded after the agent mended what it could not read
	Cut      State = "cut"      // loaded, and its model sees a part of its description
	Dropped  State = "dropped"  // loaded, and its model is not told of it: the budget or a key leaves it out
	Shadowed State = "shadowed" // another skill of that name wins
	Ignored  State = "ignored"  // it is not where the agent looks
	Refused  State = "refused"  // it was found, and is not taken
)

// States lists them, best first.
var States = []State{Loaded, Repaired, Cut, Dropped, Shadowed, Ignored, Refused}

// Whole reports whether the agent has the skill and its model sees its whole description.
func (s State) Whole() bool { return s == Loaded || s == Repaired }

// Reason is why a cell has its state, or what is lost although the skill is loaded.
type Reason struct {
	Rule string `json:"rule"` // the id of one of the agent's rules
	Text string `json:"text"` // a sentence about this skill
	Line int    `json:"line,omitempty"`
}

// Cell is what one agent makes of one SKILL.md.
type Cell struct {
	Path    string   `json:"path"` // in the installation
	State   State    `json:"state"`
	Name    string   `json:"name,omitempty"`  // as the agent calls it
	Text    string   `json:"text,omitempty"`  // its whole description, as the agent reads it
	Shown   string   `json:"shown,omitempty"` // what its model sees of that
	By      string   `json:"by,omitempty"`    // the path of the skill that shadows it
	Reasons []Reason `json:"reasons,omitempty"`
}

// Because adds a reason and returns the cell.
func (c *Cell) Because(rule, text string, line int) *Cell {
	c.Reasons = append(c.Reasons, Reason{rule, text, line})
	return c
}

// End gives the cell its state and the reason of it.
func (c *Cell) End(s State, rule, text string, line int) *Cell {
	c.State = s
	return c.Because(rule, text, line)
}

// Losing is [Cell.End] of a skill whose name another one has already.
func (c *Cell) Losing(by *Cell, rule string) *Cell {
	c.By = by.Path
	return c.End(Shadowed, rule, by.Path+" has the name "+Quote(c.Name)+" already, and wins.", 0)
}

// View is what an agent makes of an installation.
type View struct {
	Order []*Cell // the skills that it has, in its own order; also those that its model is not told of
	Rest  []*Cell // what it found and does not have
	// Catalog writes the text of the prompt that names the skills, which a table alone does not need: it changes no
	// cell. nil where there is none.
	Catalog func() string
}

// OneLine is what an error says as a part of a sentence: without line ends and other control characters.
func OneLine(err error) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, answer.Cut(err.Error(), 500))
}

// Quote is what a file says as a part of a sentence.
func Quote(s string) string { return strconv.QuoteToGraphic(s) }
