package argv

import (
	"slices"
	"strings"
)

// Run is what the words of a command run: the file that a word names, or the code
// that it holds.
type Run struct {
	Word int    // which of the words
	From int    // where in it the name or the code begins: -c'code', --eval=code
	Code bool   // it is the code itself
	By   string // the program that is given it; empty where the file is the program
}

// Text is the name of the file, or the code.
func (r Run) Text(words []string) string { return words[r.Word][r.From:] }

// starter is a program that starts another one, which its words name.
type starter struct {
	options
	code nameSet // options whose value is a command line itself: env -S
	skip int     // operands before the program: timeout 5 program
	sets bool    // words such as NAME=value may stand before the program
}

var starters = map[string]starter{
	"env":     {options: options{value: "u C S unset chdir split-string", glue: true}, code: "S split-string", sets: true},
	"timeout": {options: options{value: "k s kill-after signal", glue: true}, skip: 1},
	"nice":    {options: options{value: "n adjustment", glue: true}},
	"ionice":  {options: options{value: "c n class classdata", glue: true}},
	"stdbuf":  {options: options{value: "i o e input output error", glue: true}},
	"time":    {options: options{value: "o f output format", glue: true}},
	"exec":    {options: options{value: "a"}},
	"sudo":    {options: options{value: "u g p C D h R T user group prompt chdir host", glue: true}, sets: true},
	"doas":    {options: options{value: "u C", glue: true}},
	"xargs":   {options: options{value: "a d E I L n P s arg-file delimiter max-args max-procs max-chars process-slot-var", glue: true}},
	"chroot":  {skip: 1},
	"nohup":   {}, "setsid": {}, "command": {}, "busybox": {},
}

// Runs finds all that the words of a command run, also through programs that start
// others, as in timeout 5 env A=b bash -e x.sh (PO-6). It follows what the manuals of
// the programs say of their words; what a program does of its own accord it cannot know.
func Runs(words []string) []Run {
	return finder{words, map[int]bool{}}.from(0)
}

// maxStarted bounds how many programs of one command are looked at.
const maxStarted = 1024

type finder struct {
	words []string
	seen  map[int]bool // the programs that were looked at: find -exec find -exec …
}

// from finds what runs where the word at is a program.
func (f finder) from(at int) []Run {
	if at >= len(f.words) || f.seen[at] || len(f.seen) >= maxStarted {
		return nil
	}
	f.seen[at] = true
	name := program(f.words[at])
	if s, ok := starters[name]; ok {
		return f.started(s, name, at+1)
	}
	if t, ok := takers[name]; ok {
		return f.taken(t, name, at+1)
	}
	switch {
	case name == "find":
		return f.found(at + 1)
	case strings.Contains(name, "/"):
		return []Run{{Word: at}}
	}
	return nil
}

// started goes on behind the words of a program that starts another one.
func (f finder) started(s starter, name string, at int) (list []Run) {
	given, at := s.read(f.words, at)
	for _, o := range given {
		if s.code.has(o.name) && o.word > 0 {
			list = append(list, Run{o.word, o.from, true, name})
		}
	}
	for s.sets && at < len(f.words) && strings.Contains(f.words[at], "=") {
		at++
	}
	return append(list, f.from(at+s.skip)...)
}

// found are the commands of find: -exec program … ;
func (f finder) found(at int) (list []Run) {
	for ; at < len(f.words); at++ {
		if slices.Contains([]string{"-exec", "-execdir", "-ok", "-okdir"}, f.words[at]) {
			list = append(list, f.from(at+1)...)
		}
	}
	return list
}
