package argv

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// reader says how a program reads its words, as far as that decides which of them are
// code (TS-2a) and what they run (PO-6).
type reader struct {
	name string // under which it was found

	options []group
	arms    string // letters after which the first operand is code: sh -c
	rest    string // options after which all is code; any case, and cut short
	risky   bool   // a value after letters could be code

	from   role // what the operands are
	skip   int  // operands before those
	stops  bool // nothing after the first operand is an option
	assign bool // operands with a = before a command set a variable
	plus   bool // a word that begins with + is an option too
	lang   bool // an interpreter of code in an option, whatever program it is an argument of
	quiet  bool // runs none of its words

	instead string // how a value is passed instead

	subs []*reader // of its subcommands
}

// group is the options of one kind: those of one letter, which may stand together in a
// word, and the others as they are written.
type group struct {
	kind    kind
	letters string
	names   []string
}

// kind says what follows an option.
type kind int

const (
	isFlag   kind = iota // no argument
	isData               // data
	isCode               // the code to run: -e
	isPart               // what may be code, beside what is run: perl -M
	isFile               // a file with the code to run
	isLoad               // a file that is run too, before that
	isModule             // the same, or code
	isSets               // name=value, and the name decides
	isPairs              // two words of data
	isGlued              // the rest of the word, if any, is data: -i.bak
	isEdits              // the same, and the operands may be data alone: perl -i
	isRuns               // a command: find -exec
	isNone               // no argument, and no operand names a script: bash -s
	isEnds               // data alone: python -m
)

// kindNames are the kinds of options by their names in [programs].
var kindNames = map[string]kind{
	"data": isData, "code": isCode, "part": isPart, "file": isFile, "load": isLoad, "module": isModule, "sets": isSets,
	"pairs": isPairs, "glued": isGlued, "edits": isEdits, "runs": isRuns, "none": isNone, "ends": isEnds,
}

// role is what a program makes of its operands.
type role int

const (
	asData  role = iota
	asFirst      // the first one is code, unless an option was
	asAll        // each is code
	asRun        // they are a command of their own
)

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

// newReader reads one line of programs.
func newReader(line string) (r reader) {
	line, r.instead, _ = strings.Cut(strings.TrimSuffix(line, "\n"), " | ")
	texts := map[string]*string{"arms": &r.arms, "rest": &r.rest}
	flags := map[string]*bool{"stops": &r.stops, "assign": &r.assign, "plus": &r.plus, "lang": &r.lang, "quiet": &r.quiet}
	for field := range strings.FieldsSeq(line) {
		key, value, _ := strings.Cut(field, "=")
		kind := kindNames[key]
		switch {
		case key == "from":
			r.from = map[string]role{"first": asFirst, "all": asAll, "run": asRun}[value]
		case key == "skip":
			r.skip = int(value[0] - '0')
		case kind != isFlag:
			r.options = append(r.options, newGroup(kind, value))
		case texts[key] != nil:
			*texts[key] = value
		default:
			*flags[key] = true
		}
	}
	r.risky = r.from != asData || slices.ContainsFunc(r.options, group.risky)
	return r
}

func newGroup(kind kind, list string) group {
	g := group{kind: kind, names: strings.Split(list, ",")}
	if list[0] != '-' {
		g.letters, g.names = g.names[0], g.names[1:]
	}
	return g
}

func (g group) risky() bool {
	switch g.kind {
	case isCode, isPart, isFile, isSets:
		return g.letters != ""
	}
	return false
}

func (g group) runs() bool { return g.kind == isRuns }

// letter is the kind of an option of one letter.
func (r *reader) letter(c byte) kind {
	for _, g := range r.options {
		if strings.IndexByte(g.letters, c) >= 0 {
			return g.kind
		}
	}
	return isFlag
}

// isCode reports whether a letter's argument is code, or may be.
func (r *reader) isCode(letter rune) bool {
	kind := isFlag
	if letter < utf8.RuneSelf {
		kind = r.letter(byte(letter))
	}
	return kind == isCode || kind == isPart
}

// named is the kind of an option that is written out, also cut short as getopt allows:
// --expr for --expression.
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

// sub finds how a subcommand reads its words, or nil.
func (r *reader) sub(word string) *reader {
	if len(word) > 64 {
		return nil
	}
	return table()[r.name+" "+word]
}

// takesRest reports whether all that follows an option is code, as powershell reads
// options: with - or /, in any case, cut short.
func (r *reader) takesRest(option string) bool {
	name := strings.ToLower(strings.TrimLeft(option, "-/"))
	for o := range strings.SplitSeq(r.rest, ",") {
		if name != "" && strings.HasPrefix(o, name) {
			return true
		}
	}
	return false
}

// acting is what in the name of a setting or variable says that its value is run.
var acting = [...]string{
	"alias.", "pager", "editor", "textconv", "external", "filter.", ".cmd", ".driver", "program", "helper", "hook", "fsmonitor", "askpass",
	"uploadpack", "receivepack", "gitproxy", "proxycommand", "localcommand", "hostscommand", "sshcommand", "ssh_command", "prompt_command",
	"node_options", "perl5opt", "perl5db", "rubyopt", "bash_env", "bash_func", "ld_preload", "visual", "lessopen", "browser", "ps4",
}

func acts(setting string) bool {
	name := strings.ToLower(setting)
	return slices.ContainsFunc(acting[:], func(a string) bool { return strings.Contains(name, a) })
}
