package core

import (
	"errors"
	"fmt"
	"strings"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/persona"
	"lily/core/prompt"
	"lily/core/skill"
	"lily/core/tool"
	"lily/core/world"
)

// List is the answer of /skills: the index, then one line that counts the
// rest (CM-3).
func List(s *loader.Snapshot) answer.Answer {
	table := answer.Block{Kind: answer.Table, Columns: []string{"Name", "Summary", "Source", "Alias"}}
	for _, c := range s.Skills {
		alias := s.AliasOf(c)
		if alias != "" {
			alias = "/" + alias
		}
		table.Rows = append(table.Rows, []string{c.Name, c.Brief().Summary, string(c.Source), alias})
	}
	if len(table.Rows) == 0 {
		table = answer.Block{Kind: answer.Text, Text: "No skill is available."}
	}
	return answer.Answer{table, {Kind: answer.Text, Text: Count(s)}}
}

// Count says in one line how many skills count and how many do not, by state, and how
// many folders were not looked at (LD-2).
func Count(s *loader.Snapshot) string {
	var parts []string
	for _, state := range loader.States()[1:] {
		if n := s.Count(state); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, state.Word()))
		}
	}
	out := len(s.Candidates) - len(s.Skills)
	line := fmt.Sprintf("%d available, %d excluded", len(s.Skills), out)
	if out > 0 {
		line += ": " + strings.Join(parts, ", ")
	}
	return strings.TrimRight(line+". "+s.Unseen(), " ")
}

// help says what a skill is from what the snapshot holds; it reads and runs
// nothing (CM-6).
func (t *turn) help(name string) (Result, error) {
	c, err := t.find(name)
	if err != nil {
		return Result{}, err
	}
	return t.answer(Describe(t.state().Snapshot, c, t.e.tools, t.catalog()))
}

// Describe is the answer of /help.
func Describe(snap *loader.Snapshot, c *loader.Candidate, registered tool.Registry, catalog prompt.Catalog) answer.Answer {
	s := c.Skill()
	alias := snap.AliasOf(c)
	if alias != "" {
		alias = "/" + alias
	}
	rows := [][]string{
		{"Summary", or(s.Summary, "none")},
		{"Format", string(s.Format)},
		{"Mode", string(s.Mode)},
		{"Alias", or(alias, "none")},
		{"Source", string(c.Source) + ", " + c.Path},
		{"Required tools", list(s.Requires)},
		{"Allowed tools", allowed(s)},
		{"Eligibility", eligibility(s)},
		{"License", or(s.License, "not stated")},
	}
	if why := stands(catalog, c.Name); why != "" {
		rows = append(rows, []string{"Catalog", why})
	}
	if s.CommandTool != "" && s.Format != skill.Tools {
		rows = append(rows, []string{"Command tool", s.CommandTool})
	}
	a := answer.Answer{{Kind: answer.Definitions, Title: c.Name, Rows: rows}}
	if rows := tools(c, registered); len(rows) > 0 {
		a = append(a, answer.Block{Kind: answer.Definitions, Title: "Tools", Rows: rows})
	}
	return a
}

// tools shows how to call what a skill dispatches to: a registered tool, or in
// the tools format tools of its own and nothing else (CM-4).
func tools(c *loader.Candidate, registered tool.Registry) (rows [][]string) {
	s := c.Skill()
	if t, ok := registered.Find(s.CommandTool); ok && s.Mode == skill.ToolDispatch && s.Format != skill.Tools {
		rows = append(rows, []string{command.Usage("/skill "+c.Name, t.Params), t.Summary})
	}
	for _, t := range s.Tools {
		rows = append(rows, []string{command.Usage("/skill "+c.Name+" "+t.Name, t.Params), t.Description})
	}
	return rows
}

func allowed(s *skill.Skill) string {
	if !s.HasAllowed {
		return "not restricted"
	}
	return list(s.Allowed)
}

func eligibility(s *skill.Skill) string {
	var parts []string
	add := func(what string, names []string) {
		if len(names) > 0 {
			parts = append(parts, what+" "+strings.Join(names, ", "))
		}
	}
	add("os", s.Eligibility.OS)
	add("env", s.Eligibility.Env)
	add("binaries", s.Eligibility.Binaries)
	add("modes", s.Modes)
	return or(strings.Join(parts, "; "), "everywhere")
}

