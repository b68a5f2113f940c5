package call

import (
	"context"
	"slices"
	"strings"

	"lily/core/command"
	"lily/core/event"
	"lily/core/network"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/tree"
)

// Approve asks the person where the policy says so (PO-1, PO-6), and says plainly that
// programs cannot run here, where they cannot.
func (c *Call) Approve(ctx context.Context, t Turn) error {
	if c.program != nil {
		idle := t.Runner() == nil
		if r, ok := t.Runner().(Recall); ok {
			idle = r.Idle()
		}
		if idle {
			failed := command.Errorf(command.ToolFailed,
				"Programs cannot run here; %s was not started. The words would have been:", c.program.Argv[0])
			failed.Details = c.program.Argv
			return failed
		}
		if c.program.fault != nil {
			return nil // nothing will start, so there is nothing to ask
		}
	}
	_ = c.bring(t) // what is wrong with it is told, and recorded, when it runs
	name, digest := c.about()
	r, granted := c.reaches(t)
	d := c.state.Policy.Ask(c.judged(granted, r, t))
	c.foreign = d.Rule == policy.ForeignRule
	if d.Auto {
		c.Auto = d.Rule
	}
	if d.Allowed {
		return nil
	}
	c.shown = c.question(ctx, t, d.Rule, r)
	consent := t.Ask(ctx, c.shown)
	c.asked = consent == policy.Once || consent == policy.Digest
	t.Record(event.Approval{
		Call: c.ID, Tool: c.Tool.Name, Skill: name, Digest: digest, Argv: c.exact(),
		Granted: c.asked, Consent: consent, Rule: d.Rule, Files: r.files,
	})
	if c.asked {
		return nil
	}
	return c.unapproved(ctx, d.Rule, consent)
}

func (c *Call) unapproved(ctx context.Context, rule string, consent policy.Consent) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	said := "The tool " + c.Tool.Name + " was not approved."
	if consent == policy.Nobody {
		said = "The policy (" + rule + ") wants a person's approval before the tool " + c.Tool.Name +
			" runs, and there is nobody to ask here."
	}
	return &command.Error{Code: command.ApprovalDenied, Message: said, Rule: rule}
}

// about is the skill and the version of it that an approval holds for: its
// SKILL.md, and where a program runs the whole folder, scripts and all.
func (c *Call) about() (name string, digest tree.Digest) {
	switch {
	case c.Skill == nil:
		return "", tree.Digest{}
	case c.program != nil:
		return c.Skill.Name, c.Skill.Folder().Digest()
	}
	return c.Skill.Name, c.Skill.Digest
}

func (c *Call) judged(granted bool, r reach, t Turn) policy.Use {
	always, trust := c.Skill != nil && c.Skill.Skill().AlwaysAsk, c.trust()
	u := policy.Use{Tool: c.Tool.Name, Writes: c.Tool.Writes, ByModel: c.byModel(), Granted: granted}
	u.Careful = always || trust == policy.TrustNone || u.ByModel && c.state.Policy.FullAuto() && c.misled(t.Events())
	if p := c.program; p != nil {
		u.Program = &policy.Program{
			Trust: trust, ReadOnly: p.readOnly, AlwaysAsk: always, Command: p.written,
			Foreign: r.foreign != "", Doubtful: r.beside != "" || c.Skill != nil && c.Skill.Changed(),
		}
	}
	return u
}

// misled reports whether a skill that is not trusted was used in the session, or it
// goes on from a recording, so that what a model wants may be what those want: full auto
// covers none of it (PO-9). A skill that is not there any more may be such.
func (c *Call) misled(events []event.Event) bool {
	return slices.ContainsFunc(events, func(e event.Event) bool {
		switch b := e.Body.(type) {
		case event.SessionKept:
			return true
		case event.SkillInvoked:
			k := c.state.Snapshot.Find(b.Name)
			return k == nil || k.Trust() == policy.TrustNone
		}
		return false
	})
}

// trust is that of the skill; what has none is the person's own session's.
func (c *Call) trust() policy.Trust {
	if c.Skill == nil {
		return policy.TrustUser
	}
	return c.Skill.Trust()
}

// exact are the words that an approval is bound to: those of a command that someone
// wrote out, so that a yes never means another one, and else none.
func (c *Call) exact() []string {
	if c.program == nil || !c.program.written {
		return nil
	}
	return c.program.Argv
}

// Question is what an approval asks: may this tool run, for this skill, with these arguments (PO-6).
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
	Request *Request // what a running program asks of the network; then Program is nil, and the question is about this alone
}

// Request is what a question shows of a request.
type Request struct {
	network.Request
	Program string // that is running
	Named   bool   // a credential that the person named for this host goes along
	Warning string // as that of a program
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
	Warning  string   // over the question, for a skill that is not trusted (PO-5)
	Whence   []string // sentences on where the files that would run came from, other than from the person
	Sources  []Source
	More     int // files that are not among the sources, since those are many
}

// Touch is a file that the call would add, change or remove; a side where it is not is empty.
type Touch struct {
	Path          string
	Op            tree.Op
	Before, After string
}

// question shows what a built-in tool would do, which is known without doing it, since it is a
// pure function of the tree; and of a program what is known of it.
func (c *Call) question(ctx context.Context, t Turn, rule string, r reach) Question {
	q := Question{Session: c.state.ID, Call: c.ID, Tool: c.Tool.Name, Args: c.Args, Rule: rule}
	q.Skill, q.Digest = c.about()
	if c.program == nil {
		in := t.Input()
		result, next := c.try(ctx, t, in)
		q.Fails, q.Touches = result.Error, touches(in.Tree, next)
		return q
	}
	p, trust, spec := c.program, c.trust(), c.spec(t)
	q.Program = &Program{
		Argv: spec.Argv, Dir: spec.Dir, Env: program.Names(spec.Env), Timeout: spec.Timeout,
		Network: p.network, ReadOnly: p.readOnly, Exact: p.written, Trust: trust, Warning: trust.Warning(),
		Whence: c.whence(t, r),
	}
	q.Program.Sources, q.Program.More = sources(spec, c.Skill)
	if fault := c.cannot(t); fault != nil {
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
		list = append(list, Touch{"/" + c.Path, c.Op, text(t, c.Path), text(*next, c.Path)})
	}
	return list
}

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
