package core

import (
	"lily/core/command"
	"lily/core/event"
	"lily/core/model"
	"lily/core/terms"
)

// own finds a skill's own tool by its name for models.
func (t *turn) own(name string) (own, bool) {
	for _, k := range t.state().Snapshot.Skills {
		for _, o := range owns(terms.Callable(k)) {
			if o.Full == name {
				return o, true
			}
		}
	}
	return own{}, false
}

// callOwn runs a skill's own tool for a model. The first call selects the skill,
// which is then the request's only one, and is recorded before anything of it is
// used (CV-3, CV-4).
func (t *turn) callOwn(c model.Call, o own) error {
	if t.use.Skill != nil && t.use.Skill != o.Skill {
		return t.second()
	}
	if t.use.Skill == nil && !terms.Selects(t.state(), t.use) {
		return t.selectsNone()
	}
	rule, err := t.permitOwn(o)
	if err != nil {
		return err
	}
	if t.use.Skill == nil {
		t.record(event.SkillSelected{Name: o.Skill.Name, By: "model"})
		t.invoked(o.Skill, "", "auto")
		t.weigh(o.Skill)
	}
	args, err := command.BindObject(fill(t.use.Defaults, o.Params, c.Args, o.Name, o.Full), o.Params)
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
