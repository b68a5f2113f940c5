package agents

import "lily/core/tree"

// Preset is a usual place for a folder of skills.
type Preset struct {
	Name  string // as it is typed
	Title string // for people
	at    Look
	whole bool // the tree is a project, in which agents find their own folders
}

// AsIs is the name of the preset in which each agent has the skills in its own usual folder.
const AsIs = "dropped"

// Presets lists the usual places, the most general one first.
func Presets() []Preset {
	return []Preset{
		{Name: AsIs, Title: "Each agent's own folder of the project"},
		{Name: "agents", Title: ".agents/skills of the project", at: Look{Project, ".agents/skills"}},
		{Name: "claude", Title: ".claude/skills of the project", at: Look{Project, ".claude/skills"}},
		{Name: "home-agents", Title: ".agents/skills of the home", at: Look{Home, ".agents/skills"}},
		{Name: "home-claude", Title: ".claude/skills of the home", at: Look{Home, ".claude/skills"}},
		{Name: "project", Title: "A project, with the folders that are in it", whole: true},
	}
}

// PresetOf returns the preset of a name.
func PresetOf(name string) (Preset, bool) {
	for _, p := range Presets() {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, false
}

// Install is the installation that a tree makes there. Paths of cells are those of the tree, below "project" where it is
// a project.
func (p Preset) Install(t tree.Tree) *Install {
	if p.whole {
		sub, err := tree.Tree{}.Graft(string(Project), t)
		if err != nil {
			return Installed(tree.Tree{})
		}
		return Installed(sub)
	}
	in := AsDropped(t)
	in.place = p.at
	return in
}
