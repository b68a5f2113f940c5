package skill

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"lily/core/budget"
	"lily/core/frontmatter"
	"lily/core/mend"
	"lily/core/order"
)

// Parse reads the SKILL.md of the folder called name. It always returns a skill, with all of
// its findings (SK-8); the skill is of use when it is not [Skill.Malformed].
func Parse(name string, data []byte) *Skill {
	k, _ := parsed(name, data, nil)
	return k
}

// ParseWhile is [Parse] that asks, now and then, whether to go on: where it is told no, what it returns means nothing.
func ParseWhile(goOn func() bool, name string, data []byte) *Skill {
	k, _ := parsed(name, data, goOn)
	return k
}

// steps are what one file may cost, in bytes that are read. Of 18,374 real ones none takes a
// tenth of it.
const steps = 8 << 20

// parsed reads within the budget, and says what is left of it.
func parsed(name string, data []byte, goOn func() bool) (k *Skill, left int) {
	b := budget.Of(steps).Asking(goOn)
	if !b.Within(func(b *budget.Budget) { k = whole(name, data, b) }) {
		k = refused(name, "too_costly", "SK-10", fmt.Sprintf(
			"To judge the file takes more than %d steps, since it has too many faults or words of commands for one skill. Split it, or mend what it repeats.", steps))
	}
	return k, b.Left()
}

func whole(name string, data []byte, b *budget.Budget) *Skill {
	p := parse(name, data, b, false)
	if slices.ContainsFunc(p.Faults, func(f frontmatter.Fault) bool { return f.Fix != nil }) {
		p.prove(name)
	}
	p.Findings = slices.Grow(p.Findings, len(p.Faults))
	for _, f := range p.Faults {
		p.Findings = append(p.Findings, p.finding(f))
	}
	Sort(p.Findings)
	return p.Skill
}

func (p *parser) prove(name string) {
	var tried *parser // the last copy that was read with fixes made
	again := func(text string) *frontmatter.Doc {
		tried = parse(name, []byte(text), p.Budget, true)
		return &tried.Doc
	}
	if mend.Prove(&p.Doc, again, func(code string) bool { return codeInfo(code).Severity == Error }) {
		p.Format = tried.Format
	}
}

// Unreadable is the skill of a SKILL.md whose bytes cannot be had.
func Unreadable(name string) *Skill {
	return refused(name, "unreadable", "VF-4",
		"The file's bytes are missing or damaged where they were kept, so the skill cannot be read. Import it again, or write the file anew.")
}

// Held is the skill of a SKILL.md that is not judged, since starts before did not get past it.
func Held(name string) *Skill {
	return refused(name, "not_judged", "SK-10",
		"Two starts of the page did not finish while this file was judged, so it is left out. Its files are kept. Try it again, or change or remove it.")
}

// refused is the skill of a file of which nothing is known but why.
func refused(name, code, clause, why string) *Skill {
	s := blank(name)
	s.Findings = append(s.Findings, Finding{
		Code: code, Severity: Error, File: "SKILL.md", Line: 1, Column: 1, Clause: clause, Message: why,
	})
	return s
}

type parser struct {
	*Skill
	frontmatter.Doc
	data []byte // the same as the Doc's text
}

// blank has no nil slices, so that a skill's JSON never says null.
func blank(name string) *Skill {
	return &Skill{
		Name: name, Brief: Brief{Format: Lily, Mode: PromptRewrite}, BodyLine: 1,
		Requires: []string{}, Allowed: []string{}, Running: Running{Modes: []string{}},
		Eligibility: Eligibility{OS: []string{}, Env: []string{}, Binaries: []string{}},
		Tools:       []Tool{}, Fields: []Field{}, Metadata: []Field{}, Proposals: []Proposal{},
		Findings: []Finding{},
	}
}

func parse(name string, data []byte, b *budget.Budget, isCopy bool) *parser {
	b.Spend(len(data))
	p := &parser{Skill: blank(name), Doc: frontmatter.Doc{Text: string(data), NoFixes: isCopy, Budget: b}, data: data}
	if strings.ContainsFunc(p.Name, unicode.IsSpace) {
		p.Find(0, "name_unreachable", "The folder's name, %q, holds white space, so that /skill cannot name the skill.", p.Name)
	}
	p.Read()
	p.checkHidden()
	p.Body, p.BodyLine = p.Trimmed()
	switch p.Outcome {
	case frontmatter.Unclosed:
		mend.Unclosed(&p.Doc)
	case frontmatter.Invalid:
		p.Keys = mend.Keys(&p.Doc)
		p.Format = p.format()
		p.Keys = nil
		mend.Repair(&p.Doc)
	case frontmatter.None:
		mend.Absent(&p.Doc)
		p.readKeys()
	case frontmatter.Whole:
		p.readKeys()
	}
	return p
}

func (p *parser) readKeys() {
	p.Format = p.format()
	p.hiddenValues()
	p.fields()
	p.lilyKeys()
	p.standardKeys()
	if p.Format == Tools {
		p.toolKeys()
		p.sections()
		return
	}
	p.forms()
}

func (p *parser) finding(f frontmatter.Fault) Finding {
	line, column := p.Place(f.At)
	info := codeInfo(f.Code)
	found := Finding{
		Code: f.Code, Severity: info.Severity, Clause: info.Clause,
		File: "SKILL.md", Line: line, Column: column, Message: f.Message,
	}
	if f.Fix != nil {
		found.Fix = &Fix{Text: f.Fix.Text}
		found.Fix.Line, found.Fix.Column = p.Place(f.Fix.From)
		found.Fix.EndLine, found.Fix.EndColumn = p.Place(f.Fix.To)
	}
	return found
}

// Sort puts findings in the order of their places, and of their codes.
func Sort(list []Finding) {
	order.StableFunc(list, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), strings.Compare(a.Code, b.Code))
	})
}
