package argv

import (
	"slices"
	"strings"
	"sync"
)

// reader says how a program reads its words, as far as that decides which of them
// are code (TS-2a). Options of one letter may stand together in a word.
type reader struct {
	name string // under which it was found

	code  string // letters whose argument is code: -e
	takes string // letters whose argument is data
	glued string // letters after which the rest of the word is data: -i.bak
	file  string // letters whose argument names a file with the code
	sets  string // letters whose argument is name=value, and the name decides
	ends  string // letters after which all is data: python -m
	arms  string // letters after which the first operand is code: sh -c

	long  string // other options, by commas, whose argument is code: --eval, -exec
	data  string // other options whose argument is the next word
	pairs string // other options whose arguments are the next two words
	files string // other options whose argument names a file with the code
	runs  string // other options after which a command begins
	rest  string // options after which all is code; any case, and cut short

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
	line, instead, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " | ")
	r.instead = instead
	texts := map[string]*string{
		"code": &r.code, "takes": &r.takes, "glued": &r.glued, "file": &r.file, "sets": &r.sets, "ends": &r.ends, "arms": &r.arms,
		"long": &r.long, "data": &r.data, "pairs": &r.pairs, "files": &r.files, "runs": &r.runs, "rest": &r.rest,
	}
	flags := map[string]*bool{"stops": &r.stops, "assign": &r.assign, "plus": &r.plus, "lang": &r.lang, "quiet": &r.quiet}
	for field := range strings.FieldsSeq(line) {
		key, value, _ := strings.Cut(field, "=")
		switch {
		case key == "from":
			r.from = map[string]role{"first": asFirst, "all": asAll, "run": asRun}[value]
		case key == "skip":
			r.skip = int(value[0] - '0')
		case texts[key] != nil:
			*texts[key] = value
		default:
			*flags[key] = true
		}
	}
	return r
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

// named reports whether an option is one of the list, also cut short as getopt
// allows: --expr for --expression.
func named(list, option string) bool {
	for o := range strings.SplitSeq(list, ",") {
		if o == option || len(option) > 3 && strings.HasPrefix(option, "--") && strings.HasPrefix(o, option) {
			return true
		}
	}
	return false
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
