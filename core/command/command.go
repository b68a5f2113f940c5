// Package command reads slash commands (CM-1, CM-2, CM-8) and their arguments
// (CM-5). It promises exactness: a name is the whole name or unknown, nothing
// is completed, corrected or handed on to a model. It runs nothing.
package command

import (
	"fmt"
	"strings"
	"unicode"
)

// Line is one parsed command.
type Line struct {
	Name string // without the slash
	Args string // what follows the name, trimmed
}

// Trim takes away the blanks around a message, and the byte order marks before it, which
// files and pastes begin with (CM-1).
func Trim(message string) string {
	return strings.TrimSpace(strings.TrimLeftFunc(message, func(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' }))
}

// Parse reads a message as a command; ok is false for a message whose first
// character that is neither blank nor a byte order mark is not a slash (CM-1). The name
// ends at the first white space. "/skill:x y" is "/skill x y" (CM-2).
func Parse(message string) (l Line, ok bool) {
	message = Trim(message)
	if !strings.HasPrefix(message, "/") {
		return Line{}, false
	}
	l.Name, l.Args = Word(message[1:])
	if name, found := strings.CutPrefix(l.Name, "skill:"); found && name == "" {
		l = Line{Name: "skill"}
	} else if found {
		l = Line{"skill", strings.TrimSpace(name + " " + l.Args)}
	}
	return l, true
}

// Word cuts text at its first white space and trims what follows.
func Word(text string) (word, rest string) {
	i := strings.IndexFunc(text, unicode.IsSpace)
	if i < 0 {
		return text, ""
	}
	return text[:i], strings.TrimSpace(text[i:])
}

// Builtin is a command that ships with Lily, as it is shown and checked (CM-2).
type Builtin struct {
	Name  string
	Usage string // as a person types it
	Help  string // one sentence
	Needs string // what the required argument is: "a skill name"
	More  bool   // text may follow the required argument
}

// Check refuses a missing or an unexpected argument (CM-8).
func (b Builtin) Check(args string) error {
	word, rest := Word(args)
	switch {
	case b.Needs == "" && args != "":
		return Errorf(UnexpectedArgument, "/%s takes no argument; got %q.", b.Name, args)
	case b.Needs != "" && word == "":
		return Errorf(MissingArgument, "/%s requires %s.", b.Name, b.Needs)
	case b.Needs != "" && !b.More && rest != "":
		return Errorf(UnexpectedArgument, "/%s takes %s and no more; got %q after it.", b.Name, b.Needs, rest)
	}
	return nil
}

// Code is the stable name of what went wrong (CM-8).
type Code string

// The codes of the contract.
const (
	UnknownCommand     Code = "unknown_command"
	MissingArgument    Code = "missing_argument"
	UnexpectedArgument Code = "unexpected_argument"
	SkillNotFound      Code = "skill_not_found"
	SkillExcluded      Code = "skill_excluded"
	AliasAmbiguous     Code = "alias_ambiguous"
	AgentNotFound      Code = "agent_not_found"
	InvalidArguments   Code = "invalid_arguments"
	ToolDenied         Code = "tool_denied"
	OwnerOnly          Code = "owner_only"
	ApprovalDenied     Code = "approval_denied"
	ToolFailed         Code = "tool_failed"
	Timeout            Code = "timeout"
	Cancelled          Code = "cancelled"
)

// The codes beside the contract's.
const (
	LoadFailed      Code = "load_failed"       // and everything is left as it was (SN-5)
	ModelFailed     Code = "model_failed"      // it did not answer (CV-7)
	SkillRefused    Code = "skill_refused"     // not for this caller, or a second one in a request (SK-5, CV-4)
	LimitReached    Code = "limit_reached"     // a bound of a request (CV-8)
	ReadOnly        Code = "read_only"         // another program writes the session (VF-5)
	TooCostly       Code = "too_costly"        // it would take too long (SK-10)
	SessionNotFound Code = "session_not_found" // it is not open here (EV-1)
)

// Error is a command that did not do what it was asked.
type Error struct {
	Code    Code
	Message string // one or more sentences
	Details []string
	Usage   string // how to call it, where that helps
	Rule    string // that decided, where a policy did (PO-7); recorded, not said
}

// Errorf returns an error with a formatted message.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Error returns the sentence as CM-8 has it, then the details and the usage, each on a line of its own.
func (e *Error) Error() string {
	lines := []string{"Error: " + e.Message}
	for _, d := range e.Details {
		lines = append(lines, "- "+d)
	}
	if e.Usage != "" {
		lines = append(lines, "Usage: "+e.Usage)
	}
	return strings.Join(lines, "\n")
}
