package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"

	"lily/core/agents"
	"lily/core/agents/all"
	"lily/core/agents/report"
	"lily/core/answer"
	"lily/core/sight"
	"lily/web/sites"
)

func agentsCommand() subcommand {
	return subcommand{
		name: "agents", args: "PATH...", summary: "show what every agent makes of skills: a table, skill by agent", most: -1,
		more: `A path is a SKILL.md, a skill, a folder of skills, or a project that keeps skills where agents look,
such as .agents/skills. Any other folder is taken as each agent's usual folder of skills. Nothing is run, and
--home alone reads what a person keeps in the folders of their agents.`,
		examples: []string{
			"lily agents skills", "lily agents --agent codex --agent claude-code --window 200000 skills",
			"lily agents --why haiku .", "lily agents --catalog codex .", "lily agents --require codex skills",
		},
		declare: func(f *flag.FlagSet) action {
			a := &agentsFlags{}
			f.BoolVar(&a.json, "json", false, "print JSON, with every cell")
			f.Var(&a.agents, "agent", "show the agent `NAME` alone; may be repeated")
			f.Var(&a.require, "require", "exit with 1 unless the agent `NAME` has every skill whole; may be repeated")
			f.IntVar(&a.window, "window", 200_000, "the context window of the model, in `TOKENS`")
			f.StringVar(&a.why, "why", "", "say why, for the `SKILL` of this name, folder or path")
			f.StringVar(&a.catalog, "catalog", "", "print what the model of the agent `NAME` is told of the skills")
			f.StringVar(&a.as, "as", "", "take it as in `PLACE`: "+presetNames())
			f.StringVar(&a.home, "home", "", "look into the home folder `DIR` too")
			f.BoolVar(&a.rules, "rules", false, "list each agent's rules with their sources, without a path")
			return a.run
		},
	}
}

// names is a flag that may be repeated, or has several values with commas.
type names []string

func (n *names) String() string { return strings.Join(*n, ",") }

func (n *names) Set(value string) error {
	*n = append(*n, strings.Split(value, ",")...)
	return nil
}

type agentsFlags struct {
	json, rules        bool
	agents, require    names
	window             int
	as                 string
	why, catalog, home string
}

func (a *agentsFlags) run(_ context.Context, t terminal, paths []string) error {
	list, err := a.chosen()
	switch {
	case err != nil:
		return err
	case a.window < 1:
		return wrong("got a window of %d tokens, want at least 1", a.window)
	case a.rules:
		report.Rules(t.out, list)
		return nil
	case a.as != "" && !isPreset(a.as):
		return wrong("there is no place %q; there are %s", a.as, presetNames())
	case len(paths) == 0 && a.home == "":
		return wrong("agents wants a path: a SKILL.md, a skill, a folder of skills, or a project")
	}
	var views []report.Seen
	var unread []string
	for _, path := range paths {
		in, err := sites.Read(path, sites.Terms{Home: a.home, As: a.as, Agents: list, Limits: limits})
		if err != nil {
			return err
		}
		views, unread = append(views, in.Seen(list, a.window)), append(unread, in.Unread...)
	}
	for _, why := range unread {
		fmt.Fprintln(t.err, "lily:", answer.Line(why))
	}
	if err := a.show(t, views); err != nil || len(unread) == 0 {
		return err
	}
	return errFindings
}

func presetNames() string {
	var list []string
	for _, p := range agents.Presets() {
		list = append(list, p.Name)
	}
	return strings.Join(list, ", ")
}

func isPreset(name string) bool {
	_, ok := agents.PresetOf(name)
	return ok
}

// chosen are the agents that are asked for: all, or those of --agent, with those that other flags name.
func (a *agentsFlags) chosen() ([]*agents.Agent, error) {
	asked := append(append(names{}, a.agents...), a.require...)
	if a.catalog != "" {
		asked = append(asked, a.catalog)
	}
	list, err := agentsNamed(asked)
	if len(a.agents) == 0 && err == nil {
		list = all.List
	}
	return list, err
}

// agentsNamed are the agents of some names, in the order of all.
func agentsNamed(asked []string) (list []*agents.Agent, err error) {
	for _, name := range asked {
		if all.Find(name) == nil {
			return nil, wrong("there is no agent %q; there are %s", name, strings.Join(all.Names(), ", "))
		}
	}
	for _, agent := range all.List {
		if slices.Contains(asked, agent.Name) {
			list = append(list, agent)
		}
	}
	return list, nil
}

// show prints what was asked for, and fails where --require is not met.
func (a *agentsFlags) show(t terminal, seen []report.Seen) error {
	found, missed := a.why == "", 0
	var list []report.Report
	for _, in := range seen {
		switch {
		case a.catalog != "":
			fmt.Fprintln(t.out, in.Catalog(a.catalog))
		case a.why != "":
			found = in.Why(t.out, a.why) || found
		case a.json:
			list = append(list, in.JSON())
		default:
			in.Text(t.out)
		}
		for _, name := range a.require {
			missed += in.Lacks(t.err, name)
		}
	}
	switch {
	case !found:
		return fmt.Errorf("%s: there is no such skill here", a.why)
	case len(list) > 0:
		if err := printReports(t, list); err != nil {
			return err
		}
	}
	if missed > 0 {
		return errFindings
	}
	return nil
}

// printReports prints one report, or a list where several paths were asked for.
func printReports(t terminal, list []report.Report) error {
	if len(list) == 1 {
		return sight.PrintJSON(t.out, list[0])
	}
	return sight.PrintJSON(t.out, list)
}
