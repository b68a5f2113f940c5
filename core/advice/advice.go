// Package advice is what an author is told of a skill beyond what decides about it: a file that the text names and that
// is not there, a key that is almost a known one, a script that nobody can start.
//
// It promises that the same skill gives the same findings everywhere, that each of them names one place, and that what
// cannot be told for sure is not told: what a text says of other folders, of files that are still to be made and of
// examples is left alone. It excludes no skill (SK-11); the loader does that.
//
//	found := advice.Of(advice.Skill{Skill: skill.Parse("haiku", text), Files: folder})
package advice

import (
	"fmt"

	"lily/core/skill"
	"lily/core/tree"
)

// Skill is a skill with all that advice looks at.
type Skill struct {
	*skill.Skill
	Files tree.Tree // its folder; of a file without bytes no more is known than that it is there
	// Read reads a file that the tree has without its bytes, of [MostFile] bytes at most; nil where none is.
	Read func(path string) []byte
	Runs func(path string) bool // whether the system may start a file; nil where nobody can tell, as in an archive
}

// Codes lists every code of this package.
func Codes() []skill.CodeInfo { return append([]skill.CodeInfo{}, codes[:]...) }

var codes = [...]skill.CodeInfo{
	{Code: "file_missing", Severity: skill.Warning, Clause: "SK-11", Meaning: "the text names a file of the skill that is not there"},
	{Code: "file_case", Severity: skill.Warning, Clause: "SK-11", Meaning: "the text names a file by other capitals than it has"},
	{Code: "file_unnamed", Severity: skill.Info, Clause: "SK-11", Meaning: "no text of the skill names a file of it"},
	{Code: "skill_long", Severity: skill.Info, Clause: "SK-11", Meaning: "SKILL.md has more than the 500 lines or 5,000 tokens that the standard advises"},
	{Code: "key_near", Severity: skill.Warning, Clause: "SK-11", Meaning: "a key that has no effect and is almost one that has"},
	{Code: "no_when", Severity: skill.Info, Clause: "SK-11", Meaning: "the description does not say when to use the skill"},
	{Code: "alike", Severity: skill.Info, Clause: "SK-11", Meaning: "the descriptions of two skills can hardly be told apart"},
	{Code: "script_not_executable", Severity: skill.Info, Clause: "SK-11", Meaning: "a script that may not be started; a warning where the text starts it"},
	{Code: "script_no_interpreter", Severity: skill.Info, Clause: "SK-11", Meaning: "a script whose first line names no interpreter; a warning where the text starts it"},
	{Code: "script_interpreter", Severity: skill.Warning, Clause: "SK-11", Meaning: "the first line of a script names an interpreter that cannot run it"},
	{Code: "script_line_ends", Severity: skill.Warning, Clause: "SK-11", Meaning: "a script with the line ends of Windows, which shells do not take"},
	{Code: "plain_http", Severity: skill.Info, Clause: "SK-11", Meaning: "a link to the outside that is not encrypted"},
	{Code: "tool_nowhere", Severity: skill.Info, Clause: "SK-11", Meaning: "a tool in allowed-tools that no known agent has"},
	{Code: "program_untold", Severity: skill.Info, Clause: "SK-11", Meaning: "a script calls a program that the frontmatter does not tell of"},
}

func info(code string) skill.CodeInfo {
	for _, c := range codes {
		if c.Code == code {
			return c
		}
	}
	panic("advice: no such code: " + code)
}

// Of is what the author of one skill is advised. What its neighbours add, [Alike] tells.
func Of(s Skill) []skill.Finding {
	l := look{Skill: s, cache: map[string]string{}}
	if _, ok := s.Files.File(main); !ok || s.Skill == nil {
		return nil
	}
	l.text = read(l.file(main), s.BodyLine)
	for _, see := range []func(*look){
		(*look).named, (*look).unnamed, (*look).length, (*look).keys, (*look).when,
		(*look).scripts, (*look).outside, (*look).tools, (*look).programs,
	} {
		see(&l)
	}
	skill.Sort(l.found)
	return l.found
}

// look is one skill while it is looked at.
type look struct {
	Skill
	*text
	found []skill.Finding
	cache map[string]string // of files that were read
	hints *hints            // of the line that was looked at last
}

func (l *look) find(code string, file string, line, column int, format string, args ...any) *skill.Finding {
	about := info(code)
	l.found = append(l.found, skill.Finding{
		Code: code, Severity: about.Severity, Clause: about.Clause, File: file,
		Line: max(line, 1), Column: max(column, 1), Message: fmt.Sprintf(format, args...),
	})
	return &l.found[len(l.found)-1]
}

// spot places a finding on a span of SKILL.md.
func (l *look) spot(code string, at span, format string, args ...any) *skill.Finding {
	return l.find(code, main, at.line, at.column, format, args...)
}
