package skill

import (
	"cmp"
	"sort"
	"strings"
)

// The bounds of SK-10.
const (
	MaxFile        = 1 << 20
	MaxFrontmatter = 64 << 10
)

// Parse reads the SKILL.md of the folder called name. It always returns a
// skill, with all of its findings (SK-8); the skill is of use when it is not
// [Skill.Malformed].
func Parse(name string, data []byte) *Skill {
	p := newParser(name, data)
	p.readAll()
	p.prove()
	Sort(p.Findings)
	return p.Skill
}

// Unreadable is the skill of a SKILL.md whose bytes cannot be had.
func Unreadable(name string) *Skill {
	s := blank(name)
	s.Findings = append(s.Findings, Finding{
		Code: "unreadable", Severity: Error, File: "SKILL.md", Line: 1, Column: 1, Clause: "VF-4",
		Message: "The file's bytes are missing or damaged where they were kept, so the skill cannot be read. Import it again, or write the file anew.",
	})
	return s
}

// parser is one Parse under way.
type parser struct {
	*Skill
	trying   bool // this is a copy with a fix made; no further ones are proposed
	proposed int  // fixes
	read     bool // the frontmatter was read, or there is none by right
	data     []byte
	text     string // all of the file; offsets below point into it
	fm       span   // the YAML between the fences
	body     span   // what follows the closing fence, untrimmed
	start    []int  // the offset of each line of the YAML, as YAML counts lines
	keys     []entry
	cut      []block                // see blocks
	seen     struct{ at, line int } // see place
}

// span is a range of offsets into the file.
type span struct{ from, to int }

func (p *parser) slice(s span) string { return p.text[s.from:s.to] }

// blank has no nil slices, so that a skill's JSON never says null.
func blank(name string) *Skill {
	return &Skill{
		Name: name, Format: Lily, Mode: PromptRewrite, BodyLine: 1,
		Requires: []string{}, Allowed: []string{}, Modes: []string{},
		Eligibility: Eligibility{OS: []string{}, Env: []string{}, Binaries: []string{}},
		Tools:       []Tool{}, Fields: []Field{}, Metadata: []Field{}, Proposals: []Proposal{},
		Findings: []Finding{},
	}
}

func newParser(name string, data []byte) *parser {
	return &parser{Skill: blank(name), data: data, text: string(data)}
}

func (p *parser) readAll() {
	p.checkFolder()
	if !p.checkBytes() || !p.fences() || !p.yaml() {
		return
	}
	p.read = p.fm.from > 0
	p.Format = p.format()
	p.fields()
	p.lilyKeys()
	p.standardKeys()
	if p.Format == Tools {
		p.toolKeys()
		p.sections()
	}
}

// Sort puts findings in the order of their places, and of their codes.
func Sort(list []Finding) {
	sort.SliceStable(list, func(i, j int) bool { return byPlace(list[i], list[j]) < 0 })
}

func byPlace(a, b Finding) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), compare(a.Code, b.Code))
}

func compare(a, b string) int { return strings.Compare(a, b) }
