package places

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"lily/core/project"
	"lily/core/world"
	"lily/web/disk"
	"lily/web/door"
	"lily/web/lint"
)

// usual are the folders of skills in a workspace: an earlier one wins.
var usual = []string{"skills", ".agents/skills", ".claude/skills"}

// variables set a place where no flag does.
var variables = map[world.Source]string{
	world.Bundled: "SKILLS_BUNDLED_DIR", world.User: "SKILLS_USER_DIR", world.Workspace: "SKILLS_WORKSPACE_DIR",
}

// Place is one folder of skills. A root of several has them in this order: an earlier one wins.
type Place struct {
	Source world.Source
	Dir    string // the folder that it is named by; empty where it is named itself
	At     string // the folder of skills
	Path   string // in the tree
	By     string // what names it: a flag, a variable, lily.yaml; empty for the usual folder
}

// Find is where skills are, by source and then the earlier first.
func (p *Places) Find() ([]Place, error) {
	home, set, err := p.project()
	if err != nil {
		return nil, err
	}
	list := p.one(world.Bundled, p.Bundled, set.Bundled)
	user := p.one(world.User, p.User, set.User)
	if len(user) == 0 && p.Usual {
		user = ofPerson()
	}
	return slices.Concat(list, user, p.workspace(home, set.Workspace)), nil
}

// one is the place of a source by its flag, its variable or the file.
func (p *Places) one(s world.Source, flag, file string) []Place {
	at := string(s) + "/skills"
	value := ""
	if p.Usual {
		value = os.Getenv(variables[s])
	}
	switch {
	case flag != "":
		return []Place{{s, flag, filepath.Join(flag, "skills"), at, "--" + string(s)}}
	case value != "":
		return []Place{{s, "", value, at, "the variable " + variables[s]}}
	case file != "":
		return []Place{{s, "", file, at, project.File}}
	}
	return nil
}

// ofPerson are the usual folders of a person's skills, as far as they are there.
func ofPerson() (list []Place) {
	add := func(dir, to string, err error) {
		if err == nil && disk.IsDir(filepath.Join(dir, "skills")) {
			list = append(list, Place{world.User, dir, filepath.Join(dir, "skills"), to, ""})
		}
	}
	config, err := door.Home()
	add(config, "user/skills", err)
	home, err := os.UserHomeDir()
	add(filepath.Join(home, ".agents"), "user/.agents/skills", err)
	return list
}

// workspace are the places of the workspace: all that its folder has, or what a variable or the file names.
func (p *Places) workspace(home string, file []string) []Place {
	dir, by := p.Workspace, "--workspace"
	if dir == "" && p.Usual {
		if one := p.one(world.Workspace, "", ""); len(one) > 0 {
			one[0].Path = within(".", one[0].At)
			return one
		}
		dir, by = ".", ""
	}
	if dir == "" {
		return nil
	}
	if by != "" {
		file = nil
	}
	var list []Place
	for _, at := range file {
		list = append(list, Place{world.Workspace, home, at, within(dir, at), project.File})
	}
	if len(file) == 0 {
		for _, name := range usual {
			list = append(list, Place{world.Workspace, dir, filepath.Join(dir, filepath.FromSlash(name)), "workspace/" + name, by})
		}
		list = there(list)
	}
	if len(list) == 0 && by != "" {
		list = []Place{{world.Workspace, dir, filepath.Join(dir, "skills"), "workspace/skills", by}}
	}
	return list
}

// there are the places that are there, each folder once. The first may be a link to nothing, which is told (VF-8).
func there(list []Place) (kept []Place) {
	seen := map[string]bool{}
	for i, p := range list {
		real, err := disk.Resolve(p.At)
		_, link := os.Readlink(p.At)
		if seen[real] || err != nil && (i > 0 || link != nil) || err == nil && i > 0 && !disk.IsDir(p.At) {
			continue
		}
		seen[real] = err == nil
		kept = append(kept, p)
	}
	return kept
}

// within is the path in the tree of a folder of skills, which lies in the workspace's or elsewhere.
func within(dir, at string) string {
	top, err := disk.Resolve(dir)
	full, err2 := disk.Resolve(at)
	if err == nil && err2 == nil {
		if rel, err := filepath.Rel(top, full); err == nil && rel != "." && filepath.IsLocal(rel) {
			return path.Join("workspace", filepath.ToSlash(rel))
		}
	}
	return "workspace/skills"
}

