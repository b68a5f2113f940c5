package argv

import (
	"fmt"
	"strings"
)

func (r *reader) isOption(t token) bool {
	first := strings.HasPrefix(t.head, "-") || r.plus && strings.HasPrefix(t.head, "+") || r.rest != "" && strings.HasPrefix(t.head, "/")
	return first && (len(t.head) > 1 || t.open)
}

// option takes a word that is an option, or several of one letter.
func (k *walk) option(s state, w word, t token) {
	r := s.by
	name, _, given := strings.Cut(t.head, "=")
	given = given || t.open
	if r.rest != "" { // powershell's, in any case
		name = strings.ToLower(name)
	}
	switch {
	case named(r.files, name):
		s.plain = true
		if r.from == asAll { // powershell -File
			return
		}
		k.rest(s, given, 1, isData)
	case r.takesRest(name):
		s.all = true
		k.rest(s, true, 0, isData)
	case named(r.runs, name):
		k.next.add(s, state{by: command})
	case named(r.long, name):
		s.plain = true
		k.takesCode(s, w, given)
	case named(r.data, name):
		k.rest(s, given, 1, isData)
	case named(r.pairs, name):
		k.rest(s, false, 2, isData)
	case strings.HasPrefix(t.head, "--"):
		k.next.add(s)
	case t.head[0] == '+' && r.arms == "":
		k.code(r, w)
		k.next.add(s)
	case r.arms != "":
		k.flags(s, w, t)
	default:
		k.letters(s, w, t)
	}
}

// rest goes on after an option whose argument is given, or is the next words.
func (k *walk) rest(s state, given bool, args int, kind kind) {
	if !given {
		s.args, s.kind = args, kind
	}
	k.next.add(s)
}

// takesCode goes on after an option whose argument is code: in the same word, or
// the next one.
func (k *walk) takesCode(s state, w word, given bool) {
	if given {
		k.code(s.by, w)
	}
	s.all = s.by.from == asRun // env -S: what follows goes on with it
	k.rest(s, given, 1, isCode)
}

// flags takes the letters of a shell, which leave no argument in their word.
func (k *walk) flags(s state, w word, t token) {
	for i := 1; i < len(t.head); i++ {
		s.armed = s.armed || strings.IndexByte(s.by.arms, t.head[i]) >= 0
		if strings.IndexByte(s.by.takes, t.head[i]) >= 0 && s.args < 8 {
			s.args, s.kind = s.args+1, isData
		}
	}
	if t.open {
		k.letter(w)
	}
	k.next.add(s)
}

// letters takes options of one letter, the last of which may have an argument.
func (k *walk) letters(s state, w word, t token) {
	r := s.by
	for i := 1; i < len(t.head); i++ {
		c, given := t.head[i], i+1 < len(t.head) || t.open
		switch {
		case strings.IndexByte(r.code, c) >= 0:
			s.plain = true
			k.takesCode(s, w, given && (t.open || strings.Trim(t.head[i+1:], r.code) != ""))
			return
		case strings.IndexByte(r.file, c) >= 0:
			s.plain = true
			k.rest(s, given, 1, isData)
			return
		case strings.IndexByte(r.sets, c) >= 0:
			if given {
				k.setting(r, w, t.head[i+1:])
			}
			k.rest(s, given, 1, isSetting)
			return
		case strings.IndexByte(r.takes, c) >= 0:
			k.rest(s, given, 1, isData)
			return
		case strings.IndexByte(r.glued, c) >= 0:
			k.next.add(s)
			return
		case strings.IndexByte(r.ends, c) >= 0:
			return
		}
	}
	if t.open && (r.from != asData || r.code+r.sets+r.file != "") {
		k.letter(w)
	}
	k.next.add(s)
}

// setting takes name=value, whose name decides whether the value is run.
func (k *walk) setting(r *reader, w word, head string) {
	name, _, fixed := strings.Cut(head, "=")
	if !fixed || acts(name) {
		k.code(r, w)
	}
}

// code takes a word that is code, or holds it: a value in it is a fault.
func (k *walk) code(r *reader, w word) {
	if k.seen != nil {
		k.seen(w)
	}
	k.fault(w, func(p part) Fault {
		instead := r.instead
		if strings.Contains(instead, "%s") {
			instead = fmt.Sprintf(instead, p.name)
		}
		return Fault{Kind: ValueInCode, Message: fmt.Sprintf("puts {{%s}} into code that %s runs, so a value could be code; pass it as an argument of its own%s", p.name, r.name, instead)}
	})
}

// letter is a value after letters that take none: it adds letters.
func (k *walk) letter(w word) {
	k.fault(w, glued)
}

func glued(p part) Fault {
	return Fault{Kind: ValueInOption, Message: fmt.Sprintf("glues {{%s}} to an option that it would name; write the option out, as in --name={{%[1]s}}, or pass the value as a word of its own", p.name)}
}

// fault records one fault for each placeholder of a word that brings a value.
func (k *walk) fault(w word, of func(part) Fault) {
	for _, p := range w {
		if _, known := k.faults[p.position]; p.name == "" || known || k.params.flag(p) {
			continue
		}
		f := of(p)
		f.Offset, f.Param = p.position, p.name
		k.faults[p.position] = f
	}
}
