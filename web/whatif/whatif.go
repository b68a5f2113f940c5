// Package whatif shows in a terminal what each skill would be under several profiles, as the page's Matrix does.
//
// It promises the same verdicts as the page, by the same code ([lily/core/whatif]), and changes nothing.
package whatif

import (
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"lily/core"
	"lily/core/answer"
	"lily/core/loader"
	"lily/core/profile"
	"lily/core/sight"
	"lily/core/skill"
	"lily/core/tool"
	"lily/core/whatif"
	"lily/core/world"
	"lily/wasm/which"
	"lily/web/places"
)

// Now is the name of the column of the profile that holds.
const Now = "now"

// Flags say what is asked.
type Flags struct {
	profiles      []string
	why           string
	json, differs bool
}

// Declare adds the flags.
func (f *Flags) Declare(to *flag.FlagSet) {
	to.Func("profile", "show the profile `NAME`: a file, YAML, now, or one that the page offers; may be repeated", func(text string) error {
		f.profiles = append(f.profiles, strings.Split(text, ",")...)
		return nil
	})
	to.StringVar(&f.why, "why", "", "say why, for the `SKILL` of this name")
	to.BoolVar(&f.differs, "differs", false, "show what differs alone")
	to.BoolVar(&f.json, "json", false, "print JSON, with every reason")
}

// presets are those of the page, on this machine.
func presets() []profile.Preset {
	system := map[string]string{"windows": "win32"}[runtime.GOOS]
	if system == "" {
		system = runtime.GOOS
	}
	return profile.Presets(system, which.Programs())
}

// Names are the profiles that need no file.
func Names() []string {
	list := []string{Now}
	for _, p := range presets() {
		list = append(list, p.Name)
	}
	return list
}

// Run shows the table of a world.
func (f *Flags) Run(w world.World, out io.Writer) error {
	list, err := f.columns(w.Profile)
	if err != nil {
		return err
	}
	in := core.New(w, tool.Builtin(), core.Ports{}).Input()
	cols, err := whatif.Columns(in, list, nil, nil, func(whatif.Column) {})
	if err != nil {
		return err
	}
	var rows []int
	for i, c := range cols[0].Is.Candidates {
		if (f.why == "" || c.Name == f.why) && (!f.differs || whatif.Differs(cols, i)) {
			rows = append(rows, i)
		}
	}
	switch {
	case f.why != "" && len(rows) == 0 && !f.differs:
		return fmt.Errorf("there is no skill %q", f.why)
	case f.json:
		return sight.PrintJSON(out, table(cols, rows))
	case len(rows) == 0:
		_, err := fmt.Fprintln(out, "Nothing differs.")
		return err
	}
	return f.show(out, cols, rows)
}

// columns are the profiles that are named; all that need no file where none is.
func (f *Flags) columns(now profile.Profile) (list []profile.Preset, err error) {
	known := append([]profile.Preset{{Name: Now, Title: "The profile as it is now", Profile: now}}, presets()...)
	if len(f.profiles) == 0 {
		return known, nil
	}
	for _, name := range f.profiles {
		if i := slices.IndexFunc(known, func(p profile.Preset) bool { return p.Name == name }); i >= 0 {
			list = append(list, known[i])
			continue
		}
		p := profile.Preset{Name: strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)), Title: name}
		if err := places.ReadFile(name, profile.Parse, &p.Profile); err != nil {
			return nil, fmt.Errorf("--profile %s: %w", name, err)
		}
		list = append(list, p)
	}
	return list, nil
}

func (f *Flags) show(out io.Writer, cols []whatif.Column, rows []int) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "SKILL")
	for _, c := range cols {
		fmt.Fprintf(t, "\t%s", sight.Spell(c.Name))
	}
	for _, i := range rows {
		fmt.Fprintf(t, "\n%s", sight.Spell(cols[0].Is.Candidates[i].Name))
		for _, c := range cols {
			fmt.Fprintf(t, "\t%s", c.Is.Candidates[i].State)
		}
	}
	fmt.Fprintln(t)
	if err := t.Flush(); err != nil || f.why == "" {
		return err
	}
	return reasons(out, cols, rows)
}

func reasons(out io.Writer, cols []whatif.Column, rows []int) error {
	for _, i := range rows {
		for _, col := range cols {
			c := col.Is.Candidates[i]
			fmt.Fprintf(out, "\n%s, %s: %s.\n", answer.Line(c.Path), answer.Line(col.Title), c.State)
			for _, r := range c.Reasons {
				fmt.Fprintf(out, "- %s (%s)\n", answer.Line(r.Message), r.Code)
			}
			if len(c.Reasons) == 0 {
				fmt.Fprintln(out, "- Nothing keeps it from counting.")
			}
		}
	}
	return nil
}

// Table is what JSON has.
type Table struct {
	Profiles []Profile `json:"profiles"`
	Skills   []Skill   `json:"skills"`
}

// Profile is a column.
type Profile struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// Skill is a row, with a cell for each column.
type Skill struct {
	Name   string `json:"name"`
	Source string `json:"source"`
	Path   string `json:"path"`
	States []Cell `json:"states"`
}

// Cell is what a skill would be under one profile, and why.
type Cell struct {
	State   loader.State   `json:"state"`
	Reasons []skill.Reason `json:"reasons"`
}

func table(cols []whatif.Column, rows []int) Table {
	t := Table{Profiles: []Profile{}, Skills: []Skill{}}
	for _, c := range cols {
		t.Profiles = append(t.Profiles, Profile{c.Name, c.Title})
	}
	for _, i := range rows {
		of := cols[0].Is.Candidates[i]
		s := Skill{Name: of.Name, Source: string(of.Source), Path: of.Path}
		for _, c := range cols {
			is := c.Is.Candidates[i]
			s.States = append(s.States, Cell{is.State, append([]skill.Reason{}, is.Reasons...)})
		}
		t.Skills = append(t.Skills, s)
	}
	return t
}
