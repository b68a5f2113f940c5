package advice

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/skill"
	"lily/core/wants"
)

// languages are the programs that run what a file's ending says, as a first line may name them.
var languages = map[string][]string{
	".sh":   {"sh", "bash", "dash", "zsh", "ksh", "ash"},
	".bash": {"bash"},
	".zsh":  {"zsh"},
	".py":   {"python", "python3", "uv", "pypy", "pypy3", "pipx", "sage", "conda", "marimo", "xonsh", "blender", "hatch", "poetry"},
	".js":   {"node", "nodejs", "bun", "deno", "zx", "osascript", "qjs", "k6"},
	".mjs":  {"node", "nodejs", "bun", "deno", "zx"},
	".cjs":  {"node", "nodejs", "bun"},
	".ts":   {"node", "tsx", "ts-node", "bun", "deno", "npx", "bunx", "zx", "pnpm"},
	".rb":   {"ruby", "jruby"},
	".pl":   {"perl"},
	".php":  {"php"},
	".fish": {"fish"},
	".ps1":  {"pwsh", "powershell"},
	".lua":  {"lua", "luajit"},
	".r":    {"Rscript"},
}

// scripts tells what keeps a script from running.
func (l *look) scripts() {
	started, given := l.started()
	for at := range l.Files.Walk() {
		by, is := languages[strings.ToLower(path.Ext(at))]
		if !is || l.passed(at) || l.file(at) == "" {
			continue
		}
		s := script{at: at, text: l.file(at), by: by, started: started[at], given: given[at] || l.handed(at)}
		s.first, _, _ = strings.Cut(s.text, "\n")
		l.script(s)
	}
}

// script is one script of a skill.
type script struct {
	at, text, first string
	by              []string
	started         bool // the text starts it by its own name
	given           bool // the text gives it to an interpreter
}

func (s script) shell() bool { return slices.Contains(s.by, "bash") || slices.Contains(s.by, "zsh") }

func (l *look) script(s script) {
	bang := strings.HasPrefix(s.first, "#!")
	switch {
	case strings.HasSuffix(s.first, "\r") && (s.shell() || bang && s.started):
		l.find("script_line_ends", s.at, 1, 1, "%s has the line ends of Windows (CRLF), with which it does not run on other systems.", answer.Short(s.at))
	case bang:
		if why := s.wrong(); why != "" {
			l.find("script_interpreter", s.at, 1, 1, "%s.", why)
		}
	case s.started, s.shell() && !s.given && l.main(s):
		f := l.find("script_no_interpreter", s.at, 1, 1, "The first line of %s names no interpreter, such as #!/usr/bin/env %s.", answer.Short(s.at), s.by[min(1, len(s.by)-1)])
		s.broken(f)
	}
	if l.Runs != nil && !l.Runs(s.at) && (s.started || bang && s.shell() && !s.given && l.main(s)) {
		s.broken(l.find("script_not_executable", s.at, 1, 1, "%s may not be executed; chmod +x makes it so.", answer.Short(s.at)))
	}
}

// broken makes a finding a warning where the text starts the script, which then fails.
func (s script) broken(f *skill.Finding) {
	if s.started {
		f.Severity = skill.Warning
	}
}

// main reports whether a script is one that the skill keeps to be run, and not a part of another one.
func (l *look) main(s script) bool {
	dir, name := path.Dir(s.at), path.Base(s.at)
	part := strings.HasPrefix(name, "_") || strings.Contains(name, "lib") || strings.Contains(name, "common") || strings.Contains(name, "utils") || strings.Contains(name, "helper") || strings.Contains(name, "env")
	if dir != "scripts" || part || l.Files.Files() > mostFiles || l.Files.Bytes() > mostBytes {
		return false
	}
	for _, line := range []string{"source ", ". "} {
		for at := range l.Files.Walk() {
			if at != s.at && languages[strings.ToLower(path.Ext(at))] != nil && sources(l.file(at), line, name) {
				return false
			}
		}
	}
	return true
}

func sources(text, word, name string) bool {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), word) && strings.Contains(line, name) {
			return true
		}
	}
	return false
}

var bashOnly = regexp.MustCompile(`(?m)^[ \t]*(if |while |elif |until )?\[\[ |<<<|^[ \t]*[A-Za-z_]+=\([^)]*\)[ \t]*$|^[ \t]*function [A-Za-z_]+`)

// wrong says what is wrong with the interpreter of a first line, if anything.
func (s script) wrong() string {
	words := strings.Fields(strings.TrimPrefix(s.first, "#!"))
	if len(words) == 0 {
		return "The first line of " + answer.Short(s.at) + " names no interpreter after #!"
	}
	name := path.Base(words[0])
	if !strings.HasPrefix(words[0], "/") {
		return "The first line of " + answer.Short(s.at) + " names " + answer.Short(words[0]) + ", which is no path from the root; want #!/usr/bin/env " + name
	}
	if name == "env" {
		many := len(words) > 2
		words = slices.DeleteFunc(words[1:], func(w string) bool { return strings.HasPrefix(w, "-") || strings.Contains(w, "=") })
		if len(words) == 0 {
			return "The first line of " + answer.Short(s.at) + " names no interpreter after env"
		}
		if many && words[0] != "osascript" && !strings.Contains(s.first, "-S") && !strings.Contains(s.first, "--split-string") {
			return "The first line of " + answer.Short(s.at) + " gives env more than one word, which Linux takes as one name; want env -S"
		}
		name = path.Base(words[0])
	}
	bare := strings.TrimRight(name, "0123456789.")
	if !slices.ContainsFunc(s.by, func(want string) bool { return name == want || bare == want }) && known(bare) {
		return "The first line of " + answer.Short(s.at) + " names " + answer.Short(name) + ", which does not run " + path.Ext(s.at)
	}
	if name == "sh" && bashOnly.MatchString(wants.Bare(s.text)) {
		return "The first line of " + answer.Short(s.at) + " names sh, and the script is written for bash"
	}
	return ""
}

// known reports whether a name is an interpreter of any language.
func known(name string) bool {
	for _, by := range languages {
		if slices.Contains(by, name) {
			return true
		}
	}
	return false
}

// started lists which files SKILL.md starts by their own name, and which it gives to an interpreter.
func (l *look) started() (started, given map[string]bool) {
	started, given = map[string]bool{}, map[string]bool{}
	for _, m := range l.names {
		switch {
		case m.by != "":
			given[m.path] = true
		case m.kind == shell && m.direct, m.kind == code && m.direct && strings.HasPrefix(m.text, "./"):
			started[m.path] = true
		}
	}
	return started, given
}

// handed reports whether any line of the text gives a file of that name to an interpreter, by whatever path.
func (l *look) handed(at string) bool {
	name := path.Base(at)
	if l.Files.Files() > mostFiles {
		return true // nothing is said of so many
	}
	for _, line := range l.lines {
		if len(line) > mostLine {
			continue
		}
		if n := strings.Index(line, name); n > 0 && interpreted.MatchString(line[:n]) {
			return true
		}
	}
	return false
}

var interpreted = regexp.MustCompile(`(^|[\s` + "`" + `"'(])(bash|sh|zsh|source|\.|python3?|node|bun|deno|tsx|ruby|perl|php|pwsh|uv run|chmod)\s[^;|&]*$`)
