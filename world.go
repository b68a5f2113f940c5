package main

import (
	"flag"

	"lily/core/world"
	"lily/web/places"
)

// limits bound what is read from a disk; a root beyond them is refused.
var limits = places.Limits()

// mostText bounds a file that a person writes.
const mostText = places.MostText

type where struct{ places.Places }

// declare adds the flags of the places. Without one of them a place is where it usually is (TM-2).
func (p *where) declare(f *flag.FlagSet) {
	p.Usual = true
	p.declareNamed(f)
}

// declareNamed adds the same flags for a command that takes what is named, and nothing else.
func (p *where) declareNamed(f *flag.FlagSet) {
	p.declareFolders(f)
	p.declareRules(f, world.Children)
}

func (p *where) declareFolders(f *flag.FlagSet) {
	f.StringVar(&p.Bundled, "bundled", "", "take the bundled skills from `DIR`/skills, not those in the binary")
	f.StringVar(&p.User, "user", "", "the user's skills are in `DIR`/skills")
	f.StringVar(&p.Workspace, "workspace", "", "the workspace is `DIR`, its skills in skills, .agents/skills and .claude/skills of it")
	f.StringVar(&p.Persona, "persona", "", "take SOUL.md and the others from `DIR`")
}

func (p *where) declareRules(f *flag.FlagSet, scan world.Scan) {
	f.StringVar(&p.Profile, "profile", "", "read the environment profile from `FILE`, YAML")
	p.declarePolicy(f, scan)
}

func (p *where) declarePolicy(f *flag.FlagSet, scan world.Scan) {
	f.StringVar(&p.Policy, "policy", "", "read the tool policy from `FILE`, YAML")
	f.StringVar(&p.Scan, "scan", string(scan), "look for skills by `MODE`: children, one level, or tree, every level")
}
