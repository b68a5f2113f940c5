package main

import (
	"errors"
	"os"
	"path/filepath"

	"lily/core"
	"lily/core/conf"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/skill"
	"lily/core/tool"
)

// ruleset is the format of a checked file that is a policy and no skill.
const ruleset skill.Format = "policy"

// ruled is a policy that is checked together with skills.
type ruled struct {
	checked
	text []byte
}

// readPolicy reads a policy with the faults of its file (PO-1).
func readPolicy(path string) (*ruled, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := &ruled{checked{Name: filepath.Base(path), Path: path, Format: ruleset, Findings: []skill.Finding{}}, text}
	if _, fault := policy.Parse(path, text); fault != nil {
		r.Findings = faults(path, fault)
	}
	return r, nil
}

// names adds every rule that holds nothing, since what it names is no tool, no command,
// and no skill among those that come with Lily and those that were checked (PO-4).
func (r *ruled) names(c *checker) error {
	snaps := c.snaps
	if len(snaps) == 0 {
		s, err := loader.Load(core.New(c.world, tool.Builtin(), core.Ports{}).Input(), nil)
		if err != nil {
			return err
		}
		snaps = append(snaps, s)
	}
	r.Findings = append(r.Findings, policy.Unknown(r.Path, r.text, func() policy.Names {
		var all policy.Names
		for _, s := range snaps {
			all = all.With(core.NamesOf(s, tool.Builtin()))
		}
		return all
	})...)
	return nil
}

// faults are the errors of a file that people edit, as findings.
func faults(path string, err error) (list []skill.Finding) {
	all := []error{err}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		all = many.Unwrap()
	}
	for _, one := range all {
		f := skill.Finding{Code: "policy_invalid", Severity: skill.Error, File: path, Line: 1, Column: 1, Clause: "PO-1", Message: one.Error() + "."}
		var placed *conf.Error
		if errors.As(one, &placed) {
			f.Line, f.Column, f.Message = placed.Line, placed.Column, placed.Message+"."
		}
		list = append(list, f)
	}
	return list
}
