// Package skill reads one SKILL.md.
//
// It promises that any bytes at all give a [Skill] and a full list of
// findings, never a panic or a hang (SK-8, SK-10); that a fault is placed by
// line and column and, where the exact repair is known, carries it as a [Fix];
// and that the same bytes under the same name give the same value everywhere.
//
// It does not decide whether a skill is in effect: that needs the other
// skills, the profile and the policy, and is the loader's work.
package skill

import (
	"fmt"
	"slices"

	"lily/core/frontmatter"
)

// Format is the kind of SKILL.md, found from what the file says (SK-6).
type Format string

// The three formats of the contract.
const (
	Lily        Format = "lily"
	AgentSkills Format = "agentskills"
	Tools       Format = "tools"
)

// Mode is how a skill is invoked (SK-4). A skill of the tools format is always dispatched.
type Mode string

// The two invocation modes.
const (
	PromptRewrite Mode = "prompt_rewrite"
	ToolDispatch  Mode = "tool_dispatch"
)

// Brief is what a list says of a skill.
type Brief struct {
	Format      Format `json:"format"`
	Mode        Mode   `json:"mode"`
	Summary     string `json:"summary"`               // summary, else description, on one line (SK-5)
	Command     string `json:"command,omitempty"`     // the alias without its slash; empty for none
	CommandTool string `json:"tool,omitempty"`        // that it is dispatched to
	PersonOnly  bool   `json:"person_only,omitempty"` // disable-model-invocation: a model may not select it (SK-5)
	ModelOnly   bool   `json:"model_only,omitempty"`  // user-invocable says no: a person may not call it (SK-5)
}

// Skill is one parsed SKILL.md. It is immutable once [Parse] has returned it.
type Skill struct {
	Brief
	Name        string // the folder's name (SK-1)
	Description string
	Requires    []string // requires_tools

	Eligibility Eligibility

	License       string
	Compatibility string
	Allowed       []string // allowed-tools, split as PO-3 says
	HasAllowed    bool     // allowed-tools was written, even if empty

	Version string
	Author  string
	Running
	Tools []Tool

	Metadata  []Field    // the entries of metadata, in order
	Proposals []Proposal // what metadata proposes, for the policy to judge (PO-8)
	Defaults  []Default  // what tool_defaults among them says

	Fields   []Field // the frontmatter's top level as it was written, in order (SK-7)
	Body     string  // what follows the frontmatter, trimmed (SK-2)
	BodyLine int     // the 1-based line of SKILL.md on which Body begins
	Findings []Finding
}

// Running says how the tools of a skill run; only the tools format says it (SK-6).
type Running struct {
	Modes     []string // of the profile: Global, Dev, Meeting
	ReadOnly  bool
	AlwaysAsk bool
	Timeout   int // seconds, 1 to 300
	Network   bool
}

// Eligibility is what a lily skill asks of the profile (EN-2).
type Eligibility struct {
	OS       []string `json:"os"`
	Env      []string `json:"env"`
	Binaries []string `json:"binaries"`
}

// Proposal is a setting that a skill proposes for its own requests (PO-8).
type Proposal struct {
	Key    string // model, context, tool_defaults
	Value  string // a scalar's text; else the YAML as it was written
	Line   int
	Column int
	Fault  string // why it cannot be taken, a sentence; empty where it can
}

// Field is one top-level key of the frontmatter.
type Field struct {
	Key    string `json:"key"`
	Value  string `json:"value"` // a scalar's text; for a list or mapping the YAML as it was written
	Line   int    `json:"line"`
	Known  bool   `json:"known"`
	Scalar bool   `json:"scalar"`
}

// Tool is one H3 section of a tools-format skill (TS-1).
type Tool struct {
	Name        string  `json:"name"`
	Description string  `json:"description"`
	Params      []Param `json:"params"`
	Command     string  `json:"command"` // the template as it was written
	Line        int     `json:"line"`    // of its heading in SKILL.md
}

// Param is one row of a tool's table.
type Param struct {
	Name        string `json:"name"`
	Type        string `json:"type"` // string, integer, number, boolean, array
	Required    bool   `json:"required"`
	Description string `json:"description"`
}

// Severity says what a finding costs: an error excludes the skill (SK-8).
type Severity string

// The severities, worst first.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Finding is one thing seen in a SKILL.md (SK-8). Line and Column are 1-based; a column counts
// code points, as editors show it. Findings are sorted by line, column and code.
type Finding struct {
	Code     string   `json:"code"`
	Severity Severity `json:"severity"`
	File     string   `json:"file"` // relative to the skill's folder
	Line     int      `json:"line"`
	Column   int      `json:"column"`
	Message  string   `json:"message"` // a full sentence
	Clause   string   `json:"clause"`
	Fix      *Fix     `json:"fix,omitempty"`
}

// Fix replaces the text from (Line, Column) up to but not including (EndLine,
// EndColumn) by Text. Positions count as in [Finding].
type Fix struct {
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
	Text      string `json:"text"`
}

// Reason says why a candidate has its state (LD-8).
type Reason struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Clause  string `json:"clause"`
}

// Malformed reports whether any finding excludes the skill.
func (s *Skill) Malformed() bool {
	return slices.ContainsFunc(s.Findings, func(f Finding) bool { return f.Severity == Error })
}

// Apply returns data with the fix made; data itself is left as it is. It fails
// when the fix points outside of data, as it does after data was edited (SK-9).
func (f Fix) Apply(data []byte) ([]byte, error) {
	text := string(data)
	from, ok := frontmatter.Offset(text, f.Line, f.Column)
	if !ok {
		return nil, fmt.Errorf("SKILL.md:%d:%d: the fix begins outside of the file", f.Line, f.Column)
	}
	to, ok := frontmatter.Offset(text, f.EndLine, f.EndColumn)
	if !ok || to < from {
		return nil, fmt.Errorf("SKILL.md:%d:%d: the fix ends outside of the file", f.EndLine, f.EndColumn)
	}
	return []byte(text[:from] + f.Text + text[to:]), nil
}
