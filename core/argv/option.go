package argv

import (
	"fmt"
	"slices"
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
	if r.rest != "" { // powershell's, in any case
		name = strings.ToLower(name)
	}
	switch kind := r.named(name); {
	case r.takesRest(name):
		s.all = true
		k.next.add(s)
	case kind == isFile && r.from == asAll: // powershell -File
		return
	case kind == isRuns:
		k.next.add(s, state{by: command})
	case kind != isFlag:
		k.takes(s, w, t, kind, min(len(name)+1, len(t.head)), given || t.open)
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

// takes goes on after an option of a kind. Its argument is given, from a byte of its word on, or is the next word.
func (k *walk) takes(s state, w word, t token, kind kind, from int, given bool) {
	s.plain = s.plain || kind == isCode || kind == isFile || kind == isNone
	s.all = s.all || kind == isCode && s.by.from == asRun && !k.tracing // env -S: what follows goes on with it
	switch {
	case kind == isNone:
	case kind == isPairs:
		s.args, s.kind = 2, isData
	case given:
		k.argument(s, w, t.head, kind, from)
	default:
		s.args, s.kind = 1, kind
	}
	k.next.add(s)
}

// argument takes the argument of an option: a word from a byte on.
func (k *walk) argument(s state, w word, head string, is kind, from int) {
	switch is {
	case isCode, isPart, isModule:
		k.code(s.by, w)
	case isSets:
		k.setting(s.by, w, head[from:])
	}
	if slices.Contains([]kind{isCode, isFile, isLoad, isModule}, is) {
		k.found(s, from, is == isCode)
	}
}

// flags takes the letters of a shell, which leave no argument in their word.
func (k *walk) flags(s state, w word, t token) {
	for _, c := range t.head[1:] {
		s.armed = s.armed || strings.ContainsRune(s.by.arms, c)
		switch kind := s.by.letter(c); {
		case kind == isNone:
			s.plain = true
		case kind == isData && s.args < 8:
			s.args, s.kind = s.args+1, isData
		}
	}
	if t.open {
		k.fault(w, glued)
	}
	k.next.add(s)
}

// letters takes options of one letter, the last of which may have an argument.
func (k *walk) letters(s state, w word, t token) {
	r := s.by
	code := func(c rune) bool { return r.letter(c) == isCode || r.letter(c) == isPart }
	for i := 1; i < len(t.head); i++ {
		given := i+1 < len(t.head) || t.open
		switch kind := r.letter(rune(t.head[i])); kind {
		case isFlag:
		case isNone:
			s.plain = true
		case isEnds:
			return
		case isGlued, isEdits:
			s.edits = s.edits || kind == isEdits
			k.next.add(s)
			return
		case isCode, isPart:
			k.takes(s, w, t, kind, i+1, given && (t.open || strings.TrimFunc(t.head[i+1:], code) != ""))
			return
		default:
			k.takes(s, w, t, kind, i+1, given)
			return
		}
	}
	if t.open && r.risky {
		k.fault(w, glued)
	}
	k.next.add(s)
}

// setting takes name=value, whose name decides whether the value is run.
func (k *walk) setting(r *reader, w word, head string) {
	name, _, fixed := strings.Cut(strings.ToLower(head), "=")
	if !fixed || slices.ContainsFunc(acting[:], func(a string) bool { return strings.Contains(name, a) }) {
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
		return Fault{Kind: ValueInCode, Message: fmt.Sprintf(
			"puts {{%s}} into code that %s runs, so a value could be code; pass it as an argument of its own%s", p.name, r.name, instead)}
	})
}

// glued is a value after the letters of an option that take none: it adds letters.
func glued(p part) Fault {
	return Fault{Kind: ValueInOption, Message: fmt.Sprintf(
		"glues {{%s}} to an option that it would name; write the option out, as in --name={{%[1]s}}, or pass the value as a word of its own", p.name)}
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
