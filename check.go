package main

import (
	"context"
	"flag"
	"path/filepath"

	"lily/core/check"
	"lily/core/world"
	"lily/web/disk"
	"lily/web/lint"
)

func checkCommand() subcommand {
	return subcommand{
		name: "check", args: "PATH...", summary: "list what is wrong with skills, and with a policy", most: -1,
		more: `A path is a SKILL.md, a skill, or a folder of skills. It is judged as a session judges it,
beside the skills that come with Lily, under the default rules unless a flag names others.`,
		examples: []string{"lily check skills", "lily check --json skills/one skills/two", "lily check --policy policy.yaml"},
		declare: func(f *flag.FlagSet) action {
			c := &checkFlags{}
			f.BoolVar(&c.json, "json", false, "print JSON, with notes")
			f.BoolVar(&c.notes, "notes", false, "list notes too, which are counted otherwise")
			f.Var(&c.whom, "for", "warn of what the agents `NAMES` do not take, and tell of no other agent")
			c.declareRules(f, world.Deep)
			return c.run
		},
	}
}

type checkFlags struct {
	places
	json, notes bool
	whom        names
}

func (c *checkFlags) run(_ context.Context, t terminal, paths []string) error {
	if len(paths) == 0 && c.policy == "" {
		return wrong("check wants a path: a SKILL.md, a skill, or a folder of skills")
	}
	list, err := agentsNamed(c.whom)
	if err != nil {
		return err
	}
	terms := lint.Terms{For: list, Named: c.profile+c.policy != "", Scan: world.Scan(c.scan), Most: limits.Bytes}
	rules, text, err := c.ruleset()
	if err != nil {
		return err
	}
	if terms.World, err = c.world(); err != nil {
		return err
	}
	found := lint.Check(paths, terms)
	if rules != nil && len(rules.Findings) == 0 {
		if rules.Findings, err = found.Unknown(rules.Path, text); err != nil {
			return err
		}
	}
	r := check.New(found.Parts, rules, found.Faults)
	r.Aside(t.err)
	if c.json {
		err = printJSON(t, r, "  ")
	} else {
		err = r.Text(t.out, c.notes)
	}
	if err == nil && (r.Errors > 0 || len(r.Unchecked) > 0) {
		err = errFindings
	}
	return err
}

// ruleset reads the policy that is to be checked, if any. A broken one is not what the skills are judged by.
func (p *places) ruleset() (*check.File, []byte, error) {
	if p.policy == "" {
		return nil, nil, nil
	}
	text, err := disk.File(p.policy, mostText)
	if err != nil {
		return nil, nil, err
	}
	f := check.Policy(filepath.Base(p.policy), p.policy, text)
	if len(f.Findings) > 0 {
		p.policy = ""
	}
	return f, text, nil
}
