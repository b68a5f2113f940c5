package main

import (
	"context"
	"flag"
	"os"
	"path/filepath"

	"lily/core"
	"lily/core/check"
	"lily/core/policy"
	"lily/core/skill"
	"lily/core/tool"
	"lily/core/world"
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
			c.declareRules(f, world.Deep)
			return c.run
		},
	}
}

// checkFlags are the flags of check.
type checkFlags struct {
	places
	json, notes bool
}

func (c *checkFlags) run(_ context.Context, t terminal, paths []string) error {
	if len(paths) == 0 && c.policy == "" {
		return wrong("check wants a path: a SKILL.md, a skill, or a folder of skills")
	}
	k := checker{rules: c.profile+c.policy != "", targets: targets{scan: world.Scan(c.scan)}}
	rules, text, err := c.ruleset()
	if err != nil {
		return err
	}
	if k.world, err = c.world(); err != nil {
		return err
	}
	k.all(paths)
	if rules != nil && len(rules.Findings) == 0 {
		if rules.Findings, err = k.unknown(rules.Path, text); err != nil {
			return err
		}
	}
	return c.show(t, check.New(k.parts(), rules, k.faults))
}

func (c *checkFlags) show(t terminal, r *check.Report) (err error) {
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

// ruleset reads the policy that is to be checked, nil for none. One that is broken is not
// what the skills are judged by.
func (p *places) ruleset() (*check.File, []byte, error) {
	if p.policy == "" {
		return nil, nil, nil
	}
	text, err := os.ReadFile(p.policy)
	if err != nil {
		return nil, nil, err
	}
	f := check.Policy(filepath.Base(p.policy), p.policy, text)
	if len(f.Findings) > 0 {
		p.policy = ""
	}
	return f, text, nil
}

// unknown lists the rules of a policy that hold nothing, since what they name is no tool, no
// command, and no skill among those that come with Lily and those that were checked (PO-4).
func (c *checker) unknown(path string, text []byte) ([]skill.Finding, error) {
	snaps := c.snaps
	if len(snaps) == 0 {
		s, err := snapshotOf(c.world, nil)
		if err != nil {
			return nil, err
		}
		snaps = append(snaps, s)
	}
	found := policy.Unknown(path, text, func() policy.Names {
		var all policy.Names
		for _, s := range snaps {
			all = all.With(core.NamesOf(s, tool.Builtin()))
		}
		return all
	})
	return append([]skill.Finding{}, found...), nil
}
