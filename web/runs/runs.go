// Package runs says of skills on the disk which of their scripts find what they want, in the page and on this machine.
//
// It promises to run nothing: of this machine it asks which programs are on PATH. What a script wants core/wants reads.
//
//	r, err := runs.Of(lint.Check(paths, terms).Where(), limits)
//	r.Text(os.Stdout)
package runs

import (
	"fmt"
	"io"
	"os/exec"

	"lily/core/answer"
	"lily/core/sight"
	"lily/core/tree"
	"lily/core/wants"
	"lily/wasm/which"
	"lily/web/disk"
	"lily/web/lint"
)

// Report is what the scripts of skills want.
type Report struct {
	Skills []Skill `json:"skills"`
}

// Skill is one skill with its scripts.
type Skill struct {
	Name    string   `json:"name"`
	Path    string   `json:"path"` // as it was asked for
	Scripts []Script `json:"scripts"`
	Skipped []string `json:"skipped,omitempty"` // files that could not be read, each with why
}

// Script is one script with what the page and this machine say of it.
type Script struct {
	wants.Script
	Page wants.Verdict `json:"page"`
	Here wants.Verdict `json:"here"` // what packages a machine has is not known
}

// Of reads the folders of skills.
func Of(list []lint.Place, limits tree.Limits) (Report, error) {
	r := Report{Skills: []Skill{}}
	page, here := wants.Page(which.Programs()), wants.Machine(onPath())
	for _, at := range list {
		files, skipped, err := disk.Read(at.Dir, tree.Folder{Limits: limits})
		if err != nil {
			return r, err
		}
		s := Skill{Name: at.Name, Path: at.Path, Scripts: []Script{}}
		for _, one := range wants.Of(files) {
			s.Scripts = append(s.Scripts, Script{one, one.In(page), one.In(here)})
		}
		for _, left := range skipped {
			s.Skipped = append(s.Skipped, left.Message)
		}
		r.Skills = append(r.Skills, s)
	}
	return r, nil
}

// onPath tells whether a program is on PATH, asked once for each.
func onPath() func(string) bool {
	known := map[string]bool{}
	return func(program string) bool {
		found, asked := known[program]
		if !asked {
			_, err := exec.LookPath(program)
			found = err == nil
			known[program] = found
		}
		return found
	}
}

// Text prints a line for each script, below its skill, and what it comes to.
func (r Report) Text(out io.Writer) {
	scripts, whole := 0, 0
	for _, s := range r.Skills {
		if len(s.Scripts)+len(s.Skipped) == 0 {
			continue
		}
		fmt.Fprintf(out, "%s\n", sight.Show(s.Path))
		for _, one := range s.Scripts {
			scripts++
			if one.Page.State == wants.Whole {
				whole++
			}
			fmt.Fprintf(out, "  %s\n    page: %s\n", sight.Show(one.Path), one.Said(one.Page))
			if one.Here.State != wants.Unread {
				fmt.Fprintf(out, "    here: %s\n", one.Said(one.Here))
			}
		}
		for _, why := range s.Skipped {
			fmt.Fprintf(out, "  not read: %s\n", answer.Line(why))
		}
	}
	fmt.Fprintf(out, "%s of %s; %d have all that they name in the page.\n", answer.Number(scripts, "script"), answer.Number(len(r.Skills), "skill"), whole)
}
