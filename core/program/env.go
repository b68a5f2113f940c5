package program

import (
	"slices"
	"strings"

	"lily/core/profile"
)

// Env is the whole environment of a program (TS-4), sorted: what the profile
// sets of PATH, HOME, USER, LANG, LC_* and TERM, and the skill's name, its folder
// and the mode, under LILY_ and under GIBBERISH_. A name that stands for a secret
// is left out, whatever else it is; so is a value that no environment can hold. A
// program of no skill has no name and no folder of one.
func Env(p profile.Profile, skill, mode, dir string) []string {
	list := []string{}
	add := func(name, value string) {
		if strings.IndexByte(value, 0) < 0 {
			list = append(list, name+"="+value)
		}
	}
	for name, value := range p.Env {
		if inherited(name) && !secret(name) {
			add(name, value)
		}
	}
	for _, prefix := range []string{"LILY_", "GIBBERISH_"} {
		if skill != "" {
			add(prefix+"SKILL_NAME", skill)
			add(prefix+"SKILL_DIR", dir)
		}
		add(prefix+"MODE", mode)
	}
	slices.Sort(list)
	return list
}

func inherited(name string) bool {
	switch name {
	case "PATH", "HOME", "USER", "LANG", "TERM":
		return true
	}
	rest, ok := strings.CutPrefix(name, "LC_")
	return ok && strings.Trim(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// secret is the second lock: it holds even when the list of what is inherited grows.
func secret(name string) bool {
	ends := func(with string) bool { return strings.HasSuffix(name, with) }
	begins := func(with string) bool { return strings.HasPrefix(name, with) }
	return slices.ContainsFunc([]string{"_TOKEN", "_KEY", "_SECRET"}, ends) ||
		slices.ContainsFunc([]string{"AWS_", "OPENAI_", "ANTHROPIC_"}, begins)
}

// Names are the names of an environment, in its order.
func Names(env []string) []string {
	list := make([]string, len(env))
	for i, entry := range env {
		list[i], _, _ = strings.Cut(entry, "=")
	}
	return list
}
