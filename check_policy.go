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
	"lily/persona"
	"lily/skills"
)

// ruleset is the format of a checked file that is a policy and no skill.
const ruleset skill.Format = "policy"

// checkPolicy checks a policy: every fault of the file, and every rule that holds
// nothing, since what it names is no tool, no command, and no skill among those that
// come with Lily and those that were checked (PO-4).
func checkPolicy(path string, found []checked) (checked, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return checked{}, err
	}
	one := checked{filepath.Base(path), path, ruleset, []skill.Finding{}}
	if _, fault := policy.Parse(path, text); fault != nil {
		one.Findings = faults(path, fault)
		return one, nil
	}
	names, err := nameable(found)
	one.Findings = policy.Unknown(path, text, func() policy.Names { return names })
	return one, err
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

// nameable is all that a policy can name: what comes with Lily, and the checked skills.
func nameable(found []checked) (policy.Names, error) {
	w, err := core.NewWorld(skills.Files(), persona.Files())
	if err != nil {
		return policy.Names{}, err
	}
	snap, err := loader.Load(core.New(w, tool.Builtin(), core.Ports{}).Input(), nil)
	if err != nil {
		return policy.Names{}, err
	}
	n := core.Named(snap, tool.Builtin())
	for _, c := range found {
		data, err := os.ReadFile(c.Path)
		if err != nil {
			continue // its finding says so
		}
		s := skill.Parse(c.Name, data)
		n.Skills = append(n.Skills, s.Name)
		if s.Command != "" {
			n.Aliases = append(n.Aliases, s.Command)
		}
		for _, t := range s.Tools {
			n.Own, n.Short = append(n.Own, skill.FullName(s.Name, t.Name)), append(n.Short, t.Name)
		}
	}
	return n, nil
}

// policies counts what is no skill.
func policies(list []checked) (n int) {
	for _, c := range list {
		if c.Format == ruleset {
			n++
		}
	}
	return n
}
