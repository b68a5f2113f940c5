package core

import (
	"encoding/json"
	"slices"

	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/session"
	"lily/core/tool"
	"lily/core/tree"
)

// use is one call of a tool, checked and ready to run.
type use struct {
	call    string // the model's call; empty for a person's
	tool    tool.Tool
	args    command.Args
	skill   *loader.Candidate // nil for none
	rule    string            // that allowed it
	program *started          // nil for a built-in tool

	auto    string   // the rule of full auto that let it run unasked (PO-9); empty for none
	asked   bool     // a person has approved
	seen    []Touch  // and has seen these changes
	sources []Source // and these texts
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
	always := u.skill != nil && u.skill.Skill().AlwaysAsk
	p := policy.Use{Tool: u.tool.Name, Writes: u.tool.Writes, ByModel: u.call != "", Granted: granted, Careful: always || u.trust() == policy.TrustNone}
	if u.program != nil {
		p.Program = &policy.Program{Trust: u.trust(), ReadOnly: u.program.readOnly, AlwaysAsk: always, Command: u.program.command}
	}
	return p
}

// misled reports whether a skill that is not trusted was used in the session, or it
// goes on from a recording, so that what a model wants may be what those want: full auto
// covers none of it (PO-9). A skill that is not there any more may be such.
func (t *turn) misled() bool {
	s, events := t.e.State(t.id)
	return slices.ContainsFunc(events, func(e event.Event) bool {
		switch b := e.Body.(type) {
		case event.SessionKept:
			return true
		case event.SkillInvoked:
			c := s.Snapshot.Find(b.Name)
			return c == nil || c.Trust() == policy.TrustNone
		}
		return false
	})
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
	judged := u.policy(granted)
	judged.Careful = judged.Careful || judged.ByModel && t.state().Policy.FullAuto() && t.misled()
	d := t.state().Policy.Ask(judged)
	if d.Auto {
		u.auto = d.Rule
	}
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

// encode writes arguments with their names sorted.
func encode(args command.Args) json.RawMessage {
	data, err := json.Marshal(args)
	if err != nil {
		panic(err) // strings, numbers, booleans and lists always encode
	}
	return data
}