func list(names []string) string { return or(strings.Join(names, ", "), "none") }

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// agent switches the persona and nothing else (CM-7).
func (t *turn) agent(name string) (Result, error) {
	p, err := t.persona(name)
	var missing *persona.NotFound
	if errors.As(err, &missing) {
		return Result{}, command.Errorf(command.AgentNotFound, "There is no agent %q.", name)
	}
	if err != nil {
		return Result{}, unread(err)
	}
	t.record(event.AgentSwitched{Agent: p.Agent, Persona: p})
	return t.answer(given(fmt.Sprintf("The agent is %s.", p.Agent), p))
}

// reloadPersona reads the agent's files again. An agent whose folder is gone
// keeps what it has.
func (t *turn) reloadPersona() (Result, error) {
	p, err := t.persona(t.state().Agent)
	var missing *persona.NotFound
	if errors.As(err, &missing) {
		return Result{}, command.Errorf(command.AgentNotFound, "The agent's folder is gone, and the persona stays as it was: %s.", err)
	}
	if err != nil {
		return Result{}, unread(err)
	}
	said := "The persona was read again."
	if p.Digest == t.state().Persona.Digest {
		said = "The persona was read again and is as it was."
	}
	t.record(event.PersonaReloaded{Persona: p})
	return t.answer(given(said, p))
}

// persona reads an agent's files as they are now.
func (t *turn) persona(agent string) (persona.Persona, error) {
	in, err := t.look(world.Fault.Persona)
	if err != nil {
		return persona.Persona{}, err
	}
	return persona.Load(in.Tree, agent)
}

func unread(err error) error {
	return command.Errorf(command.LoadFailed, "The persona stays as it was: %s.", err)
}

// given shows which file gave which part (PE-1).
func given(said string, p persona.Persona) answer.Answer {
	block := answer.Block{Kind: answer.Definitions, Title: "Persona"}
	for _, part := range p.Parts {
		block.Rows = append(block.Rows, []string{part.Name, part.Path})
	}
	return answer.Answer{{Kind: answer.Text, Text: said}, block}
}

// reloadSkills replaces the snapshot and says what changed; a load that fails
// changes nothing (SN-5).
func (t *turn) reloadSkills() (Result, error) {
	old := t.state().Snapshot
	in, err := t.look(world.Fault.Skills)
	var s *loader.Snapshot
	if err == nil {
		s, err = t.e.ports.Load(*in, old)
	}
	if err != nil {
		return Result{}, command.Errorf(command.LoadFailed, "The snapshot stays at version %d: %s.", old.Version, err)
	}
	t.e.snapshot(t.l, t.id, s, in)
	said := fmt.Sprintf("Snapshot version %d: %s", s.Version, Count(s))
	a := append(answer.Say(said), Changes(old, s))
	return t.answer(append(a, warned(in.Policy, s, t.e.tools)...))
}

// Changes shows what differs from one snapshot to the next: skills, and the
// rules they were judged by.
func Changes(from, to *loader.Snapshot) answer.Block {
	d := loader.Compare(from, to)
	block := answer.Block{Kind: answer.Definitions, Title: "Changes"}
	add := func(what string, names []string) {
		if len(names) > 0 {
			block.Rows = append(block.Rows, []string{what, strings.Join(names, ", ")})
		}
	}
	add("Added", d.Added)
	add("Removed", d.Removed)
	add("Changed", d.Changed)
	add("Newly shadowed", d.Shadowed)
	add("Changed among the excluded", d.Judged)
	add("Rules", rules(from, to))
	if len(block.Rows) == 0 {
		return answer.Block{Kind: answer.Text, Text: "Nothing changed."}
	}
	return block
}

func rules(from, to *loader.Snapshot) (changed []string) {
	if from.Profile != to.Profile {
		changed = append(changed, "the environment profile")
	}
	if from.Policy != to.Policy {
		changed = append(changed, "the policy")
	}
	return changed
}

// open opens a fresh session beside this one (CM-7).
func (t *turn) open() (Result, error) {
	in, err := t.look(always)
	id := ""
	if err == nil {
		id, err = t.e.open(event.SessionCreated{Owner: t.state().Owner, Model: t.state().Model, Window: t.state().Window}, in)
	}
	if err != nil {
		return Result{}, command.Errorf(command.LoadFailed, "No session was opened: %s.", err)
	}
	t.record(event.SessionOpened{ID: id})
	s, _ := t.e.State(id)
	a := answer.Say(fmt.Sprintf("Session %s is open. Snapshot version %d: %s", id, s.Snapshot.Version, Count(s.Snapshot)))
	a = append(a, warned(s.Policy, s.Snapshot, t.e.tools)...)
	t.record(event.Answer{Blocks: a})
	return Result{Session: id, Answer: a}, nil
}
