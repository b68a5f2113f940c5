package argv

import (
	"path"
	"slices"
	"strings"
)

// interpreter says which options keep a program from running the file that it is
// given as its first argument, and which ones take the next word.
type interpreter struct {
	inline string   // letters of options after which no file is run: -c
	value  string   // letters of options that take the next word: -o
	words  []string // long options of the first kind
	values []string // long options of the second kind
}

var (
	posix  = interpreter{inline: "cs", value: "oO", values: []string{"--rcfile", "--init-file"}}
	script = interpreter{
		inline: "epi", value: "rC", words: []string{"--eval", "--print", "--interactive", "--test"},
		values: []string{"--require", "--import", "--loader", "--experimental-loader", "--conditions"},
	}
	python = interpreter{inline: "cm", value: "WX"}
	perl   = interpreter{inline: "eEi", value: "I"}
	ruby   = interpreter{inline: "e", value: "rIC"}
)

// interpreters are the programs whose first argument is a script.
var interpreters = map[string]interpreter{
	"bash": posix, "sh": posix, "dash": posix, "ash": posix, "ksh": posix, "zsh": posix,
	"node": script, "nodejs": script, "python": python, "python3": python, "perl": perl, "ruby": ruby,
}

// Script finds the word that names the script which an interpreter is to run, as in
// bash -e x.sh, or gives -1. What it is not sure of is none.
func Script(words []string) int {
	if len(words) == 0 {
		return -1
	}
	by, ok := interpreters[program(words[0])]
	for i := 1; ok && i < len(words); i++ {
		switch w := words[i]; {
		case w == "--" && i+1 < len(words):
			return i + 1
		case w == "-" || w == "--" || by.runsNone(w):
			return -1
		case by.takesNext(w):
			i++
		case !isOption(w):
			return i
		}
	}
	return -1
}

// program is the name of a program, also where it is written with the folder of a
// system's programs.
func program(word string) string {
	if slices.Contains([]string{"/bin", "/usr/bin", "/usr/local/bin"}, path.Dir(word)) {
		return path.Base(word)
	}
	return word
}

func isOption(w string) bool {
	return len(w) > 1 && (w[0] == '-' || w[0] == '+')
}

func (i interpreter) runsNone(w string) bool {
	name, _, _ := strings.Cut(w, "=")
	return slices.Contains(i.words, name) || isShort(w) && strings.ContainsAny(w, i.inline)
}

func (i interpreter) takesNext(w string) bool {
	return slices.Contains(i.values, w) || isShort(w) && strings.IndexByte(i.value, w[len(w)-1]) >= 0
}

// isShort reports whether a word is options of one letter each: -eu.
func isShort(w string) bool { return isOption(w) && w[1] != '-' }
