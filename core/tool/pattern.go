package tool

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"lily/core/command"
	"lily/core/ground"
	"lily/core/tree"
)

// The bounds of a search (SK-10). A regular expression costs at most its steps for each byte that it looks at, so that
// the work of a search is known beforehand, is the same everywhere, and ends at the same line in every run.
const (
	MaxPattern = 4 << 10 // bytes of a regular expression
	MaxSteps   = 1000    // what it is made of, repetitions written out
	MaxGlob    = 1000    // bytes of a pattern for names
	maxWork    = 1 << 28 // steps times bytes of one search
	maxGround  = 1 << 33 // of one in a project, which is read from a disk and larger than what a page holds
	between    = 1 << 20 // of them between two ticks
)

// meter counts the work of a search, and lets others go on meanwhile.
type meter struct {
	tick        tree.Tick
	done, since int
	most        int
	sifter      ground.Sifter // nil for none
}

func (w World) meter() *meter {
	if w.Project != nil {
		sifter, _ := w.Project.(ground.Sifter)
		return &meter{tick: w.Tick, most: maxGround, sifter: sifter}
	}
	return &meter{tick: w.Tick, most: maxWork}
}

func (m *meter) spend(n int) error {
	m.done += n
	m.since += n
	if m.done > m.most {
		return command.Errorf(command.TooCostly, "the search would take too long")
	}
	if m.since < between {
		return nil
	}
	if m.since = 0; !m.tick.GoOn(m.done, m.most) {
		return tree.ErrStopped
	}
	return nil
}

// matcher looks for a regular expression in lines.
type matcher struct {
	*meter
	re    *regexp.Regexp
	steps int
	begin []byte                                            // what every match begins with
	needs needs                                             // what every match has
	sifts func(text []byte, is func(line []byte) bool) bool // nil for none; as of a [ground.Sifter]
	any   *regexp.Regexp                                    // finds a line that matches in a whole text; nil where that is not known
}

func newMatcher(pattern string, m *meter) (*matcher, error) {
	if len(pattern) > MaxPattern {
		return nil, command.Errorf(command.TooCostly, "the pattern has %d bytes, want at most %d; search for a part of it", len(pattern), MaxPattern)
	}
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	bad, _ := errors.AsType[*syntax.Error](err)
	large := bad != nil && (bad.Code == syntax.ErrLarge || bad.Code == syntax.ErrNestingDepth)
	if err != nil && !large {
		return nil, fmt.Errorf("the pattern is not a regular expression: %w", err)
	}
	n := 0
	if !large {
		n = steps(parsed)
	}
	if large || n > MaxSteps {
		return nil, command.Errorf(command.TooCostly, "the pattern has more than %d steps, repetitions written out; "+
			"repeat less, such as {1,100} or +, or search for a part of it", MaxSteps)
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("the pattern is not a regular expression: %w", err)
	}
	begin, _ := re.LiteralPrefix()
	simple := parsed.Simplify()
	out := &matcher{meter: m, re: re, steps: n, begin: []byte(begin), needs: needed(simple), any: whole(pattern)}
	if m.sifter != nil {
		out.sifts = m.sifter.Sifts(simple)
	}
	return out, nil
}

// whole is the pattern for many lines at once. It may find more than the lines have one by one, and never less; nil is
// one that cannot be told so, since it asks for the ends of a text, which a line is and a file is not.
func whole(pattern string) *regexp.Regexp {
	if strings.Contains(pattern, `\A`) || strings.Contains(pattern, `\z`) || flagged(pattern) {
		return nil
	}
	re, err := regexp.Compile("(?m:" + pattern + ")")
	if err != nil {
		return nil
	}
	return re
}

// flagged reports whether a pattern sets flags that may mean something else for many lines.
func flagged(pattern string) bool {
	for rest := pattern; ; {
		_, after, more := strings.Cut(rest, "(?")
		if !more {
			return false
		}
		flags, _, _ := strings.Cut(strings.ReplaceAll(after, ":", ")"), ")")
		if strings.Trim(flags, "is") != "" && !strings.HasPrefix(flags, "P<") && !strings.HasPrefix(flags, "<") {
			return true
		}
		rest = after
	}
}

// may reports whether a text may have a line with the pattern, at less than it costs to look at each. It is asked on any
// goroutine.
func (m *matcher) may(_ string, data []byte) bool {
	switch {
	case m.most == maxWork: // a page's, which pays for each line and nothing before
		return true
	case len(m.needs) > 0 && !m.needs.in(data):
		return false
	case m.sifts != nil && len(data) <= between:
		return m.sifts(data, m.re.Match)
	}
	return m.any == nil || len(data) > between || bytes.IndexByte(data, '\r') >= 0 || m.any.Match(data)
}

// looked pays for [matcher.may].
func (m *matcher) looked(size int) error {
	if len(m.begin) > 0 || len(m.needs) > 0 || m.most == maxWork {
		return m.spend(size)
	}
	return m.spend(size * m.steps)
}

// steps counts what a regular expression is compiled to, up to a little more than [MaxSteps].
func steps(re *syntax.Regexp) int {
	n := 1
	switch re.Op {
	case syntax.OpLiteral:
		n = len(re.Rune)
	case syntax.OpConcat:
		n = 0
	case syntax.OpAlternate:
		n = len(re.Sub) - 1
	case syntax.OpCapture:
		n = 2
	}
	for _, sub := range re.Sub {
		n = min(n+steps(sub), MaxSteps+1)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(re.Min+1, re.Max)
	}
	return min(n, MaxSteps+1)
}

// match reports whether a line has the pattern. What cannot begin is told by its bytes alone.
func (m *matcher) match(line []byte) (bool, error) {
	if err := m.spend(len(line) + 1); err != nil || !bytes.Contains(line, m.begin) {
		return false, err
	}
	if len(line)*m.steps > between {
		r := &paced{m: m, line: line}
		found := m.re.MatchReader(r)
		return found && r.err == nil, r.err
	}
	found := m.re.Match(line)
	return found, m.spend(len(line) * m.steps)
}

// paced gives a long line character by character, which is paid for in pieces.
type paced struct {
	m    *matcher
	line []byte
	at   int
	err  error
}

// ReadRune implements [io.RuneReader].
func (p *paced) ReadRune() (r rune, size int, err error) {
	if p.at == len(p.line) || p.err != nil {
		return 0, 0, io.EOF
	}
	r, size = utf8.DecodeRune(p.line[p.at:])
	p.at += size
	p.err = p.m.spend(size * p.m.steps)
	return r, size, nil
}
