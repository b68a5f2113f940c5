package program

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// The bounds of what is kept of a program's output (TS-6).
const (
	MaxOutput = 4096      // bytes that are kept whole
	Half      = 2048      // bytes of the beginning, and of the end, of a longer one
	MaxParsed = 256 << 10 // bytes of stdout that are read as JSON
)

// Keep takes in what a program writes and keeps a bounded part of it, however
// much there is: of stdout and stderr together the beginning and the end, and of
// stdout alone what may be JSON. The zero Keep is empty and ready to use.
type Keep struct {
	head   []byte // at most MaxOutput
	tail   []byte // at least the last Half, at most twice that
	total  int64
	stdout []byte
	long   bool // stdout went over MaxParsed
}

// Write takes one piece of output; data may be changed afterwards.
func (k *Keep) Write(s Stream, data []byte) {
	k.total += int64(len(data))
	k.head = append(k.head, data[:min(len(data), MaxOutput-len(k.head))]...)
	k.tail = append(k.tail, data[max(0, len(data)-Half):]...)
	if len(k.tail) > 2*Half {
		k.tail = append(k.tail[:0], k.tail[len(k.tail)-Half:]...)
	}
	if s != Stdout {
		return
	}
	if k.long = k.long || len(k.stdout)+len(data) > MaxParsed; k.long {
		k.stdout = nil
	} else {
		k.stdout = append(k.stdout, data...)
	}
}

// Output is what is kept of stdout and stderr, in the order in which it came:
// all of it, or the beginning and the end, cut at characters, with the count of
// bytes left out between them. Bytes that are no UTF-8 become U+FFFD.
func (k *Keep) Output() (text string, truncated bool) {
	if k.total <= MaxOutput {
		return valid(k.head), false
	}
	head, tail := whole(k.head[:Half]), begin(k.tail[len(k.tail)-Half:])
	out := k.total - int64(len(head)+len(tail))
	return fmt.Sprintf("%s\n... [truncated %d bytes] ...\n%s", valid(head), out, valid(tail)), true
}

// Parsed is stdout as JSON on one line; nil where it is none, or too long.
func (k *Keep) Parsed() json.RawMessage {
	if k.long || !utf8.Valid(k.stdout) || !json.Valid(k.stdout) {
		return nil
	}
	var b bytes.Buffer
	if err := json.Compact(&b, k.stdout); err != nil {
		return nil
	}
	return b.Bytes()
}

func valid(data []byte) string { return strings.ToValidUTF8(string(data), "\uFFFD") }

// whole leaves out a character that the cut at the end took apart. Other bytes that are no UTF-8 stay.
func whole(data []byte) []byte {
	for n := 1; n < utf8.UTFMax && n <= len(data); n++ {
		if last := data[len(data)-n:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				return data[:len(data)-n]
			}
			break
		}
	}
	return data
}

// begin leaves out the rest of a character that the cut at the front took apart.
func begin(data []byte) []byte {
	n := 0
	for n < utf8.UTFMax-1 && n < len(data) && !utf8.RuneStart(data[n]) {
		n++
	}
	return data[n:]
}
