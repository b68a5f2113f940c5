// Package project reads lily.yaml, in which a team says how the skills of its repository are checked.
//
// It promises that each mistake of the file is a finding with its place, and that what is right in it holds all the same.
// It looks for no file: who has a disk finds it.
//
//	p, wrong := project.Parse("lily.yaml", data, project.Known{Codes: codes})
package project

import (
	"errors"
	"path"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/conf"
	"lily/core/ignore"
	"lily/core/near"
	"lily/core/rules"
	"lily/core/skill"
)

// File is the name of the file.
const File = "lily.yaml"

// Project is what the file says.
type Project struct {
	Rules   rules.Set
	Paths   []string       // that are checked where no path is named, below the file's folder
	Formats []skill.Format // that skills may have; none for all
	Agents  []string       // that the skills are written for; none for everybody
	Ignore  ignore.List    // below the file's folder
	Skills  string         // the folder that skills are added to, below the file's folder; empty for the usual one
	Places  Places
}

// Places are the folders that skills are taken from, below the file's folder; empty for the usual ones (TM-2).
type Places struct {
	Bundled, User string
	Workspace     []string // an earlier one wins
}

// Known is what may be named in the file.
type Known struct {
	Codes  rules.Codes
	Agents []string
}

// Parse reads the file of a name.
func Parse(name string, data []byte, known Known) (Project, []skill.Finding) {
	d := conf.Read(name, data)
	p := Project{Rules: set(d, known.Codes)}
	p.Paths = paths(d)
	p.Skills = folder(d, "skills")
	p.Places = Places{folder(d, "bundled"), folder(d, "user"), folders(d, "workspace")}
	for _, item := range items(d, "formats", formats) {
		p.Formats = append(p.Formats, skill.Format(item.Value))
	}
	if all, _ := d.Items("formats"); len(p.Formats) < len(all) {
		p.Formats = nil // one that is misspelt must not make a mistake of every skill
	}
	for _, item := range items(d, "agents", known.Agents) {
		p.Agents = append(p.Agents, item.Value)
	}
	var lines []string
	for _, item := range items(d, "ignore", nil) {
		lines = append(lines, item.Value)
	}
	p.Ignore = ignore.Parse(strings.Join(lines, "\n"))
	return p, findings(name, d.Err())
}

var formats = []string{string(skill.AgentSkills), string(skill.Lily), string(skill.Tools)}

// set reads the rules. A wrong one is told where its code stands.
func set(d *conf.Doc, codes rules.Codes) rules.Set {
	set := rules.Set{}
	levels := d.Map("rules")
	if !d.Has("rules") || len(levels) == 0 {
		return set
	}
	for _, item := range d.Names("rules") {
		if why := codes.Why(item.Value, levels[item.Value]); why != "" {
			d.FailItem(item, "%s", why)
			continue
		}
		set[item.Value] = rules.Level(levels[item.Value])
	}
	return set
}

// folder is one below that of the file.
func folder(d *conf.Doc, key string) string {
	name := d.Text(key, "")
	if !below(name) {
		d.Fail(key, "key %q: got %q, want a folder below that of %s", key, name, File)
		return ""
	}
	return name
}

// folders are several of them.
func folders(d *conf.Doc, key string) (list []string) {
	for _, item := range items(d, key, nil) {
		if !below(item.Value) {
			d.FailItem(item, "key %q: got %q, want a folder below that of %s", key, item.Value, File)
			continue
		}
		list = append(list, path.Clean(item.Value))
	}
	return list
}

func below(name string) bool {
	clean := path.Clean(name)
	return name == "" || !outside(clean) && clean != "." && !strings.ContainsAny(name, `\:`)
}

func outside(clean string) bool {
	return path.IsAbs(clean) || clean == ".." || strings.HasPrefix(clean, "../")
}

func paths(d *conf.Doc) (list []string) {
	for _, item := range items(d, "paths", nil) {
		clean := path.Clean(item.Value)
		if outside(clean) || strings.ContainsAny(item.Value, `\:`) {
			d.FailItem(item, "key %q: got %q, want a path below the folder of %s", "paths", item.Value, File)
			continue
		}
		list = append(list, clean)
	}
	return list
}

// items are the texts of a list, each of those that are known, where some are.
func items(d *conf.Doc, key string, known []string) (list []conf.Item) {
	all, _ := d.Items(key)
	for _, item := range all {
		switch {
		case !item.Text || item.Value == "":
			d.FailItem(item, "key %q: want text in the list", key)
		case known != nil && !slices.Contains(known, item.Value):
			d.FailItem(item, "key %q: got %q, want one of %s%s", key, item.Value, strings.Join(known, ", "), guess(item.Value, known))
		default:
			list = append(list, item)
		}
	}
	return list
}

func guess(name string, known []string) string {
	for _, k := range known {
		if near.Distance(strings.ToLower(name), k, 3) < 3 {
			return "; did you mean " + k + "?"
		}
	}
	return ""
}

// findings are the faults of the file, each once.
func findings(name string, err error) (list []skill.Finding) {
	if err == nil {
		return nil
	}
	all := []error{err}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		all = many.Unwrap()
	}
	seen := map[skill.Finding]bool{}
	for _, one := range all {
		f := skill.Finding{Code: "project_invalid", Severity: skill.Error, Clause: "SK-12", File: name, Line: 1, Column: 1, Message: sentence(one.Error())}
		if at, ok := errors.AsType[*conf.Error](one); ok {
			f.Line, f.Column, f.Message = at.Line, at.Column, sentence(at.Message)
		}
		if !seen[f] {
			seen[f], list = true, append(list, f)
		}
	}
	return list
}

func sentence(s string) string {
	s = answer.Line(s)
	if !strings.HasSuffix(s, "?") {
		s += "."
	}
	return s
}
