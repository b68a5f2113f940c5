// Package profile is the declared environment that eligibility is judged against (EN-1): a browser has no PATH and no
// operating system to ask, so the person says what there is, in a YAML file.
//
// The package promises that the same file gives the same [Profile] and the same verdicts everywhere. It looks at
// nothing but the file: a declared program is taken at its word.
//
//	p, err := profile.Parse("profile.yaml", data)
//	p.Unmet(s.Eligibility) // what a skill asks for in vain
package profile

import (
	"fmt"
	"slices"
	"strings"

	"lily/core/conf"
	"lily/core/skill"
	"lily/core/tree"
)

// The values of a profile's os and mode (EN-1).
var (
	Systems = []string{"darwin", "linux", "win32"}
	Modes   = []string{"Global", "Dev", "Meeting"}
)

// Profile is one declared environment. Lists are sorted, never nil.
type Profile struct {
	OS       string            `json:"os"`
	Mode     string            `json:"mode"`
	Env      map[string]string `json:"env"`
	Binaries []string          `json:"binaries"`
	Cwd      string            `json:"cwd"`
}

// Empty is the profile of an empty file: linux, Global, no variable, no program.
func Empty() Profile {
	return Profile{OS: "linux", Mode: "Global", Env: map[string]string{}, Binaries: []string{}, Cwd: "/workspace"}
}

// Parse reads a profile; what the file leaves out is as in [Empty]. The error lists every fault with its place.
func Parse(file string, data []byte) (Profile, error) {
	d, e := conf.Read(file, data), Empty()
	p := Profile{
		OS:       d.Text("os", e.OS, Systems...),
		Mode:     d.Text("mode", e.Mode, Modes...),
		Env:      d.Map("env"),
		Binaries: d.List("binaries"),
		Cwd:      d.Text("cwd", e.Cwd),
	}
	return p, d.Err()
}

// YAML writes the profile as [Parse] reads it, keys in a fixed order.
func (p Profile) YAML() []byte {
	var w conf.Writer
	w.Text("os", p.OS)
	w.Text("mode", p.Mode)
	w.Map("env", p.Env)
	w.List("binaries", p.Binaries)
	w.Text("cwd", p.Cwd)
	return w.Bytes()
}

// Digest names the profile by what it declares, not by how it was written.
func (p Profile) Digest() tree.Digest { return conf.Digest(p) }

// Unmet returns a reason for each of what the skill asks for and the profile lacks (EN-2): os, env, binaries.
func (p Profile) Unmet(e skill.Eligibility) []skill.Reason {
	var list []skill.Reason
	if len(e.OS) > 0 && !slices.Contains(e.OS, p.OS) {
		list = append(list, reason("EN-2", "os_mismatch", "The skill is for %s; the profile's os is %s.", strings.Join(e.OS, ", "), p.OS))
	}
	for _, name := range e.Env {
		if _, ok := p.Env[name]; !ok {
			list = append(list, reason("EN-2", "env_missing", "The profile does not set the environment variable %s.", name))
		}
	}
	for _, name := range e.Binaries {
		if _, ok := slices.BinarySearch(p.Binaries, name); !ok {
			list = append(list, reason("EN-2", "binary_missing", "The profile does not declare the program %s.", name))
		}
	}
	return list
}

// OutOfMode returns a reason when a skill's modes are for other modes than the profile's. Global is in every mode.
func (p Profile) OutOfMode(modes []string) []skill.Reason {
	if len(modes) == 0 || slices.Contains(modes, "Global") || slices.Contains(modes, p.Mode) {
		return nil
	}
	return []skill.Reason{reason("EN-1", "mode_mismatch", "The skill is for mode %s; the profile's mode is %s.", strings.Join(modes, ", "), p.Mode)}
}

func reason(clause, code, format string, args ...any) skill.Reason {
	return skill.Reason{Code: code, Message: fmt.Sprintf(format, args...), Clause: clause}
}

// Preset is a profile to start from, with a name and a line that says what it is.
type Preset struct {
	Name    string
	Title   string
	Profile Profile
}

// Presets returns the presets in the order in which they are offered (EN-1). system is what the browser or the
// machine tells, one of [Systems], and programs are those that can run here, in any order.
func Presets(system string, programs []string) []Preset {
	tools := []string{"bash", "curl", "docker", "git", "go", "jq", "make", "node", "npm", "python3", "rg", "sh"}
	ci := developer("linux", "/home/ci", []string{"bash", "curl", "git", "make", "sh"})
	ci.Mode, ci.Env = "Global", map[string]string{"CI": "true", "HOME": "/home/ci", "USER": "ci"}
	return []Preset{
		{"browser", "This browser: the programs that the page can run", Browser(system, programs)},
		{"bare", "This browser: no program declared", Browser(system, nil)},
		{"linux-dev", "A developer's Linux", developer("linux", "/home/dev", tools)},
		{"macos-dev", "A developer's macOS", developer("darwin", "/Users/dev", tools)},
		{"windows-dev", "A developer's Windows", developer("win32", `C:\Users\dev`, []string{"curl", "git", "node", "npm", "powershell", "python"})},
		{"ci", "A build machine", ci},
	}
}

// Browser is the page's first profile: the system that the browser tells, and the programs that really run (EN-1).
func Browser(system string, programs []string) Profile {
	p := Empty()
	p.OS, p.Binaries = system, append(p.Binaries, slices.Compact(slices.Sorted(slices.Values(programs)))...)
	return p
}

func developer(system, home string, binaries []string) Profile {
	p := Empty()
	p.OS, p.Mode, p.Binaries = system, "Dev", binaries
	p.Env = map[string]string{"HOME": home, "LANG": "en_US.UTF-8", "USER": "dev"}
	return p
}
