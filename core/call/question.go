package call

import (
	"strings"

	"lily/core/command"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/tree"
)

// Question is what an approval asks: may this tool run, for this skill, with
// these arguments (PO-6).
type Question struct {
	Session string
	Call    string // the model's call; empty where the person dispatched
	Skill   string // empty for none
	Digest  tree.Digest
	Tool    string
	Args    command.Args
	Rule    string // the policy's rule that asks
	Touches []Touch
	Fails   string   // why the call would fail as things stand; empty when it would not
	Program *Program // nil for a built-in tool
}

// Program is what a question shows of a program: all that it would get, and the texts
// that it would run. What it would do is not known before (PO-6).
type Program struct {
	Argv     []string // the final words, one by one (TS-2)
	Dir      string
	Env      []string // the names of its environment (TS-4)
	Timeout  int      // in seconds
	Network  bool     // the skill says that it needs the internet
	ReadOnly bool     // the skill says that it changes nothing, and nothing is kept
	Exact    bool     // a yes that lasts is for just these words
	Trust    policy.Trust
	Warning  string // over the question, for a skill that is not trusted (PO-5)
	Sources  []Source
	More     int // files that are not among the sources, since those are many
}

// Touch is a file that the call would change; an empty side is no file.
type Touch struct{ Path, Before, After string }

// question shows what the call would do, which is known without doing it: a
// tool is a pure function of the tree.
func (c *Call) question(t Turn, rule string) Question {
	name, digest := c.about()
	q := Question{
		Session: c.state.ID, Call: c.ID, Skill: name, Digest: digest, Tool: c.Tool.Name, Args: c.Args, Rule: rule,
	}
	if c.program != nil {
		c.describe(&q, t)
		return q
	}
	in := t.Input()
	result, next := c.try(in)
	q.Fails = result.Error
	c.touches = touches(in.Tree, next)
	q.Touches = c.touches
	return q
}

// describe adds to a question what is known of a program.
func (c *Call) describe(q *Question, t Turn) {
	p, trust, spec := c.program, c.trust(), c.spec(t)
	q.Program = &Program{
		Argv: spec.Argv, Dir: spec.Dir, Env: program.Names(spec.Env), Timeout: spec.Timeout,
		Network: p.network, ReadOnly: p.readOnly, Exact: p.written, Trust: trust, Warning: trust.Warning(),
	}
	c.sources, q.Program.More = sources(spec, c.Skill)
	q.Program.Sources = c.sources
	if fault := c.cannot(t); fault != nil {
		q.Fails = strings.TrimSuffix(fault.Error, ".") // it stands within a sentence
	}
}

// touches lists the files that differ; next is nil for the same tree.
func touches(t tree.Tree, next *tree.Tree) (list []Touch) {
	if next == nil {
		return nil
	}
	for _, c := range tree.Diff(t, *next) {
		list = append(list, Touch{"/" + c.Path, text(t, c.Path), text(*next, c.Path)})
	}
	return list
}

// text is what a file holds, nothing where there is none.
func text(t tree.Tree, path string) string {
	f, ok := t.File(path)
	if !ok {
		return ""
	}
	data, err := f.Bytes()
	if err != nil {
		return "(" + err.Error() + ")"
	}
	return string(data)
}
