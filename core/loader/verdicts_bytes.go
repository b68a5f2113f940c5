package loader

import (
	"encoding/binary"
	"errors"

	"lily/core/skill"
	"lily/core/tree"
)

// Verdicts are written as bytes that cost a start little to read: texts after their
// lengths and numbers, one after the other.

const verdictsHeader = "verdicts 2\n"

var errVerdicts = errors.New("the verdicts do not read")

// verdict appends the verdict on a candidate.
func (c *Candidate) verdict(b []byte) []byte {
	brief := c.Brief()
	b = append(field(b, c.Path), c.Digest[:]...)
	for _, text := range []string{string(brief.Format), string(brief.Mode), brief.Summary, brief.Command, brief.CommandTool, string(c.State)} {
		b = field(b, text)
	}
	b = append(b, mark(brief.PersonOnly), mark(brief.ModelOnly), mark(c.Untrusted))
	b = binary.AppendUvarint(b, uint64(len(c.Reasons)))
	for _, r := range c.Reasons {
		b = field(field(field(b, r.Code), r.Message), r.Clause)
	}
	b = binary.AppendUvarint(b, uint64(len(c.Findings)))
	for _, f := range c.Findings {
		b = finding(b, f)
	}
	return b
}

func finding(b []byte, f skill.Finding) []byte {
	for _, text := range []string{f.Code, string(f.Severity), f.File, f.Message, f.Clause} {
		b = field(b, text)
	}
	b = append(numbers(b, f.Line, f.Column), mark(f.Fix != nil))
	if x := f.Fix; x != nil {
		b = field(numbers(b, x.Line, x.Column, x.EndLine, x.EndColumn), x.Text)
	}
	return b
}

func numbers(b []byte, list ...int) []byte {
	for _, n := range list {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return b
}

func mark(is bool) byte {
	if is {
		return 1
	}
	return 0
}

// verdictReader is verdicts that are read. After an error all is empty.
type verdictReader struct {
	rest string
	err  error
}

func (r *verdictReader) take(n int) string {
	if n < 0 || n > len(r.rest) {
		r.rest, r.err = "", errVerdicts
		return ""
	}
	text := r.rest[:n]
	r.rest = r.rest[n:]
	return text
}

func (r *verdictReader) number() int {
	v, shift := 0, 0
	for shift < 63 && r.rest != "" {
		c := r.take(1)[0]
		v |= int(c&0x7f) << shift
		if c < 0x80 {
			return v
		}
		shift += 7
	}
	r.rest, r.err = "", errVerdicts
	return 0
}

func (r *verdictReader) text() string { return r.take(r.number()) }

func (r *verdictReader) digest() (d tree.Digest) {
	copy(d[:], r.take(len(d)))
	return d
}

func (r *verdictReader) marked() bool { return r.take(1) == "\x01" }

func (r *verdictReader) verdict() *verdict {
	v := &verdict{path: r.text(), file: r.digest()}
	v.brief = skill.Brief{Format: skill.Format(r.text()), Mode: skill.Mode(r.text()), Summary: r.text(), Command: r.text(), CommandTool: r.text()}
	v.state = State(r.text())
	v.brief.PersonOnly, v.brief.ModelOnly, v.untrusted = r.marked(), r.marked(), r.marked()
	for n := r.number(); n > 0 && r.err == nil; n-- {
		v.reasons = append(v.reasons, skill.Reason{Code: r.text(), Message: r.text(), Clause: r.text()})
	}
	for n := r.number(); n > 0 && r.err == nil; n-- {
		v.findings = append(v.findings, r.finding())
	}
	return v
}

func (r *verdictReader) finding() skill.Finding {
	f := skill.Finding{Code: r.text(), Severity: skill.Severity(r.text()), File: r.text(), Message: r.text(), Clause: r.text(), Line: r.number(), Column: r.number()}
	if r.marked() {
		f.Fix = &skill.Fix{Line: r.number(), Column: r.number(), EndLine: r.number(), EndColumn: r.number(), Text: r.text()}
	}
	return f
}
