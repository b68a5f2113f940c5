//go:build js && wasm

package ask

import (
	"cmp"
	"errors"
	"fmt"
	"syscall/js"

	"lily/core/answer"
	"lily/core/tree"
	"lily/wasm/bridge"
)

// What the engine may tell (static/frame/second.js).
const (
	maxAnswer = 256 << 20
	maxNeed   = tree.MaxOpened
	maxWhy    = 512
)

var (
	errForeign = errors.New("it told what it must not, and was ended")
	errEnded   = errors.New("it has ended")
)

// message is one message of the engine.
type message struct {
	ready  bool
	number int // the question that is over
	answer []byte
	why    string
	need   []tree.Digest
}

// understood takes a message apart. The engine reads foreign texts: what is none of its messages is an error.
func understood(v js.Value) (m message, err error) {
	defer func() {
		if r := recover(); r != nil { // what js panics with where a value is of another type
			m, err = message{}, errForeign
		}
	}()
	if v.Type() != js.TypeObject {
		return m, errForeign
	}
	has := func(name string) bool { return !v.Get(name).IsUndefined() }
	switch {
	case has("gone"):
		return m, fmt.Errorf("%w: %s", errEnded, short(v.Get("gone")))
	case has("ready"):
		m.ready = v.Get("ready").Bool()
	case has("need"):
		var data []byte
		if data, err = bytesOf(v.Get("need"), maxNeed*len(tree.Digest{})); err == nil && len(data)%len(tree.Digest{}) != 0 {
			err = errForeign
		}
		m.need = make([]tree.Digest, len(data)/len(tree.Digest{}))
		for i := range m.need {
			copy(m.need[i][:], data[i*len(tree.Digest{}):])
		}
	case has("failed"):
		m.number, m.why = v.Get("failed").Int(), short(v.Get("why"))
	case has("answer"):
		m.number = v.Get("answer").Int()
		m.answer, err = bytesOf(v.Get("bytes"), maxAnswer)
	default:
		err = errForeign
	}
	return m, err
}

// short is the beginning of a sentence, on one line, and never none.
func short(v js.Value) string {
	said := ""
	if v.Type() == js.TypeString {
		said = answer.Line(bridge.Cut(v, maxWhy))
	}
	return cmp.Or(said, "it did not say why")
}

// bytesOf copies at most so many bytes. Only of an array of bytes is the length true.
func bytesOf(array js.Value, most int) ([]byte, error) {
	if !array.InstanceOf(js.Global().Get("Uint8Array")) || array.Length() > most {
		return nil, errForeign
	}
	return bridge.ToGo(array), nil
}
