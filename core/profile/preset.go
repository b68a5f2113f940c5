package profile

import "slices"

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
