package format

import (
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"strings"

	"lily/core/answer"
	"lily/core/check"
	"lily/core/skill"
)

// JUnit writes a test case for each skill, as the build servers read them that know the XML of JUnit's reports (Jenkins,
// GitLab, Azure). What fails the check fails its skill; the rest is what the skill's test has written.
func JUnit(to io.Writer, r *check.Report, o Options) error {
	suite := junitSuite{Name: "lily check", Time: "0"}
	for _, f := range r.Files() {
		suite.add(o.judged(f))
	}
	for _, u := range r.Unchecked {
		suite.add(junitCase{Name: clean(u.Path), Class: "lily", File: clean(u.Path), Time: "0", Error: &junitFault{clean(u.Message), u.Code, ""}})
	}
	for _, root := range r.Roots {
		f := check.File{Name: root.Path, Path: root.Path, Format: "root"}
		for _, n := range root.Notes {
			one := check.OfNote(n)
			one.Message = n.Path + ": " + one.Message
			f.Findings = append(f.Findings, one)
		}
		if len(o.of(f)) > 0 {
			suite.add(o.judged(f))
		}
	}
	all := junitSuites{Tests: suite.Tests, Failures: suite.Failures, Errors: suite.Errors, Suites: []junitSuite{suite}}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(to, "%s%s\n", xml.Header, text)
	}
	return err
}

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string      `xml:"name,attr"`
	Class   string      `xml:"classname,attr"`
	File    string      `xml:"file,attr"`
	Time    string      `xml:"time,attr"`
	Error   *junitFault `xml:"error"`
	Failure *junitFault `xml:"failure"`
	Out     string      `xml:"system-out,omitempty"`
}

type junitFault struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

func (s *junitSuite) add(c junitCase) {
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	if c.Error != nil {
		s.Errors++
	}
	s.Cases = append(s.Cases, c)
}

// judged is a file as a test case. One has a single failure, with all that fails it.
func (o Options) judged(f check.File) junitCase {
	c := junitCase{Name: clean(f.Name), Class: clean(path.Dir(slashed(f.Path))), File: clean(f.Path), Time: "0"}
	var failed, said []string
	for _, one := range o.of(f) {
		line := fmt.Sprintf("%s:%d:%d: %s: %s (%s, %s)", one.path, one.Line, one.Column, one.Severity, one.Message, one.Code, one.Clause)
		if !o.fails(one.Finding) {
			said = append(said, clean(line))
			continue
		}
		if failed = append(failed, clean(line)); c.Failure == nil || one.Severity == skill.Error && c.Failure.Message == "" {
			c.Failure = &junitFault{Message: clean(one.Message), Type: one.Code}
		}
	}
	if c.Failure != nil {
		c.Failure.Text = strings.Join(failed, "\n")
	}
	c.Out = strings.Join(said, "\n")
	return c
}

// clean is a text as XML bears it, on one line.
func clean(s string) string { return answer.Line(s) }
