package loader

import (
	"encoding/binary"
	"errors"

	"lily/core/skill"
	"lily/core/tree"
)

const verdictsHeader = "verdicts 2\n"

var errVerdicts = errors.New("the verdicts do not read")

// codec writes verdicts as bytes that cost a start little to read, or reads them: texts
// after their lengths and numbers, one after the other. After an error all is empty.
type codec struct {
	b     []byte // what is written
	reads bool
	rest  string // what is still to read, which the texts are parts of
	err   error
}

func (x *codec) verdict(v *verdict) {
	x.texts(&v.path)
	x.digest(&v.file)
	b := &v.brief
	x.texts((*string)(&b.Format), (*string)(&b.Mode), &b.Summary, &b.Command, &b.CommandTool, (*string)(&v.state))
	x.marks(&b.PersonOnly, &b.ModelOnly, &v.untrusted)
	each(x, &v.reasons, func(r *skill.Reason) { x.texts(&r.Code, &r.Message, &r.Clause) })
	each(x, &v.findings, x.finding)
}

func (x *codec) finding(f *skill.Finding) {
	x.texts(&f.Code, (*string)(&f.Severity), &f.File, &f.Message, &f.Clause)
	x.numbers(&f.Line, &f.Column)
	fixed := f.Fix != nil
	if x.marks(&fixed); !fixed {
		return
	}
	if x.reads {
		f.Fix = &skill.Fix{}
	}
	x.numbers(&f.Fix.Line, &f.Fix.Column, &f.Fix.EndLine, &f.Fix.EndColumn)
	x.texts(&f.Fix.Text)
}

func each[T any](x *codec, list *[]T, one func(*T)) {
	n := len(*list)
	x.numbers(&n)
	for i := 0; i < n && x.err == nil; i++ {
		if x.reads {
			*list = append(*list, *new(T))
		}
		one(&(*list)[i])
	}
}

func (x *codec) texts(list ...*string) {
	for _, s := range list {
		n := len(*s)
		if x.numbers(&n); x.reads {
			*s = x.take(n)
		} else {
			x.b = append(x.b, *s...)
		}
	}
}

func (x *codec) numbers(list ...*int) {
	for _, n := range list {
		if !x.reads {
			x.b = binary.AppendUvarint(x.b, uint64(*n))
			continue
		}
		v, size := binary.Uvarint([]byte(x.rest[:min(len(x.rest), binary.MaxVarintLen64)]))
		*n = int(v)
		if x.take(max(1, size)); size <= 0 || *n < 0 {
			x.rest, x.err, *n = "", errVerdicts, 0
		}
	}
}

func (x *codec) marks(list ...*bool) {
	for _, is := range list {
		n := 0
		if *is {
			n = 1
		}
		x.numbers(&n)
		*is = n == 1
	}
}

func (x *codec) digest(d *tree.Digest) {
	if x.reads {
		copy(d[:], x.take(len(d)))
	} else {
		x.b = append(x.b, d[:]...)
	}
}

func (x *codec) take(n int) string {
	if n > len(x.rest) {
		x.rest, x.err = "", errVerdicts
		return ""
	}
	text := x.rest[:n]
	x.rest = x.rest[n:]
	return text
}
