// Package sites reads what a path of the disk holds as an installation of skills, in which other agents look.
//
// It promises that of a project and of a home only the folders are read in which agents look, and that a skill that cannot
// be read is named. It does not judge: that is core/agents.
//
//	in, err := sites.Read("skills", sites.Terms{Agents: all.List})
//	table := in.Seen(all.List, 200_000)
package sites

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"lily/core/agents"
	"lily/core/agents/report"
	"lily/core/check"
	"lily/core/tree"
	"lily/web/disk"
)

// Install is what one path of the disk holds, as an installation.
type Install struct {
	install *agents.Install
	limits  tree.Limits
	shown   string        // the path as the person named it
	home    string        // the same of the home
	lone    string        // the name of the skill, where one alone was asked for
	as      agents.Preset // where a folder of skills is taken to be
	Unread  []string      // skills that could not be read, each with the reason
	project bool          // whether each agent was given what is in its own folders, and not all of it
}

// Seen is what agents make of it.
func (in *Install) Seen(list []*agents.Agent, window int) report.Seen {
	title := in.shown + ", as each agent's usual folder of skills"
	if in.as.Name != agents.AsIs {
		title = in.shown + ", in " + in.as.Title
	}
	if in.project {
		title = in.shown + ", each agent in its own folders"
	}
	table := agents.Evaluate(in.install, list, agents.Terms{Window: window})
	return report.Seen{Table: table, Window: window, Title: title, Name: in.named}
}

// named is a path of the installation as the person would name it.
func (in *Install) named(at string) string {
	switch rest, home := strings.CutPrefix(at, "home/"); {
	case in.project && home:
		return filepath.Join(in.home, filepath.FromSlash(rest))
	case in.project:
		at = strings.TrimPrefix(at, "project/")
	case in.lone != "":
		at = strings.TrimPrefix(at, in.lone+"/")
	}
	return filepath.Join(in.shown, filepath.FromSlash(at))
}

// Terms are how a path is taken.
type Terms struct {
	Home   string // whose folders are looked into too; empty for none
	As     string // the name of a preset; empty for what the path is
	Agents []*agents.Agent
	Limits tree.Limits
}

// Read reads a path as what it is: one skill, a project with folders that agents look in, or a folder of skills.
func Read(shown string, t Terms) (*Install, error) {
	in, home, as, list := &Install{shown: shown, home: t.Home, limits: t.Limits}, t.Home, t.As, t.Agents
	in.as, _ = agents.PresetOf(cmp.Or(as, agents.AsIs))
	info, err := os.Stat(shown)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		if !agents.IsSkill(filepath.Base(shown)) {
			return nil, errors.New(shown + ": this is no skill: agents wants a file named SKILL.md, a folder with one, or a folder of such folders")
		}
		in.shown = filepath.Dir(shown)
	}
	dir, err := disk.Resolve(in.shown)
	if err != nil {
		return nil, err
	}
	looks := agents.Looks(list)
	switch {
	case home == "" && holdsSkill(dir):
		in.lone = filepath.Base(dir)
		return in, in.read(dir, in.lone)
	case as == "" && (home != "" || isProject(dir, looks)) || as == "project":
		in.project = true
		return in, in.readProject(dir, looks)
	case !hasSkills(dir) && disk.IsDir(filepath.Join(dir, "skills")):
		dir, in.shown = filepath.Join(dir, "skills"), filepath.Join(in.shown, "skills")
	}
	return in, in.read(dir, ".")
}

// holdsSkill reports whether a folder is a skill for some agent.
func holdsSkill(dir string) bool {
	list, _ := os.ReadDir(dir)
	for _, e := range list {
		if agents.IsSkill(e.Name()) {
			return true
		}
	}
	return false
}

// hasSkills reports whether a folder has skills right below it.
func hasSkills(dir string) bool {
	list, _ := os.ReadDir(dir)
	for _, e := range list {
		if e.IsDir() && holdsSkill(filepath.Join(dir, e.Name())) {
			return true
		}
	}
	return false
}

// isProject reports whether a folder has one that an agent looks in, of those that nothing else is named like.
func isProject(dir string, looks []agents.Look) bool {
	for _, l := range looks {
		if l.Scope == agents.Project && strings.HasPrefix(l.Folder, ".") && l.Folder != "." && disk.IsDir(filepath.Join(dir, l.Folder)) {
			return true
		}
	}
	return false
}

func (in *Install) read(dir, at string) error {
	t, err := in.folder(in.shown, dir, func(string) bool { return true })
	if err == nil && at != "." {
		t, err = tree.Tree{}.Graft(at, t)
	}
	in.install = in.as.Install(t)
	return err
}

// folder reads what agents may look at of a folder, and notes each skill of it that cannot be read: what nobody could
// read is no skill that an agent has.
func (in *Install) folder(shown, dir string, wanted func(at string) bool) (tree.Tree, error) {
	most := in.limits
	most.File = check.MostFile
	t, skips, err := disk.Read(dir, tree.Folder{Limits: most, Leave: func(at string, e fs.DirEntry) (tree.Skip, bool) {
		if base := path.Base(at); !wanted(at) || e.IsDir() && (base == "node_modules" || base == ".git") { // no agent looks there
			return tree.Skip{}, true
		}
		info, err := e.Info()
		big := err == nil && info.Mode().IsRegular() && info.Size() > most.File
		if !big {
			return tree.Skip{}, false
		}
		return tree.Skip{Code: "file_too_big", Message: fmt.Sprintf("It has %d bytes, and at most %d are looked at.", info.Size(), most.File)}, true
	}})
	for _, s := range skips {
		if agents.IsSkill(path.Base(s.Path)) && s.Code != "" {
			in.Unread = append(in.Unread, fmt.Sprintf("%s: %s", filepath.Join(shown, filepath.FromSlash(s.Path)), s.Message))
		}
	}
	return t, err
}

// readProject reads of a project and of a home only the folders that agents look in.
func (in *Install) readProject(dir string, looks []agents.Look) error {
	all := tree.Tree{}
	for scope, from := range map[agents.Scope]string{agents.Project: dir, agents.Home: in.home} {
		if from == "" {
			continue
		}
		shown := in.shown
		if scope == agents.Home {
			shown = in.home
		}
		t, err := in.folder(shown, from, func(at string) bool { return looked(scope, at, looks) })
		if err != nil {
			return err
		}
		if all, err = all.Graft(string(scope), t); err != nil {
			return err
		}
	}
	in.install = agents.Installed(all).Placed(dir, in.home)
	return nil
}

// looked reports whether a path is in a folder that an agent looks in, on the way to one, or a file beside them.
func looked(scope agents.Scope, at string, looks []agents.Look) bool {
	for _, l := range looks {
		if l.Scope == scope && (l.Folder == at || strings.HasPrefix(at, l.Folder+"/") || strings.HasPrefix(l.Folder, at+"/")) {
			return true
		}
	}
	return scope == agents.Project && (at == "plugin.json" || at == ".claude-plugin" || strings.HasPrefix(at, ".claude-plugin/"))
}
