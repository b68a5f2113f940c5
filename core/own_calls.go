package core

import (
	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/prompt"
	"lily/core/tool"
)

// own finds a skill's own tool by its name for models.
func (t *turn) own(name string) (own, bool) {
	for _, k := range t.state().Snapshot.Skills {
		for _, o := range callable(k) {
			if o.name == name {
				return o, true
			}
		}
	}
	return own{}, false
}

// callable lists the tools of a skill that a model may call at all: none where
// the author says that only a person calls it.
func callable(k *loader.Candidate) []own {
	if k.Skill().PersonOnly {
		return nil
	}
	return owned(k)
}

// offeredOwn lists the skills' own tools that this request may use (TS-8): those
// of its one skill, or while it has none, of every skill that it could still
// select (CV-4). What the budget leaves out is named.
func (t *turn) offeredOwn() (list []tool.Tool, dropped []string) {
	skills := t.state().Snapshot.Skills
	if k := t.use.skill; k != nil {
		skills = []*loader.Candidate{k}
	} else if !t.selects() {
		skills = nil
	}
	for _, k := range skills {
		for _, o := range callable(k) {
			if _, err := t.permitOwn(o); err == nil {
				list = append(list, tool.Tool{Name: o.name, Summary: o.Description, Params: o.Params})
			}
		}
	}
	return prompt.Offer(list)
}

// callOwn runs a skill's own tool for a model. The first call selects the skill,
// which is then the request's only one, and is recorded before anything of it is
// used (CV-3, CV-4).
func (t *turn) callOwn(c model.Call, o own) error {
	if t.use.skill != nil && t.use.skill != o.skill {
		return t.second()
	}
	if t.use.skill == nil && !t.selects() {
		return selectsNone()
	}
	rule, err := t.permitOwn(o)
	if err != nil {
		return err
	}
	if t.use.skill == nil {
		t.record(event.SkillSelected{Name: o.skill.Name, By: "model"})
		t.invoked(o.skill, "", "auto")
		t.activate(o.skill)
	}
	args, err := command.BindObject(t.use.terms.fill(tool.Tool{Name: o.Name, Params: o.Params}, c.Args), o.Params)
	if err != nil {
		return err
	}
	u, err := o.use(c.ID, rule, args)
	if err != nil {
		return err
	}
	if err := t.ready(&u); err != nil {
		return err
	}
	_, err = t.runs(u)
	return err
}
