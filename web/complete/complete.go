// Package complete writes what a shell needs to complete the words of a command.
//
// It promises that the shell runs nothing of Lily's while it completes, and that a flag or a value that is listed is one that
// there is. It knows no commands: who has some describes them.
//
//	text, ok := complete.For("bash", commands)
package complete

import (
	"fmt"
	"strings"
)

// Command is a word after the program's name.
type Command struct {
	Name, Summary string
	Flags         []Flag
	Words         []string // that an argument may be; none for a path
}

// Flag is a flag with its dashes.
type Flag struct {
	Name, Usage string
	Takes       bool     // a value follows it
	Values      []string // that it may be; none for a path
}

// Shells are those that can be written for.
func Shells() []string { return []string{"bash", "zsh", "fish"} }

// For is the script of a shell.
func For(shell string, all []Command) (text string, ok bool) {
	write, ok := map[string]func([]Command) string{"bash": bash, "zsh": zsh, "fish": fish}[shell]
	if !ok {
		return "", false
	}
	return write(all), true
}

// quoted is a text within single quotes.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func names(flags []Flag) (list []string) {
	for _, f := range flags {
		list = append(list, f.Name)
	}
	return list
}

func bash(all []Command) string {
	var b strings.Builder
	var words []string
	for _, c := range all {
		words = append(words, c.Name)
	}
	fmt.Fprintf(&b, `_lily() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words= flags=
    if [[ $cur == = ]]; then
        cur=
    elif [[ $prev == = ]]; then
        prev=${COMP_WORDS[COMP_CWORD-2]}
    fi
    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 ]]; then
        COMPREPLY=($(compgen -W %s -- "$cur"))
        return
    fi
    case ${COMP_WORDS[1]} in
`, quoted(strings.Join(words, " ")))
	for _, c := range all {
		fmt.Fprintf(&b, "    %s)\n        flags=%s words=%s\n", c.Name, quoted(strings.Join(names(c.Flags), " ")), quoted(strings.Join(c.Words, " ")))
		b.WriteString("        case $prev in\n")
		for _, f := range c.Flags {
			if f.Takes {
				fmt.Fprintf(&b, "        %s) flags= words=%s ;;\n", f.Name, quoted(strings.Join(f.Values, " ")))
			}
		}
		b.WriteString("        esac ;;\n")
	}
	b.WriteString(`    esac
    if [[ $cur == -* && -n $flags ]]; then
        COMPREPLY=($(compgen -W "$flags" -- "$cur"))
    elif [[ -n $words ]]; then
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
    else
        local IFS=$'\n'
        COMPREPLY=($(compgen -f -- "$cur"))
        compopt -o filenames 2>/dev/null
    fi
}
complete -F _lily lily
`)
	return b.String()
}

func zsh(all []Command) string {
	var b strings.Builder
	b.WriteString("#compdef lily\n_lily() {\n    if (( CURRENT == 2 )); then\n        local -a commands=(\n")
	for _, c := range all {
		fmt.Fprintf(&b, "            %s\n", quoted(c.Name+":"+c.Summary))
	}
	b.WriteString("        )\n        _describe command commands\n        return\n    fi\n    case $words[2] in\n")
	for _, c := range all {
		fmt.Fprintf(&b, "    %s)\n        _arguments -S", c.Name)
		for _, f := range c.Flags {
			spec := "*" + f.Name
			if f.Takes && strings.HasPrefix(f.Name, "--") {
				spec += "=" // or the word after it
			}
			spec += "[" + bracketed(f.Usage) + "]"
			switch {
			case f.Takes && len(f.Values) > 0:
				spec += ":value:(" + strings.Join(f.Values, " ") + ")"
			case f.Takes:
				spec += ":value:_files"
			}
			fmt.Fprintf(&b, " \\\n            %s", quoted(spec))
		}
		rest := "*:path:_files"
		if len(c.Words) > 0 {
			rest = "*:word:(" + strings.Join(c.Words, " ") + ")"
		}
		fmt.Fprintf(&b, " \\\n            '1:command:' %s ;;\n", quoted(rest))
	}
	b.WriteString("    esac\n}\nif [[ $zsh_eval_context[-1] == loadautofunc ]]; then _lily \"$@\"; else compdef _lily lily; fi\n")
	return b.String()
}

func bracketed(s string) string {
	return strings.NewReplacer("[", "(", "]", ")", `\`, "", ":", `\:`).Replace(s)
}

func fish(all []Command) string {
	var b strings.Builder
	b.WriteString("complete -c lily -f\n")
	for _, c := range all {
		fmt.Fprintf(&b, "complete -c lily -n __fish_use_subcommand -a %s -d %s\n", c.Name, quoted(c.Summary))
		seen := quoted("__fish_seen_subcommand_from " + c.Name)
		if len(c.Words) > 0 {
			fmt.Fprintf(&b, "complete -c lily -n %s -a %s\n", seen, quoted(strings.Join(c.Words, " ")))
		} else {
			fmt.Fprintf(&b, "complete -c lily -n %s -F\n", seen)
		}
		for _, f := range c.Flags {
			name, long := strings.CutPrefix(f.Name, "--")
			how := "-l "
			if !long {
				name, how = strings.TrimPrefix(f.Name, "-"), "-s "
			}
			fmt.Fprintf(&b, "complete -c lily -n %s %s%s -d %s", seen, how, name, quoted(f.Usage))
			switch {
			case f.Takes && len(f.Values) > 0:
				fmt.Fprintf(&b, " -x -a %s", quoted(strings.Join(f.Values, " ")))
			case f.Takes:
				b.WriteString(" -r")
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}
