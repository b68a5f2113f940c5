package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/loader"
	"lily/core/skill"
	"lily/core/tool"
)

var errFindings = errors.New("there are findings of severity error")

// checked is one SKILL.md with what was found in it.
type checked struct {
	Name     string          `json:"name"`
	Path     string          `json:"path"` // of the file, as it was asked for
	Format   skill.Format    `json:"format"`
	Findings []skill.Finding `json:"findings"`
}

func check(args []string, t terminal) error {
	f := flags("check", t)
	asJSON := f.Bool("json", false, "print JSON")
	rules := f.String("policy", "", "FILE with a policy, to check what it names against Lily's skills and those of the paths")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() == 0 && *rules == "" {
		return wrong(t, "check wants a path: a SKILL.md, a skill, or a folder of skills")
	}
	list := []checked{}
	for _, path := range f.Args() {
		found, err := checkPath(path)
		if err != nil {
			return err
		}
		list = append(list, found...)
	}
	if *rules != "" {
		one, err := checkPolicy(*rules, list)
		if err != nil {
			return err
		}
		list = append(list, one)
	}
	show := showText
	if *asJSON {
		show = showJSON
	}
	if err := show(t, list); err != nil {
		return err
	}
	if count(list, skill.Error) > 0 {
		return errFindings
	}
	return nil
}

// checkPath checks a file, or every SKILL.md at or below a folder.
func checkPath(path string) ([]checked, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		one, err := checkFile(path)
		return []checked{one}, err
	}
	var f finder
	f.folder(path, true)
	if len(f.list) == 0 {
		return nil, fmt.Errorf("%s: there is no %s here or below", path, loader.File)
	}
	return f.list, nil
}

func checkFile(path string) (checked, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return checked{}, err
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return checked{}, err
	}
	s := skill.Parse(filepath.Base(filepath.Dir(full)), data)
	return checked{s.Name, path, s.Format, append(s.Findings, outside(s)...)}, nil
}

// outside is what would exclude the skill everywhere but is no fault of its
// own text: a reserved command, a tool that Lily does not have.
func outside(s *skill.Skill) []skill.Finding {
	var list []skill.Finding
	add := func(code, key, format, value string) {
		f := skill.Finding{Code: code, Severity: skill.Error, File: loader.File, Line: 1, Column: 1, Clause: "SK-4"}
		if i := slices.IndexFunc(s.Fields, func(f skill.Field) bool { return f.Key == key }); i >= 0 {
			f.Line = s.Fields[i].Line
		}
		f.Message = fmt.Sprintf(format, value)
		list = append(list, f)
	}
	if slices.Contains(command.Reserved(), s.Command) {
		add("command_reserved", "command", "The command /%s is a built-in command.", s.Command)
	}
	if _, ok := tool.Builtin().Find(s.CommandTool); !ok && s.CommandTool != "" {
		add("tool_unknown", "command_tool", "%s is not a registered tool.", s.CommandTool)
	}
	return append(list, loader.Proposed(s, tool.Builtin().Params())...)
}

func showText(t terminal, list []checked) error {
	for _, c := range list {
		for _, f := range c.Findings {
			line := fmt.Sprintf("%s:%d:%d: %s: %s (%s, %s)", c.Path, f.Line, f.Column, f.Severity, f.Message, f.Code, f.Clause)
			if f.Fix != nil {
				line += " Fix: " + f.Fix.Text
			}
			if _, err := fmt.Fprintln(t.out, answer.Line(line)); err != nil {
				return err
			}
		}
	}
	_, err := fmt.Fprintf(t.out, "%s: %s, %s, %s.\n", answer.Number(len(list)-policies(list), "skill"),
		answer.Number(count(list, skill.Error), "error"), answer.Number(count(list, skill.Warning), "warning"),
		answer.Number(count(list, skill.Info), "note"))
	return err
}

func showJSON(t terminal, list []checked) error {
	enc := json.NewEncoder(t.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Skills   []checked `json:"skills"`
		Errors   int       `json:"errors"`
		Warnings int       `json:"warnings"`
		Notes    int       `json:"notes"`
	}{list, count(list, skill.Error), count(list, skill.Warning), count(list, skill.Info)})
}

func count(list []checked, s skill.Severity) int {
	n := 0
	for _, c := range list {
		for _, f := range c.Findings {
			if f.Severity == s {
				n++
			}
		}
	}
	return n
}
