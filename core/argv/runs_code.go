package argv

// taker is a program that is given code, in a file or in a word.
type taker struct {
	options
	code  nameSet // options whose value is code
	file  nameSet // options whose value is the name of a file of code
	none  nameSet // options after which no operand is code: python -m
	later nameSet // options that make the first operand code: bash -c
	first bool    // the first operand is code and no file: awk, sed
}

var (
	shells = taker{options: options{value: "o O rcfile init-file"}, file: "rcfile init-file", later: "c", none: "s"}
	nodes  = taker{
		options: options{value: "e p r C eval print require import loader experimental-loader conditions"},
		code:    "e p eval print", file: "r require import loader experimental-loader", none: "i interactive test",
	}
	pythons = taker{options: options{value: "c m W X", glue: true}, code: "c", none: "m"}
	perls   = taker{options: options{value: "e E I", ends: "M m i F x 0 l D C", glue: true}, code: "e E"}
	rubies  = taker{options: options{value: "e r I C", ends: "i F x T K W E", glue: true}, code: "e", file: "r"}
	awks    = taker{
		options: options{value: "f v F e E i file assign field-separator source exec include", glue: true},
		code:    "e source", file: "f E i file exec include", first: true,
	}
	seds = taker{options: options{value: "e f l expression file line-length", ends: "i", glue: true}, code: "e expression", file: "f file", first: true}
)

// takers are the programs that are given code.
var takers = map[string]taker{
	"bash": shells, "sh": shells, "dash": shells, "ash": shells, "ksh": shells, "zsh": shells,
	"node": nodes, "nodejs": nodes, "python": pythons, "python3": pythons, "perl": perls, "ruby": rubies,
	"awk": awks, "gawk": awks, "mawk": awks, "nawk": awks, "sed": seds,
}

// taken finds what a program is given to run.
func (f finder) taken(t taker, name string, at int) (list []Run) {
	given, at := t.read(f.words, at)
	code, done := t.first, false
	for _, o := range given {
		switch {
		case t.none.has(o.name):
			done = true
		case t.later.has(o.name):
			code = true
		case o.word > 0 && (t.code.has(o.name) || t.file.has(o.name)):
			list = append(list, Run{o.word, o.from, t.code.has(o.name), name})
			done = done || t.code.has(o.name) || t.first
		}
	}
	if !done && at < len(f.words) && f.words[at] != "-" {
		list = append(list, Run{at, 0, code, name})
	}
	return list
}