// project is the folder of lily.yaml, empty for none, and what that says of places, with their real paths.
func (p *Places) project() (dir string, set project.Places, err error) {
	if !p.Usual || p.Workspace != "" {
		return "", set, nil
	}
	if _, gone := os.Getwd(); gone != nil {
		return "", set, fmt.Errorf("the folder that this was started in is gone or cannot be reached; go to another one, or name one with --workspace: %w", gone)
	}
	dir, said, err := lint.Holding(".")
	if err != nil || dir == "" {
		return "", set, err
	}
	real := func(name string) (at string) {
		if name == "" || err != nil {
			return ""
		}
		at = filepath.Join(dir, filepath.FromSlash(name))
		full, wrong := disk.Resolve(at)
		if rel, outside := filepath.Rel(dir, full); wrong == nil && (outside != nil || !filepath.IsLocal(rel)) {
			err = fmt.Errorf("%s names %+q, which leads out of its folder to %+q; name a folder within, or use a flag", filepath.Join(dir, project.File), at, full)
		}
		return at
	}
	set.Bundled, set.User = real(said.Places.Bundled), real(said.Places.User)
	for _, name := range said.Places.Workspace {
		set.Workspace = append(set.Workspace, real(name))
	}
	if at := real(said.Skills); at != "" && len(set.Workspace) == 0 && !slices.Contains(usual, strings.TrimSuffix(said.Skills, "/")) {
		set.Workspace = []string{at} // what lily add brings is found
		for _, name := range usual {
			set.Workspace = append(set.Workspace, real(name))
		}
		set.Workspace = slices.DeleteFunc(set.Workspace, func(at string) bool { return !disk.IsDir(at) })
	}
	return dir, set, err
}

// Told says what the workspace is and where its skills are, for who has named neither; empty where they have.
func (p *Places) Told() string {
	if !p.Usual || p.Workspace != "" || os.Getenv(variables[world.Workspace]) != "" {
		return ""
	}
	here, err := disk.Resolve(".")
	list, err2 := p.Find()
	if err != nil || err2 != nil {
		return ""
	}
	var names []string
	for _, at := range list {
		if at.Source == world.Workspace {
			names = append(names, shown(here, at.At))
		}
	}
	if len(names) == 0 {
		return fmt.Sprintf("the workspace is %s, the folder that this was started in; it has no skills in %s", here, strings.Join(usual, ", "))
	}
	said := fmt.Sprintf("the workspace is %s, the folder that this was started in; its skills are in %s", here, strings.Join(names, ", "))
	if from := p.cloned(); from != "" {
		said += fmt.Sprintf("; they came from %s and are not trusted, so that you are asked about each program each time: "+
			"--trust says that you trust them, from now on", from)
	}
	return said
}

// shown is a path as it is named from a folder.
func shown(dir, at string) string {
	full, err := filepath.Abs(at)
	if rel, err2 := filepath.Rel(dir, full); err == nil && err2 == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return at
}

// Lies is where a file of the tree lies on the disk; empty for what has no place there.
func (p *Places) Lies(in string) string {
	list, err := p.Find()
	if err != nil {
		return ""
	}
	for _, at := range list {
		if rest, ok := strings.CutPrefix(in+"/", at.Path+"/"); ok {
			return filepath.Join(at.At, filepath.FromSlash(rest))
		}
	}
	if rest, ok := strings.CutPrefix(in+"/", string(world.Workspace)+"/"); ok && p.Project() != "" {
		return filepath.Join(p.Project(), filepath.FromSlash(rest))
	}
	return ""
}

// Real is where a path of the tree, from the top, is on the disk, or that path where it is nowhere.
func (p *Places) Real(at string) string {
	if on := p.Lies(strings.TrimPrefix(at, "/")); on != "" {
		if full, err := filepath.Abs(on); err == nil {
			return full
		}
	}
	return at
}

// Project is the folder that is the workspace; empty for none.
func (p *Places) Project() string {
	if p.Workspace == "" && p.Usual {
		return "."
	}
	return p.Workspace
}
