package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/check"
	"lily/core/format"
	"lily/core/rules"
	"lily/core/sight"
	"lily/core/skill"
	"lily/core/world"
	"lily/web/disk"
	"lily/web/lint"
	"lily/web/runs"
)

func checkCommand() subcommand {
	return subcommand{
		name: "check", args: "[PATH...]", summary: "list what is wrong with skills, and with a policy; mend what can be", most: -1,
		more: `A path is a SKILL.md, a skill, a folder of skills, a pattern of these, or - for a text on standard input.
Without one the paths of the repository's lily.yaml are checked. Each skill is judged as a session judges it,
beside the skills that come with Lily, under the default rules unless a flag or lily.yaml names others.`,
		examples: []string{
			"lily check skills", "lily check --diff skills", "lily check --fix skills", "lily check --format sarif skills",
			"lily check --rule unknown_key=off --strict skills", "lily check --policy policy.yaml",
		},
		declare: func(f *flag.FlagSet) action {
			c := &checkFlags{}
			f.BoolVar(&c.fix, "fix", false, "make all safe fixes, and check what there is then")
			f.BoolVar(&c.diff, "diff", false, "show the fixes as git apply takes them, and no findings; write only with --fix")
			f.BoolVar(&c.strict, "strict", false, "exit with 1 for warnings too")
			f.StringVar(&c.min, "min", "", "list findings of at least `LEVEL`: error, warning (without the flag) or info")
			f.BoolVar(&c.notes, "notes", false, "list notes too, which are counted otherwise, as --min info does")
			f.Var(&c.rule, "rule", "set a rule by `CODE=LEVEL`: off, info, warning or error; may be repeated")
			f.StringVar(&c.format, "format", "", "print `FORMAT`: text (without the flag), json, sarif, github or junit")
			f.BoolVar(&c.json, "json", false, "print JSON, with notes, as --format json does")
			f.StringVar(&c.name, "name", "", "the text on standard input is that of the SKILL.md at `PATH`")
			f.BoolVar(&c.all, "no-ignore", false, "check what .gitignore, .lilyignore and lily.yaml ignore, too")
			f.BoolVar(&c.anew, "no-cache", false, "look at all anew, and keep nothing for the next check")
			f.BoolVar(&c.runs, "runs", false, "tell what scripts want and is not there, and no findings")
			f.Var(&c.whom, "for", "warn of what the agents `NAMES` do not take, and tell of no other agent")
			c.declareRules(f, world.Deep)
			return c.run
		},
	}
}

type checkFlags struct {
	where
	fix, diff, strict, notes, json, all, anew, runs bool
	min, format, name                               string
	rule, whom                                      names
}

func (c *checkFlags) run(ctx context.Context, t terminal, paths []string) error {
	terms, err := c.terms(t, paths)
	if err != nil {
		return err
	}
	policy, text, err := c.ruleset()
	if err != nil {
		return err
	}
	if terms.World, err = c.World(); err != nil {
		return err
	}
	if c.name != "" {
		paths = []string{c.name}
	}
	list, faults := lint.Expand(paths, terms)
	if len(list)+len(faults) == 0 && policy == nil {
		return wrong("check wants a path: a SKILL.md, a skill, or a folder of skills")
	}
	found := lint.Check(list, terms)
	if c.runs {
		return c.wants(t, found, faults)
	}
	if policy != nil && len(policy.Findings) == 0 {
		if policy.Findings, err = found.Unknown(policy.Path, text); err != nil {
			return err
		}
		policy.Findings = terms.Rules.Apply(policy.Findings)
	}
	var made []lint.Change
	if c.fix || c.diff {
		made = found.Fixes(list, terms)
	}
	if c.fix {
		finishes(ctx)
		var left []check.Fault
		if made, left = c.write(t, &terms, made); len(made) > 0 {
			found = lint.Check(list, terms)
		}
		faults = append(faults, left...)
	}
	found.Faults = append(found.Faults, faults...)
	return c.show(t, found.Report(policy), made)
}

// wants says what scripts want that is not there.
func (c *checkFlags) wants(t terminal, found *lint.Found, faults []check.Fault) error {
	r, err := runs.Of(found.Where(), limits)
	for _, f := range append(found.Faults, faults...) {
		fmt.Fprintf(t.err, "lily: %s: %s\n", f.Path, answer.Line(f.Message))
		err = cmp.Or(err, errFindings)
	}
	if c.format == "json" {
		return cmp.Or(sight.PrintJSON(t.out, r), err)
	}
	r.Text(t.out)
	return err
}

// terms reads the flags, and the text on standard input if that is what is checked.
func (c *checkFlags) terms(t terminal, paths []string) (lint.Terms, error) {
	terms := lint.Terms{Named: c.Profile+c.Policy != "", Scan: world.Scan(c.Scan), Most: limits.Bytes, All: c.all, Codes: lint.Codes()}
	if dir, fault := os.UserCacheDir(); fault == nil && !c.anew {
		terms.Cache = filepath.Join(dir, "lily", "check")
	}
	list, err := agentsNamed(c.whom)
	if err == nil {
		terms.For = list
		terms.Rules, err = rulesNamed(c.rule, terms.Codes)
	}
	if err == nil {
		err = c.settled()
	}
	if err == nil && (c.name != "" || slices.Contains(paths, "-")) {
		terms.Texts, err = c.input(t, paths)
	}
	return terms, err
}

