package core

import (
	"strconv"

	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/prompt"
	"lily/core/skill"
	"lily/core/terms"
)

// calls answers what a model asks for, one call after the other. Each gets an
// answer, so that the conversation stays one that every upstream takes; the
// error is only that of a request which is over.
func (t *turn) calls(list []model.Call) error {
	for i, c := range list {
		err := t.ctx.Err()
		if err == nil && i >= MaxCalls {
			err = command.Errorf(command.LimitReached, "One reply may ask for %d calls; this one was not run.", MaxCalls)
		}
		if err == nil {
			err = t.callBy(c)
		}
		if err != nil {
			t.refuse(c, err)
		}
	}
	return t.ctx.Err()
}

func (t *turn) refuse(c model.Call, err error) {
	failed := asError(err)
	t.record(event.CallRefused{
		Call: c.ID, Tool: c.Name, Args: c.Args, Code: failed.Code, Rule: failed.Rule, Message: failed.Error(),
	})
}

// callBy runs one call of a model, under the same rules as a person's.
func (t *turn) callBy(c model.Call) error {
	if c.Name == prompt.SelectSkill {
		return t.selectBy(c)
	}
	tl, ok := t.e.tools.Find(c.Name)
	if o, own := t.own(c.Name); own && !ok {
		return t.callOwn(c, o)
	}
	if !ok {
		return &command.Error{Code: command.ToolDenied, Message: "There is no tool " + strconv.Quote(c.Name) + ".", Rule: "registered"}
	}
	rule, err := t.permit(tl.Name)
	if err != nil {
		return err
	}
	args, err := command.BindObject(fill(t.use.Defaults, tl.Params, c.Args, tl.Name), tl.Params)
	if err != nil {
		return err
	}
	u, err := t.called(tl, c.ID, rule, args)
	if err != nil {
		return err
	}
	if err := t.ready(&u); err != nil {
		return err
	}
	_, err = t.runs(u)
	return err
}

// selectBy makes a skill the request's one (CV-3, CV-4). The selection is
// recorded before anything of the skill is used.
func (t *turn) selectBy(c model.Call) error {
	args, err := command.BindObject(c.Args, []skill.Param{{Name: "name", Type: "string", Required: true}})
	if err != nil {
		return err
	}
	name := args["name"].(string)
	if err := t.selectable(name); err != nil {
		return err
	}
	k, err := t.find(name)
	if err != nil {
		return err
	}
	t.record(event.SkillSelected{Name: k.Name, By: "model"})
	t.load(k, c.ID, t.content(k))
	t.invoked(k, "", "auto")
	t.weigh(k)
	return nil
}

func (t *turn) selectable(name string) error {
	if t.use.Skill != nil {
		return t.second()
	}
	e, _ := terms.Catalog(t.state(), t.use).Find(name)
	switch e.Listing {
	case prompt.Listed, prompt.Shortened:
	case prompt.Dropped:
		return &command.Error{Code: command.SkillRefused, Rule: "catalog", Message: "The catalog is over its budget and leaves the skill " + strconv.Quote(name) + " out, so that only a person can call it."}
	default:
		return &command.Error{Code: command.SkillRefused, Rule: "catalog", Message: "The catalog has no skill " + strconv.Quote(name) + " to select."}
	}
	if !terms.Selects(t.state(), t.use) {
		return t.selectsNone()
	}
	if d := terms.Uses(t.state(), t.state().Snapshot.Find(name)); !d.Allowed {
		return ownerOnly(d)
	}
	return nil
}

func (t *turn) second() error {
	return &command.Error{Code: command.SkillRefused, Rule: "one skill a request", Message: "This request has its one skill, " + t.use.Skill.Name + "; no other is used."}
}

func (t *turn) selectsNone() error {
	if d := terms.SelectsFor(t.state()); !d.Allowed {
		return ownerOnly(d)
	}
	return &command.Error{Code: command.ToolDenied, Rule: "deny: " + prompt.SelectSkill, Message: "The policy lets no model select a skill."}
}

// content is a skill's wrapped body, or where the conversation holds just that
// already, a word that it does.
func (t *turn) content(k *loader.Candidate) string {
	wrapped := prompt.Wrap(k)
	s := t.state()
	for _, m := range t.use.Scope(s.Conversation) {
		if m.Context == wrapped {
			return "The skill " + k.Name + " is in this conversation already; follow its instructions from there."
		}
	}
	return wrapped
}
