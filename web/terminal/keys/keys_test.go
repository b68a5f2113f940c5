package keys

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func said(list []Key) string {
	var parts []string
	for _, k := range list {
		if k.Text != "" {
			parts = append(parts, fmt.Sprintf("%s %q", k.Name, k.Text))
		} else {
			parts = append(parts, k.Name)
		}
	}
	return strings.Join(parts, ", ")
}

var sent = []struct{ bytes, want string }{
	{"ab", `typed "ab"`},
	{"é日😀", `typed "é日😀"`},
	{"a\xffb", "typed \"a\ufffdb\""},
	{"\r\n\t\x7f\x08", "enter, newline, tab, backspace, backspace"},
	{"\x01\x03\x04\x1a\x1f\x00", "ctrl-a, ctrl-c, ctrl-d, ctrl-z, ctrl-_, ctrl-space"},
	{"\x1b[A\x1b[B\x1b[C\x1b[D\x1b[H\x1b[F", "up, down, right, left, home, end"},
	{"\x1bOA\x1bOD\x1bOH", "up, left, home"},
	{"\x1b[1;5C\x1b[1;3D\x1b[1;2A", "ctrl-right, alt-left, shift-up"},
	{"\x1b[1~\x1b[3~\x1b[4~\x1b[5~\x1b[3;5~", "home, delete, end, page-up, ctrl-delete"},
	{"\x1b[Z", "shift-tab"},
	{"\x1b\r\x1b[13;2u\x1b[27;2;13~", "newline, newline, newline"},
	{"\x1bb\x1bF\x1b\x7f", "alt-b, alt-f, alt-backspace"},
	{"\x1b[200~one\rtwo\r\nthree\x1b[A\x03\x1b[201~x", "pasted \"one\\ntwo\\nthree\\x1b[A\\x03\", typed \"x\""},
	{"\x1b[12;40R\x1b[?62;c\x1b[I", ""}, // answers and reports of the terminal
	{"\x1b]11;rgb:0/0/0\x07a\x1b]0;x\x1b\\b\x1bPq\x1b\\", `typed "ab"`},
	{"\x1b\x1b[A\x1b\x1bOD\x1b\x1ba", "alt-up, alt-left, escape, alt-a"}, // of rxvt, with Alt
	{"\x1bOA\x1bOa\x1bOd\x1b[a\x1b[d", "up, ctrl-up, ctrl-left, shift-up, shift-left"},
	{"\x1b[7~\x1b[8~\x1b[3^\x1b[7^\x1b[3$\x1b[3@", "home, end, ctrl-delete, ctrl-home, shift-delete, ctrl-delete"},
	{"\x1b[[A\x1b[[Ex\x1b\t", `typed "x", shift-tab`},    // of the Linux console
	{"\x1bOP\x1b[15~\x1b[24~\x1b[2~\x1b[P\x1b[1;2P", ""}, // keys that say nothing here
	{"\x1bO5C\x1bO1;5D\x1b[5A", "ctrl-right, ctrl-left"},
	{"\x1bOM\x1bOp\x1bOy\x1bOk\x1bOX", `enter, typed "09+="`}, // of the number pad
	{"\x1bO\x03\x1bOé", `ctrl-c, typed "é"`},
	{"\x1b[<0;10;10M\x1b[<0;10;10m\x1b[M !!x", `typed "x"`},                              // a mouse that nobody asked for is no Enter
	{"\x1b[99;5u\x1b[99;133u\x1b[100;5:1u\x1b[122;5u", "ctrl-c, ctrl-c, ctrl-d, ctrl-z"}, // of kitty, left on by another program
	{"\x1b[99;5:3u\x1b[1;1:3A\x1b[57442;5u\x1b[57358u", ""},
	{"\x1b[97u\x1b[97;2u\x1b[49:33;2u\x1b[228;1u\x1b[57u", `typed "aA!ä9"`},
	{"\x1b[13u\x1b[57414u\x1b[13;5u\x1b[9u\x1b[9;2u\x1b[27u\x1b[127u\x1b[127;3u", "enter, enter, newline, tab, shift-tab, escape, backspace, alt-backspace"},
	{"\x1b[98;3u\x1b[102;3u\x1b[47;5u\x1b[91;5u\x1b[228;5u\x1b[-1u\x1b[u", "alt-b, alt-f, ctrl-_, escape"},
	{"\x1b[27;5;99~\x1b[27;3;98~\x1b[27;2;65~\x1b[27;5;13~", `ctrl-c, alt-b, typed "A", newline`}, // of xterm, left on likewise
	{"\x1b[1;9C\x1b[1;129D\x1b[1;69C", "right, left, ctrl-right"},
	{"\x1b\x1b[200~one\x1b[201~", `pasted "one"`},
	{"\x1b[1\x03", "ctrl-c"},
	{"\x1b\x15\x1bé", "escape, ctrl-u, escape, typed \"é\""},
}

// Each key, whether its bytes come at once or one by one.
func TestKeys(t *testing.T) {
	for _, tt := range sent {
		var whole Reader
		if got := said(whole.Read([]byte(tt.bytes))); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.bytes, got, tt.want)
		}
		var one Reader
		var list []Key
		for i := range len(tt.bytes) {
			for _, k := range one.Read([]byte{tt.bytes[i]}) {
				list = add(list, k)
			}
		}
		if got := said(list); got != tt.want || one.Waiting() {
			t.Errorf("%q by bytes: got %s, want %s", tt.bytes, got, tt.want)
		}
	}
}

// What begins a sequence is a key of its own where nothing follows.
func TestRest(t *testing.T) {
	for bytes, want := range map[string]string{"\x1b": "escape", "\x1b\x1b": "escape", "\x1b[1": "", "\x1bO": "", "\x1b[M!": "", "\xe6\x97": "typed \"\ufffd\"", "": ""} {
		var r Reader
		got := r.Read([]byte(bytes))
		if r.Waiting() != (bytes != "") || len(got) != 0 {
			t.Errorf("%q: got %v", bytes, got)
		}
		if got := said(r.Rest()); got != want || r.Waiting() {
			t.Errorf("%q: got %s, want %s", bytes, got, want)
		}
	}
}

// A paste of 100 KB is one key; one without an end takes no more memory than the most.
func TestLongPaste(t *testing.T) {
	var r Reader
	text := strings.Repeat("0123456789abcde\n", 6400)
	list := r.Read([]byte("\x1b[200~" + text[:50_000]))
	list = append(list, r.Read([]byte(text[50_000:]+"\x1b[201~"))...)
	if len(list) != 1 || list[0] != (Key{Pasted, text}) {
		t.Errorf("got %d keys", len(list))
	}
	var endless Reader
	endless.Read([]byte("\x1b[200~"))
	part := slices.Repeat([]byte("x"), 1<<20)
	for range 20 {
		endless.Read(part)
	}
	if n := len(endless.paste) + len(endless.left); n > mostPaste+10 {
		t.Errorf("got %d bytes kept", n)
	}
}

func FuzzKeys(f *testing.F) {
	for _, s := range sent {
		f.Add(s.bytes, 1)
	}
	f.Fuzz(func(t *testing.T, bytes string, n int) {
		n = min(max(n, 0), len(bytes))
		var whole, parts Reader
		want := whole.Read([]byte(bytes))
		got := parts.Read([]byte(bytes[:n]))
		for _, k := range parts.Read([]byte(bytes[n:])) {
			got = add(got, k)
		}
		if said(got) != said(want) {
			t.Fatalf("got %s, want %s", said(got), said(want))
		}
	})
}