// settled makes one of the flags that say the same.
func (c *checkFlags) settled() error {
	switch {
	case c.json && c.format != "" && c.format != "json":
		return wrong("--json and --format %s: want one of them", c.format)
	case c.runs && (c.fix || c.diff || c.name != "" || c.format != "" && c.format != "text" && c.format != "json"):
		return wrong("--runs tells of scripts, as text or JSON; want it without --fix, --diff, --name and other formats")
	case c.diff && (c.json || c.format != ""):
		return wrong("--diff shows a diff, and has no other format")
	case c.json:
		c.format = "json"
	case c.format == "":
		c.format = "text"
	}
	if c.format != "json" && format.Formats[c.format] == nil {
		return wrong("--format: got %q, want one of %s", c.format, strings.Join(format.Names(), ", "))
	}
	switch {
	case c.min == "" && (c.notes || c.format == "json"):
		c.min = string(skill.Info)
	case c.min == "":
		c.min = string(skill.Warning)
	case c.min != "error" && c.min != "warning" && c.min != "info":
		return wrong("--min: got %q, want error, warning or info", c.min)
	}
	return nil
}

// rulesNamed reads rules as flags set them.
func rulesNamed(list []string, codes rules.Codes) (rules.Set, error) {
	set := rules.Set{}
	for _, one := range list {
		code, level, _ := strings.Cut(one, "=")
		if why := codes.Why(code, level); why != "" {
			return nil, wrong("--rule %s: %s", one, why)
		}
		set[code] = rules.Level(level)
	}
	return set, nil
}

// input reads standard input as the SKILL.md that --name says it is.
func (c *checkFlags) input(t terminal, paths []string) (map[string][]byte, error) {
	switch {
	case c.name == "":
		return nil, wrong("- wants --name, such as --name skills/haiku/SKILL.md: a skill has the name of its folder")
	case len(paths) != 1 || paths[0] != "-":
		return nil, wrong("--name is of a text on standard input; want the path - and no other")
	case filepath.Base(c.name) != "SKILL.md":
		return nil, wrong("--name: got %q, want the path of a SKILL.md", c.name)
	}
	at, err := disk.Resolve(filepath.Dir(c.name))
	if err != nil {
		at, err = filepath.Abs(filepath.Dir(c.name))
	}
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(t.in, check.MostFile))
	return map[string][]byte{filepath.Join(at, "SKILL.md"): text}, err
}

// write writes the changes, and says which of them could not be. That of a text on standard input goes to standard output.
func (c *checkFlags) write(t terminal, terms *lint.Terms, list []lint.Change) (made []lint.Change, faults []check.Fault) {
	if terms.Texts != nil {
		for at, text := range terms.Texts {
			if len(list) > 0 {
				text, terms.Texts = list[0].Is, map[string][]byte{at: list[0].Is}
			}
			if !c.diff {
				_, _ = t.raw().Write(text) // who reads no more wants no more
			}
		}
		return list, nil
	}
	for _, one := range list {
		if f := one.Write(); f != nil {
			faults = append(faults, *f)
		} else {
			made = append(made, one)
		}
	}
	return made, faults
}

// show prints the report, or the changes. The exit code is that of what is left.
func (c *checkFlags) show(t terminal, r *check.Report, made []lint.Change) (err error) {
	r.Aside(t.err)
	out := t.out
	switch {
	case c.diff:
		for _, one := range made {
			if _, err = io.WriteString(t.raw(), one.Diff()); err != nil {
				return err
			}
		}
		fmt.Fprintln(t.err, "lily: "+said(made, c.fix))
	case c.format == "json":
		err = sight.PrintJSON(t.out, r.Least(skill.Severity(c.min)))
	default:
		o := format.Options{Least: skill.Severity(c.min), Strict: c.strict, Version: version(), Help: lint.Help}
		if c.fix {
			o.Fixed = said(made, true)
		}
		if c.name != "" && c.fix {
			out = t.err
		} else if o.Colour = c.format == "text" && t.coloured(); o.Colour {
			out, _ = t.bare() // the text draws what a terminal would act on
		}
		err = format.Formats[c.format](out, r, o)
	}
	failed := r.Errors > 0 || len(r.Unchecked) > 0 || c.strict && r.Warnings > 0 && c.min != "error"
	if err == nil && (failed || c.diff && !c.fix && len(made) > 0) {
		err = errFindings
	}
	return err
}

// said tells what was fixed, or could be.
func said(made []lint.Change, written bool) string {
	n := 0
	for _, c := range made {
		n += len(c.Made)
	}
	text := fmt.Sprintf("%s in %s", number(n, "finding"), number(len(made), "file"))
	if !written {
		return text + " can be fixed; --fix does."
	}
	return "Fixed: " + text + "."
}

func number(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprint(n, " ", noun)
}

// bare is where bytes are written, as they are, and whether that is a terminal.
func (t terminal) bare() (to io.Writer, seen bool) {
	if w, ok := t.out.(sight.Writer); ok {
		return w.To, screen(w.To)
	}
	return t.out, false
}

// raw writes bytes as they are where nobody looks at them: a terminal is shown what it would act on.
func (t terminal) raw() io.Writer {
	if to, seen := t.bare(); !seen {
		return to
	}
	return t.out
}

func screen(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// coloured reports whether a person looks at a terminal that has colours, and wants them (no-color.org).
func (t terminal) coloured() bool {
	_, seen := t.bare()
	return seen && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// ruleset reads the policy that is to be checked, if any. A broken one is not what the skills are judged by.
func (p *where) ruleset() (*check.File, []byte, error) {
	if p.Policy == "" {
		return nil, nil, nil
	}
	text, err := disk.File(p.Policy, mostText)
	if err != nil {
		return nil, nil, err
	}
	f := check.Policy(filepath.Base(p.Policy), p.Policy, text)
	if len(f.Findings) > 0 {
		p.Policy = ""
	}
	return f, text, nil
}
