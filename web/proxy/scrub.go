package proxy

import (
	"bytes"
	"io"
	"strconv"
)

const mark = "[redacted]" // stands where a key was

// scrubbed takes out a key that an upstream echoes, with any of its letters escaped as JSON has it, too. Nothing waits
// but what could be the beginning of the key.
type scrubbed struct {
	from  io.Reader
	key   []byte
	ready []byte // may be given on
	held  []byte // may not yet
	buf   [16 << 10]byte
	err   error
}

func scrub(from io.Reader, key string) io.Reader {
	if len(key) < shortestKey {
		return from
	}
	return &scrubbed{from: from, key: []byte(key)}
}

// Read implements [io.Reader]. What was held back when an answer breaks off stays back.
func (s *scrubbed) Read(p []byte) (int, error) {
	for len(s.ready) == 0 && s.err == nil {
		var n int
		n, s.err = s.from.Read(s.buf[:])
		s.ready, s.held = cover(append(s.held, s.buf[:n]...), s.key, s.err == io.EOF)
	}
	n := copy(p, s.ready)
	if s.ready = s.ready[n:]; len(s.ready) > 0 {
		return n, nil
	}
	return n, s.err
}

// replace puts the mark for each key.
func replace(text, key []byte) []byte {
	done, _ := cover(text, key, true)
	return done
}

// cover puts the mark for each key. Unless the text is at its end, what could go on as a key is left.
func cover(text, key []byte, ended bool) (done, left []byte) {
	for {
		at, n, whole := find(text, key, ended)
		if done = append(done, text[:at]...); !whole {
			return done, bytes.Clone(text[at:])
		}
		done, text = append(done, mark...), text[at+n:]
	}
}

// find is where the first key of a text begins, and its length. Unless the text is at its end, that may be one that is
// cut off, and so not whole; where there is none it is the text's end.
func find(text, key []byte, ended bool) (at, n int, whole bool) {
	starts := string(key[0]) + "\\"
	for {
		next := bytes.IndexAny(text[at:], starts)
		if next < 0 {
			return len(text), 0, false
		}
		at += next
		if n, whole = keyIn(text[at:], key); whole || n == len(text)-at && !ended {
			return at, n, whole
		}
		at++
	}
}

// keyIn is how much of a text is the key from its beginning on, and whether all of the key is. Each letter may be
// escaped: s is \u0073, / is \/, and in JSON within a text of JSON there are more backslashes.
func keyIn(text, key []byte) (n int, whole bool) {
	for _, c := range key {
		size, ok := letter(text[n:], c)
		if n += size; !ok {
			return n, false
		}
	}
	return n, true
}

// letter is how long a letter is at the beginning of a text. One that is cut off is as long as the text, and not whole.
func letter(text []byte, c byte) (n int, whole bool) {
	const deepest = 16 // backslashes
	for n < len(text) && n < deepest && text[n] == '\\' && (c != '\\' || n+1 < len(text) && text[n+1] == '\\') {
		n++
	}
	switch rest := text[n:]; {
	case len(rest) == 0:
		return n, false
	case rest[0] == c:
		return n + 1, true
	case n == 0 || rest[0] != 'u':
		return 0, false
	case len(rest) < len("u0073"):
		return len(text), false
	default:
		code, err := strconv.ParseUint(string(rest[1:5]), 16, 16)
		if err != nil || code != uint64(c) {
			return 0, false
		}
		return n + len("u0073"), true
	}
}
