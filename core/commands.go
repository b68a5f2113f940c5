package core

import (
	"errors"
	"fmt"
	"slices"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/persona"
	"lily/core/prompt"
	"lily/core/scope"
	"lily/core/session"
	"lily/core/tree"
)

type builtin struct {
	command.Builtin
	run func(t *turn, args string) (Result, error)
}

// builtins is the table of the commands that ship with Lily, in the order in which they are
// shown (CM-2).
func builtins() []builtin {
	return []builtin{
		{command.Builtin{Name: "skills", Usage: "/skills", Help: "List the skills of the snapshot."}, (*turn).skills},
		{command.Builtin{
			Name: "skill", Usage: "/skill <name> [input]", Help: "Use one skill, by name.", Needs: "a skill name", More: true,
		}, (*turn).skill},
		{command.Builtin{
			Name: "help", Usage: "/help <skill>", Help: "Say what a skill is, without running it.", Needs: "a skill name",
		}, (*turn).help},
		{command.Builtin{
			Name: "agent", Usage: "/agent <name>", Help: "Switch the persona.", Needs: "an agent name",
		}, (*turn).agent},
		{command.Builtin{
			Name: "reload_skills", Usage: "/reload_skills", Help: "Take a new snapshot and say what changed.",
		}, (*turn).reloadSkills},
		{command.Builtin{
			Name: "reload_persona", Usage: "/reload_persona", Help: "Read the persona again.",
		}, (*turn).reloadPersona},
		{command.Builtin{Name: "new", Usage: "/new", Help: "Open a fresh session."}, (*turn).fresh},
	}
}

func find(name string) (builtin, bool) {
	for _, b := range builtins() {
		if b.Name == name {
			return b, true
		}
	}
	return builtin{}, false
}

// Builtins returns the built-in commands in the order in which they are shown.
func Builtins() (list []command.Builtin) {
	for _, b := range builtins() {
		list = append(list, b.Builtin)
	}
	return list
}

// Builtin returns the built-in command of a name.
func Builtin(name string) (command.Builtin, bool) {
	b, ok := find(name)
	return b.Builtin, ok
}

// Reserved returns the names that no skill's command may take, sorted.
func Reserved() (names []string) {
	for _, b := range builtins() {
		names = append(names, b.Name)
	}
	slices.Sort(names)
	return names
}

// listed is the catalog of a session outside of a request, made once for a snapshot and a budget. Its turn is held.
type listed struct {
	of    tree.Digest // the snapshot's
	limit int
	list  prompt.Catalog
}

func (l *listed) catalog(s session.State) prompt.Catalog {
	if limit := scope.Budget(s, scope.Scope{}); l.of != s.Snapshot.Digest || l.limit != limit {
		*l = listed{s.Snapshot.Digest, limit, scope.Catalog(s, scope.Scope{})}
	}
	return l.list
}

func (t *turn) skills(string) (Result, error) {
	s := t.state()
	c, a := t.l.listed.catalog(s), List(s.Snapshot)
	_, rule := prompt.Budget(s.Policy, s.Window)
	if cut, dropped := c.Named(prompt.Shortened), c.Named(prompt.Dropped); len(cut)+len(dropped) > 0 { // CV-2
		a = append(a, answer.Block{Kind: answer.Definitions, Title: "The model's catalog", Rows: [][]string{
			{"In the catalog", Meter(c)},
			{"Budget", rule},
			{"Summary cut", list(cut)},
			{"Dropped", list(dropped)},
		}})
	}
	return t.answer(a)
}

func (t *turn) skill(args string) (Result, error) {
	name, input := command.Word(args)
	c, err := t.find(name)
	if err != nil {
		return Result{}, err
	}
	return t.invoke(c, input)
}

// help says what a skill is from what the snapshot holds; it reads and runs nothing (CM-6).
func (t *turn) help(name string) (Result, error) {
	c, err := t.find(name)
	if err != nil {
		return Result{}, err
	}
	s := t.state()
	return t.answer(describe(s.Snapshot, c, t.tools, t.l.listed.catalog(s)))
}

// agent switches the persona and nothing else (CM-7).
func (t *turn) agent(name string) (Result, error) {
	p, missing, err := t.persona(name)
	if missing {
		err = command.Errorf(command.AgentNotFound, "There is no agent %q.", name)
	}
	if err != nil {
		return Result{}, err
	}
	t.Record(event.AgentSwitched{Agent: p.Agent, Persona: p})
	return t.answer(given(fmt.Sprintf("The agent is %s.", p.Agent), p))
}

// reloadPersona reads the agent's files again. An agent whose folder is gone keeps what it has.
func (t *turn) reloadPersona(string) (Result, error) {
	p, missing, err := t.persona(t.state().Agent)
	if missing {
		err = command.Errorf(command.AgentNotFound, "The agent's folder is gone, and the persona stays as it was: %s.", err)
	}
	if err != nil {
		return Result{}, err
	}
	said := "The persona was read again."
	if p.Digest == t.state().Persona.Digest {
		said = "The persona was read again and is as it was."
	}
	t.Record(event.PersonaReloaded{Persona: p})
	return t.answer(given(said, p))
}

// persona reads an agent's files as they are now; missing is an agent that is not there.
func (t *turn) persona(agent string) (p persona.Persona, missing bool, err error) {
	in, err := t.reread(needs{persona: true})
	if err == nil {
		p, err = persona.Load(in.Tree, agent)
	}
	var none *persona.NotFound
	if missing = errors.As(err, &none); err != nil && !missing {
		err = command.Errorf(command.LoadFailed, "The persona stays as it was: %s.", err)
	}
	return p, missing, err
}

// reloadSkills replaces the snapshot and says what changed; a load that fails changes nothing (SN-5).
func (t *turn) reloadSkills(string) (Result, error) {
	old := t.state().Snapshot
	in, err := t.reread(needs{skills: true})
	var s *loader.Snapshot
	if err == nil {
		s, err = t.ports.Keeper.Take(*in, old)
	}
	if err != nil {
		return Result{}, command.Errorf(command.LoadFailed, "The snapshot stays at version %d: %s.", old.Version, err)
	}
	t.snapshot(t.l, t.id, s, in)
	said := fmt.Sprintf("Snapshot version %d: %s", s.Version, Count(s))
	a := append(answer.Say(said), changes(old, s))
	return t.answer(append(a, warned(in.Policy, s, t.tools)...))
}

// fresh opens a session beside this one (CM-7).
func (t *turn) fresh(string) (Result, error) {
	in, err := t.reread(needs{persona: true, skills: true})
	id := ""
	if err == nil {
		id, err = t.open(event.SessionCreated{Owner: t.state().Owner, Model: t.state().Model, Window: t.state().Window}, in)
	}
	if err != nil {
		return Result{}, command.Errorf(command.LoadFailed, "No session was opened: %s.", err)
	}
	t.Record(event.SessionOpened{ID: id})
	s, _ := t.State(id)
	a := answer.Say(fmt.Sprintf("Session %s is open. Snapshot version %d: %s", id, s.Snapshot.Version, Count(s.Snapshot)))
	r, _ := t.answer(append(a, warned(s.Policy, s.Snapshot, t.tools)...))
	r.Session = id
	return r, nil
}
