package wants

import (
	"path"
	"strings"
)

// language is what a script is written in: what runs it, and how it is read.
type language struct {
	kind  Kind
	wants []string
	reads Kind
}

func by(program string) language { return language{kind: Program, wants: []string{program}} }

var (
	shellScript = language{Language, []string{"shell"}, Program}
	pythonText  = language{Language, []string{"python"}, Python}
	javascript  = language{Language, []string{"javascript"}, Node}
	typescript  = language{Language, []string{"javascript", "typescript"}, Node}
)

// languages are what a file's ending says.
var languages = map[string]language{
	".sh": shellScript, ".bash": shellScript, ".py": pythonText,
	".js": javascript, ".cjs": javascript, ".mjs": javascript, ".ts": typescript, ".mts": typescript, ".cts": typescript,
	".jsx": {Language, []string{"javascript", "jsx"}, Node}, ".tsx": {Language, []string{"javascript", "jsx", "typescript"}, Node},
	".zsh": by("zsh"), ".fish": by("fish"), ".ps1": by("pwsh"), ".bat": by("cmd"), ".cmd": by("cmd"),
	".rb": by("ruby"), ".pl": by("perl"), ".php": by("php"), ".lua": by("lua"), ".r": by("Rscript"), ".awk": by("awk"),
	".go": by("go"), ".swift": by("swift"), ".applescript": by("osascript"), ".java": by("java"), ".jl": by("julia"),
	".ex": by("elixir"), ".exs": by("elixir"), ".scala": by("scala"), ".groovy": by("groovy"), ".tcl": by("tclsh"),
}

// interpreters are the programs of a first line that the page has under another name, or that are read here.
var interpreters = map[string]language{
	"sh": shellScript, "bash": shellScript, "dash": shellScript, "ash": shellScript, "python": pythonText, "python3": pythonText,
	"node": javascript, "nodejs": javascript,
	"tsx":  {Program, []string{"tsx"}, Node},
	"bun":  {Program, []string{"bun"}, Node},
	"deno": {Program, []string{"deno"}, Node},
	"uv":   {Program, []string{"uv"}, Python},
}

// shebang is what a first line that begins with #! says.
func shebang(text string) (language, bool) {
	first, _, _ := strings.Cut(text, "\n")
	rest, ok := strings.CutPrefix(first, "#!")
	words := strings.Fields(rest)
	if !ok || len(words) == 0 {
		return language{}, false
	}
	name := path.Base(words[0])
	if name == "env" {
		name = ""
		for _, w := range words[1:] {
			if !strings.HasPrefix(w, "-") && !strings.Contains(w, "=") {
				name = path.Base(w)
				break
			}
		}
	}
	if !plain(name) {
		return language{}, false
	}
	for _, n := range []string{name, strings.TrimRight(name, "0123456789."), strings.TrimRight(name, "0123456789.") + "3"} {
		if l, known := interpreters[n]; known {
			return l, true
		}
	}
	return by(name), true
}

// plain reports a name that a program may have, and that nobody has to quote.
func plain(name string) bool {
	return name != "" && len(name) <= 64 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-") == "" &&
		!strings.HasPrefix(name, "-") && !strings.HasPrefix(name, ".")
}
