package call

import (
	"context"
	"slices"

	"lily/core/command"
	"lily/core/event"
	"lily/core/policy"
	"lily/core/session"
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
	name, digest := c.about()
	granted := slices.Contains(c.state.Granted, session.NewGrant(c.Tool.Name, digest, c.exact()))
	d := c.state.Policy.Ask(c.judged(granted, t))
	if d.Auto {
		c.Auto = d.Rule
	}
	if d.Allowed {
		return nil
	}
	consent := t.Ask(ctx, c.question(t, d.Rule))
	c.asked = consent == policy.Once || consent == policy.Digest
	t.Record(event.Approval{
		Call: c.ID, Tool: c.Tool.Name, Skill: name, Digest: digest, Argv: c.exact(),
		Granted: c.asked, Consent: consent, Rule: d.Rule,
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
	err := command.Errorf(command.ApprovalDenied, "The tool %s was not approved.", c.Tool.Name)
	if consent == policy.Nobody {
		err = command.Errorf(command.ApprovalDenied,
			"The policy (%s) wants a person's approval before the tool %s runs, and there is nobody to ask here.",
			rule, c.Tool.Name)
	}
	err.Rule = rule
	return err
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

// judged is the call as the policy judges it.
func (c *Call) judged(granted bool, t Turn) policy.Use {
	always := c.Skill != nil && c.Skill.Skill().AlwaysAsk
	p := policy.Use{
		Tool: c.Tool.Name, Writes: c.Tool.Writes, ByModel: c.byModel(), Granted: granted,
		Careful: always || c.trust() == policy.TrustNone,
	}
	if c.program != nil {
		p.Program = &policy.Program{
			Trust: c.trust(), ReadOnly: c.program.readOnly, AlwaysAsk: always, Command: c.program.written,
		}
	}
	p.Careful = p.Careful || p.ByModel && c.state.Policy.FullAuto() && c.misled(t.Events())
	return p
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
