package check

import (
	"errors"

	"lily/core/conf"
	"lily/core/policy"
	"lily/core/skill"
)

// ruleset is the format of a policy, which is no skill.
const ruleset skill.Format = "policy"

// Policy is a file with a policy, and the faults of the file (PO-1).
func Policy(name, path string, text []byte) *File {
	f := &File{Name: name, Path: path, Format: ruleset, Findings: []skill.Finding{}}
	if _, err := policy.Parse(path, text); err != nil {
		f.Findings = faults(path, err)
	}
	return f
}

// faults are the errors of a file that people edit, as findings.
func faults(path string, err error) (list []skill.Finding) {
	all := []error{err}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		all = many.Unwrap()
	}
	for _, one := range all {
		f := skill.Finding{
			Code: "policy_invalid", Severity: skill.Error, Clause: "PO-1",
			File: path, Line: 1, Column: 1, Message: one.Error() + ".",
		}
		if placed, ok := errors.AsType[*conf.Error](one); ok {
			f.Line, f.Column, f.Message = placed.Line, placed.Column, placed.Message+"."
		}
		list = append(list, f)
	}
	return list
}
