package core

import (
	"cmp"
	"fmt"
	"strings"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/loader"
	"lily/core/persona"
	"lily/core/policy"
	"lily/core/prompt"
	"lily/core/scope"
	"lily/core/skill"
	"lily/core/tool"
)

// List is the answer of /skills: the index, then one line that counts the rest (CM-3).
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
	return strings.TrimRight(line+". "+s.LeftOut(), " ")
}

// Meter says how many of the skills that a model may select are in its catalog, and what they take of the budget.
func Meter(c prompt.Catalog) string {
	in := c.Count(prompt.Listed, prompt.Shortened)
	all := answer.Number(in+c.Count(prompt.Dropped), "skill")
	return fmt.Sprintf("%d of %s, about %d of %d tokens", in, all, c.Tokens, c.Limit)
}

// stands says what a catalog's budget cost one skill, if anything, with the very words that a
// model gets where its summary is cut.
func stands(c prompt.Catalog, name string) string {
	e, _ := c.Find(name)
	switch {
	case e.Listing == prompt.Shortened && e.Summary == "":
		return "without its summary. " + e.Why
	case e.Listing == prompt.Shortened:
		return "cut to “" + e.Summary + "” " + e.Why
	case e.Listing == prompt.Dropped:
		return "dropped. " + e.Why
	}
	return ""
}

func describe(snap *loader.Snapshot, c *loader.Candidate, known tool.Registry, catalog prompt.Catalog) answer.Answer {
	s := c.Skill()
	alias := snap.AliasOf(c)
	if alias != "" {
		alias = "/" + alias
	}
	allowed := list(s.Allowed)
	if !s.HasAllowed {
		allowed = "not restricted"
	}
	rows := [][]string{
		{"Summary", cmp.Or(s.Summary, "none")},
		{"Format", string(s.Format)},
		{"Mode", string(s.Mode)},
		{"Alias", cmp.Or(alias, "none")},
		{"Source", string(c.Source) + ", " + c.Path},
		{"Required tools", list(s.Requires)},
		{"Allowed tools", allowed},
		{"Eligibility", eligibility(s)},
		{"License", cmp.Or(s.License, "not stated")},
	}
	if why := stands(catalog, c.Name); why != "" {
		rows = append(rows, []string{"Catalog", why})
	}
	if len(c.Origins) > 0 {
		rows = append(rows, []string{"Trust", string(c.Trust()) + ". " + strings.Join(c.Whence(), " ")})
	}
	if s.CommandTool != "" && s.Format != skill.Tools {
		rows = append(rows, []string{"Command tool", s.CommandTool})
	}
	a := answer.Answer{{Kind: answer.Definitions, Title: c.Name, Rows: rows}}
	if rows := tools(c, known); len(rows) > 0 {
		a = append(a, answer.Block{Kind: answer.Definitions, Title: "Tools", Rows: rows})
	}
	return a
}

// tools shows how to call what a skill dispatches to: a registered tool, or in the tools
// format tools of its own and nothing else (CM-4).
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
	return cmp.Or(strings.Join(parts, "; "), "everywhere")
}

func list(names []string) string { return cmp.Or(strings.Join(names, ", "), "none") }

// given shows which file gave which part (PE-1).
func given(said string, p persona.Persona) answer.Answer {
	block := answer.Block{Kind: answer.Definitions, Title: "Persona"}
	for _, part := range p.Parts {
		block.Rows = append(block.Rows, []string{part.Name, part.Path})
	}
	return answer.Answer{{Kind: answer.Text, Text: said}, block}
}

func changes(from, to *loader.Snapshot) answer.Block {
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
	var rules []string
	if from.Profile != to.Profile {
		rules = append(rules, "the environment profile")
	}
	if from.Policy != to.Policy {
		rules = append(rules, "the policy")
	}
	add("Rules", rules)
	if len(block.Rows) == 0 {
		return answer.Block{Kind: answer.Text, Text: "Nothing changed."}
	}
	return block
}

// NamesOf is all that a policy can name where a snapshot was taken, what is excluded
// too: a rule for a skill that cannot be used holds when it can.
func NamesOf(snap *loader.Snapshot, registered tool.Registry) policy.Names {
	n := policy.Names{Tools: append(registered.Names(), prompt.SelectSkill), Commands: Reserved()}
	for _, c := range snap.Candidates {
		if c.State == loader.Shadowed {
			continue
		}
		n.Skills = append(n.Skills, c.Name)
		if alias := c.Brief().Command; alias != "" {
			n.Aliases = append(n.Aliases, alias)
		}
		for _, o := range scope.Owned(c) {
			n.Own, n.Short = append(n.Own, o.Full), append(n.Short, o.Name)
		}
	}
	return n
}

// warned says what a person must know of the policy that a snapshot pins: rules that
// hold nothing (PO-4), and that nobody is asked (PO-9).
func warned(p policy.Policy, snap *loader.Snapshot, registered tool.Registry) (a answer.Answer) {
	const most = 20
	list := policy.Unknown("", p.YAML(), func() policy.Names { return NamesOf(snap, registered) })
	block := answer.Block{Kind: answer.List, Title: "Warnings of the policy"}
	for _, f := range list[:min(len(list), most)] {
		block.Rows = append(block.Rows, []string{f.Message})
	}
	if more := len(list) - most; more > 0 {
		block.Rows = append(block.Rows, []string{fmt.Sprintf("%d more are not listed here.", more)})
	}
	if len(list) > 0 {
		a = append(a, block)
	}
	if p.FullAuto() {
		a = append(a, answer.Say(policy.FullAutoSaid)...)
	}
	return a
}
