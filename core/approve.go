package core

import (
	"encoding/json"
	"slices"
	"strings"

	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/session"
	"lily/core/tool"
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

// Program is what a question shows of a program: all that it would get. What it
// would do is not known before (PO-6).
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
}

// Touch is a file that the call would change; an empty side is no file.
type Touch struct{ Path, Before, After string }

// use is one call of a tool, checked and ready to run.
type use struct {
	call    string // the model's call; empty for a person's
	tool    tool.Tool
	args    command.Args
	skill   *loader.Candidate // nil for none
	rule    string            // that allowed it
	program *started          // nil for a built-in tool

	asked bool    // a person has approved
	seen  []Touch // and has seen these changes
}

// about is the skill and the version of it that an approval holds for: its
// SKILL.md, and where a program runs the whole folder, scripts and all.
func (u use) about() (name string, digest tree.Digest) {
	switch {
	case u.skill == nil:
		return "", tree.Digest{}
	case u.program != nil:
		return u.skill.Name, u.skill.Folder().Digest()
	}
	return u.skill.Name, u.skill.Digest
}

// policy is the call as the policy judges it.
func (u use) policy(granted bool) policy.Use {
	p := policy.Use{Tool: u.tool.Name, Writes: u.tool.Writes, ByModel: u.call != "", Granted: granted}
	if u.program != nil {
		always := u.skill != nil && u.skill.Skill().AlwaysAsk
		p.Program = &policy.Program{Trust: u.trust(), ReadOnly: u.program.readOnly, AlwaysAsk: always, Command: u.program.command}
	}
	return p
}

// trust is that of the skill; what has none is the person's own session's.
func (u use) trust() policy.Trust {
	if u.skill == nil {
		return policy.TrustUser
	}
	return u.skill.Trust()
}

// exact are the words that an approval is bound to: those of a command that someone
// wrote out, so that a yes never means another one, and else none.
func (u use) exact() []string {
	if u.program == nil || !u.program.command {
		return nil
	}
	return u.program.argv
}

// approve asks the person where the policy says so (PO-1, PO-6).
func (t *turn) approve(u *use) error {
	name, digest := u.about()
	granted := slices.Contains(t.state().Granted, session.NewGrant(u.tool.Name, digest, u.exact()))
	d := t.state().Policy.Ask(u.policy(granted))
	if d.Allowed {
		return nil
	}
	consent := policy.Nobody
	if t.e.ports.Approve != nil {
		consent = t.e.ports.Approve(t.ctx, t.question(u, d.Rule))
	}
	u.asked = consent == policy.Once || consent == policy.Digest
	t.record(event.Approval{Call: u.call, Tool: u.tool.Name, Skill: name, Digest: digest, Argv: u.exact(), Granted: u.asked, Consent: consent, Rule: d.Rule})
	if u.asked {
		return nil
	}
	return t.denied(u.tool.Name, d.Rule, consent)
}

func (t *turn) denied(name, rule string, consent policy.Consent) error {
	if err := t.ctx.Err(); err != nil {
		return err
	}
	err := command.Errorf(command.ApprovalDenied, "The tool %s was not approved.", name)
	if consent == policy.Nobody {
		err = command.Errorf(command.ApprovalDenied, "The policy (%s) wants a person's approval before the tool %s runs, and there is nobody to ask here.", rule, name)
	}
	err.Rule = rule
	return err
}

// question shows what the call would do, which is known without doing it: a
// tool is a pure function of the tree.
func (t *turn) question(u *use, rule string) Question {
	name, digest := u.about()
	q := Question{Session: t.id, Call: u.call, Skill: name, Digest: digest, Tool: u.tool.Name, Args: u.args, Rule: rule}
	if u.program != nil {
		return t.about(q, u)
	}
	w := t.e.World()
	result, next := t.try(w, *u)
	q.Fails = result.Error
	u.seen = touches(w.Tree, next)
	q.Touches = u.seen
	return q
}

// about adds to a question what is known of a program.
func (t *turn) about(q Question, u *use) Question {
	spec, trust := t.spec(*u), u.trust()
	q.Program = &Program{
		Argv: spec.Argv, Dir: spec.Dir, Env: program.Names(spec.Env), Timeout: spec.Timeout,
		Network: u.program.network, ReadOnly: u.program.readOnly, Exact: u.program.command, Trust: trust, Warning: trust.Warning(),
	}
	if fault := t.cannot(spec.Argv[0]); fault != nil {
		q.Fails = strings.TrimSuffix(fault.Error, ".") // it stands within a sentence
	}
	return q
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

// encode writes arguments with their names sorted.
func encode(args command.Args) json.RawMessage {
	data, err := json.Marshal(args)
	if err != nil {
		panic(err) // strings, numbers, booleans and lists always encode
	}
	return data
}
