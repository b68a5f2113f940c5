package event

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"lily/core/model"
)

// A request names the size of each message before it, so that the parts of all requests are most of a long session. They
// are read and written by themselves: by reflection, and once more to compare, they would take most of its start.
const partsKey = `,"parts":[`

// unparted is a line with no parts, and those that it had. It knows them only as [Encode] writes them.
func unparted(line []byte) (rest []byte, parts []model.Size, ok bool) {
	before, after, ok := bytes.Cut(line, []byte(partsKey))
	if !ok {
		return nil, nil, false
	}
	parts, after = sizes(after)
	return slices.Concat(before, []byte(partsKey), after), parts, len(parts) > 0
}

// sizes reads a list up to its end, which is left; none where something else stands there.
func sizes(text []byte) (list []model.Size, rest []byte) {
	r := fixed{rest: text}
	end, _, _ := bytes.Cut(text, []byte("]"))
	list = make([]model.Size, 0, bytes.Count(end, []byte("{")))
	for len(list) == 0 || r.has(",") {
		r.want(`{"part":"`)
		s := model.Size{Part: r.name(list)}
		r.want(`","bytes":`)
		s.Bytes = r.number()
		r.want(`,"tokens":`)
		s.Tokens = r.number()
		if r.want("}"); r.bad {
			return nil, nil
		}
		list = append(list, s)
	}
	if !bytes.HasPrefix(r.rest, []byte("]")) {
		return nil, nil
	}
	return list, r.rest
}

// appendBody appends the JSON of a body, without the brace that begins it.
func appendBody(to []byte, b Body) []byte {
	r, ok := b.(ModelRequest)
	if !ok || len(r.Parts) == 0 || slices.ContainsFunc(r.Parts, func(p model.Size) bool { return !plainly(p.Part) }) {
		return append(to, encode(b)[1:]...)
	}
	parts := r.Parts
	r.Parts = []model.Size{}
	before, after, _ := bytes.Cut(encode(r)[1:], []byte(partsKey))
	size := 0
	for _, p := range parts {
		size += len(p.Part) + len(`{"part":"","bytes":123456,"tokens":12345},`)
	}
	to = slices.Grow(to, len(before)+len(partsKey)+size+len(after))
	to = append(append(to, before...), partsKey...)
	for i, p := range parts {
		if i > 0 {
			to = append(to, ',')
		}
		to = append(append(append(to, `{"part":"`...), p.Part...), `","bytes":`...)
		to = append(strconv.AppendInt(to, int64(p.Bytes), 10), `,"tokens":`...)
		to = append(strconv.AppendInt(to, int64(p.Tokens), 10), '}')
	}
	return append(to, after...)
}

// plainly reports whether JSON writes a text as it is, and in no other way.
func plainly(text string) bool { return strings.IndexFunc(text, odd) < 0 }

func odd(c rune) bool { return c < ' ' || c > '~' || c == '"' || c == '\\' }

// fixed reads what is written in one way only.
type fixed struct {
	rest []byte
	bad  bool
}

// has goes past a text, and reports whether it stood there.
func (r *fixed) has(text string) bool {
	ok := len(r.rest) >= len(text) && string(r.rest[:len(text)]) == text
	if ok {
		r.rest = r.rest[len(text):]
	}
	return ok
}

func (r *fixed) want(text string) { r.bad = !r.has(text) || r.bad }

// name is a string with nothing that JSON writes in two ways. Most are those of the parts just before.
func (r *fixed) name(before []model.Size) string {
	n := bytes.IndexFunc(r.rest, odd)
	name := r.rest[:max(n, 0)]
	r.rest = r.rest[len(name):]
	for i := len(before) - 1; i >= max(0, len(before)-4); i-- {
		if before[i].Part == string(name) {
			return before[i].Part
		}
	}
	return string(name)
}

// number is one from zero on.
func (r *fixed) number() int {
	n := 0
	for n < len(r.rest) && r.rest[n] >= '0' && r.rest[n] <= '9' {
		n++
	}
	digits := string(r.rest[:n])
	number, err := strconv.Atoi(digits)
	r.bad = r.bad || err != nil || len(digits) > 1 && strings.HasPrefix(digits, "0")
	r.rest = r.rest[n:]
	return number
}
