package argv

import (
	_ "embed" // for the table of programs
	"slices"
	"strings"
	"sync"
)

// reader says how a program reads its words, as far as that decides which are code (TS-2a) and what they run (PO-6).
type reader struct {
	name    string // under which it was found
	options []group
	arms    string // letters after which the first operand is code: sh -c
	rest    string // options after which all is code; any case, and cut short
	risky   bool   // a value after letters could be code
	from    role   // what the operands are
	skip    int    // operands before those
	stops   bool   // nothing after the first operand is an option
	assign  bool   // operands with a = before a command set a variable
	plus    bool   // a word that begins with + is an option too
	lang    bool   // an interpreter of code in an option, whatever program it is an argument of
	quiet   bool   // runs none of its words
	instead string // how a value is passed instead
	subs    []*reader
}

// group is the options of one kind: those of one letter, which may stand together, and the others as they are written.
type group struct {
	kind    kind
	letters string
	names   []string
}

// kind says what follows an option, as programs.txt has it.
type kind string

const (
	isFlag   kind = ""       // no argument
	isData   kind = "data"   // data
	isCode   kind = "code"   // the code to run: -e
	isPart   kind = "part"   // what may be code, beside what is run: perl -M
	isFile   kind = "file"   // a file with the code to run
	isLoad   kind = "load"   // a file that is run too, before that
	isModule kind = "module" // the same, or code
	isSets   kind = "sets"   // name=value, and the name decides
	isPairs  kind = "pairs"  // two words of data
	isGlued  kind = "glued"  // the rest of the word, if any, is data: -i.bak
	isEdits  kind = "edits"  // the same, and the operands may be data alone: perl -i
	isRuns   kind = "runs"   // a command: find -exec
	isNone   kind = "none"   // no argument, and no operand names a script: bash -s
	isEnds   kind = "ends"   // data alone: python -m
)

// role is what a program makes of its operands, as programs.txt has it.
type role string

const (
	asData  role = ""
	asFirst role = "first" // the first one is code, unless an option was
	asAll   role = "all"   // each is code
	asRun   role = "run"   // they are a command of their own
)

//go:embed programs.txt
var programs string

// table finds a reader by the name of its program, or of program and subcommand.
var table = sync.OnceValue(func() map[string]*reader {
	all, names := map[string]*reader{}, []string{}
	for line := range strings.Lines(programs) {
		group, fields, ok := strings.Cut(line, ":")
		if !ok || line[0] == '#' {
			continue
		}
		read := newReader(fields)
		for name := range strings.SplitSeq(strings.ReplaceAll(group, "_", " "), ",") {
			r := read
			r.name, all[name] = name, &r
			names = append(names, name)
		}
	}
	for _, name := range names {
		if n := strings.LastIndexByte(name, ' '); n > 0 {
			all[name[:n]].subs = append(all[name[:n]].subs, all[name])
		}
	}
	return all
})

func newReader(line string) (r reader) {
	line, r.instead, _ = strings.Cut(strings.TrimSuffix(line, "\n"), " | ")
	texts := map[string]*string{"arms": &r.arms, "rest": &r.rest, "from": (*string)(&r.from)}
	flags := map[string]*bool{"stops": &r.stops, "assign": &r.assign, "plus": &r.plus, "lang": &r.lang, "quiet": &r.quiet}
	for field := range strings.FieldsSeq(line) {
		key, value, _ := strings.Cut(field, "=")
		switch {
		case key == "skip":
			r.skip = int(value[0] - '0')
		case texts[key] != nil:
			*texts[key] = value
		case flags[key] != nil:
			*flags[key] = true
		default:
			r.options = append(r.options, newGroup(kind(key), value))
		}
	}
	r.risky = r.from != asData || slices.ContainsFunc(r.options, func(g group) bool {
		return g.letters != "" && slices.Contains([]kind{isCode, isPart, isFile, isSets}, g.kind)
	})
	return r
}

func newGroup(kind kind, list string) group {
	g := group{kind: kind, names: strings.Split(list, ",")}
	if list[0] != '-' {
		g.letters, g.names = g.names[0], g.names[1:]
	}
	return g
}

func (r *reader) letter(c rune) kind {
	for _, g := range r.options {
		if strings.ContainsRune(g.letters, c) {
			return g.kind
		}
	}
	return isFlag
}

// named is the kind of an option that is written out, also cut short as getopt allows: --expr for --expression.
func (r *reader) named(option string) kind {
	for _, g := range r.options {
		for _, name := range g.names {
			if name == option || len(option) > 3 && strings.HasPrefix(option, "--") && strings.HasPrefix(name, option) {
				return g.kind
			}
		}
	}
	return isFlag
}

// readerOf finds how the program of a word reads its words, or nil. Folder, case,
// version and GNU's g do not make another program: /usr/bin/python3.11, gsed.
func readerOf(word string) *reader {
	if len(word) > 256 {
		return nil
	}
	name := strings.ToLower(word[strings.LastIndexAny(word, `/\`)+1:])
	name = strings.TrimSuffix(name, ".exe")
	for _, n := range []string{name, strings.TrimRight(name, "0123456789.-"), strings.TrimPrefix(name, "g")} {
		if r := table()[n]; r != nil && (n != "eval" || word == n) {
			return r
		}
	}
	return nil
}

// takesRest reports whether all that follows an option is code, as powershell reads options: with - or /, cut short.
func (r *reader) takesRest(option string) bool {
	name := strings.ToLower(strings.TrimLeft(option, "-/"))
	return name != "" && slices.ContainsFunc(strings.Split(r.rest, ","), func(o string) bool { return strings.HasPrefix(o, name) })
}

// acting is what in the name of a setting or variable says that its value is run.
var acting = [...]string{
	"alias.", "pager", "editor", "textconv", "external", "filter.", ".cmd", ".driver", "program", "helper", "hook", "fsmonitor", "askpass",
	"uploadpack", "receivepack", "gitproxy", "proxycommand", "localcommand", "hostscommand", "sshcommand", "ssh_command", "prompt_command",
	"node_options", "perl5opt", "perl5db", "rubyopt", "bash_env", "bash_func", "ld_preload", "visual", "lessopen", "browser", "ps4",
}
