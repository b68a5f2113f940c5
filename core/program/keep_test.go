package program

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"
)

// keep writes a text in pieces of n bytes.
func keep(text string, n int) *Keep {
	k := &Keep{}
	for i := 0; i < len(text); i += n {
		k.Write(Stdout, []byte(text[i:min(i+n, len(text))]))
	}
	return k
}

// TS-6, spec 4.2: exactly 4,096 bytes are whole, one more is the first and the
// last 2,048, and no character is cut.
func TestKeep(t *testing.T) {
	a := func(n int) string { return strings.Repeat("a", n) }
	z := func(n int) string { return strings.Repeat("z", n) }
	mark := func(n int) string { return fmt.Sprintf("\n... [truncated %d bytes] ...\n", n) }
	for _, tt := range []struct {
		name, text, want string
	}{
		{"nothing", "", ""},
		{"a word", "a\n", "a\n"},
		{"4,096", a(4095) + "z", a(4095) + "z"},
		{"4,097", a(4096) + "z", a(2048) + mark(1) + a(2047) + "z"},
		{"2 bytes at the first cut", a(2047) + "ä" + z(3000), a(2047) + mark(2+952) + z(2048)},
		{"3 bytes at the first cut", a(2046) + "…" + z(3000), a(2046) + mark(3+952) + z(2048)},
		{"4 bytes at the first cut", a(2045) + "😀" + z(3000), a(2045) + mark(4+952) + z(2048)},
		{"before the first cut", a(2044) + "😀" + z(3000), a(2044) + "😀" + mark(952) + z(2048)},
		{"2 bytes at the last cut", a(3000) + "ä" + z(2047), a(2048) + mark(952+2) + z(2047)},
		{"4 bytes at the last cut", a(3000) + "😀" + z(2045), a(2048) + mark(952+4) + z(2045)},
		{"after the last cut", a(3000) + "😀" + z(2044), a(2048) + mark(952) + "😀" + z(2044)},
		{"no UTF-8", "a\xffb", "a\uFFFDb"},
		{"no UTF-8 at the cuts", strings.Repeat("\x80", 5000), "\uFFFD" + mark(5000-2048-2045) + "\uFFFD"},
	} {
		for _, n := range []int{1, 7, 2048, 1 << 20} {
			got, truncated := keep(tt.text, n).Output()
			if got != tt.want || truncated != (len(tt.text) > MaxOutput) {
				t.Errorf("%s in pieces of %d: got %d bytes %.40q…, %v, want %d bytes", tt.name, n, len(got), got, truncated, len(tt.want))
			}
		}
	}
}

// TS-6: 100 MB go through, and no more is held than the bounds say.
func TestKeepMuch(t *testing.T) {
	k, piece := &Keep{}, bytes.Repeat([]byte("0123456789abcdef"), 4096)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 100 << 20 / len(piece) {
		k.Write(Stdout, piece)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 2<<20 {
		t.Errorf("got %d bytes allocated, want at most 2 MiB", got)
	}
	got, truncated := k.Output()
	if want := fmt.Sprintf("... [truncated %d bytes] ...", 100<<20-2*Half); !truncated || !strings.Contains(got, want) || k.Parsed() != nil {
		t.Errorf("got %d bytes without %q", len(got), want)
	}
}

// TS-6, spec 4.1 and 4.4: stderr is merged into the output and is no part of
// what is parsed.
func TestKeepParsed(t *testing.T) {
	for _, tt := range []struct{ stdout, stderr, want string }{
		{"{\"status\": \"ok\",\n \"count\": 5}\n", "warning\n", `{"status":"ok","count":5}`},
		{" [1, \"<a>\"] ", "", `[1,"<a>"]`},
		{"12\n", "", "12"},
		{"", "{}", ""},
		{"{} {}", "", ""},
		{"plain", "", ""},
		{"\"\xff\"", "", ""},
		{`"` + strings.Repeat("a", MaxParsed-2) + `"`, "", `"` + strings.Repeat("a", MaxParsed-2) + `"`},
		{`"` + strings.Repeat("a", MaxParsed-1) + `"`, "", ""},
	} {
		k := keep(tt.stdout, 1000)
		k.Write(Stderr, []byte(tt.stderr))
		if got := string(k.Parsed()); got != tt.want {
			t.Errorf("%.40q: got %.40q, want %.40q", tt.stdout, got, tt.want)
		}
		if got, _ := k.Output(); len(tt.stdout) < MaxOutput && utf8.ValidString(tt.stdout) && got != tt.stdout+tt.stderr {
			t.Errorf("%.40q: got the output %q", tt.stdout, got)
		}
	}
}

// TS-6: whatever is written, the output is bounded, UTF-8, and the same however
// it was cut into pieces.
func FuzzKeep(f *testing.F) {
	f.Add([]byte("a😀b"), 3, 900)
	f.Add([]byte("\xff\x80ä"), 1, 2000)
	f.Fuzz(func(t *testing.T, data []byte, n, times int) {
		text := strings.Repeat(string(data), min(max(times, 0), 20000/(len(data)+1)))
		got, truncated := keep(text, max(n, 1)).Output()
		again, _ := keep(text, 1<<20).Output()
		if got != again || !utf8.ValidString(got) || truncated != (len(text) > MaxOutput) || len(got) > 3*MaxOutput+64 {
			t.Errorf("got %d bytes, %v of %d", len(got), truncated, len(text))
		}
		if !truncated && utf8.ValidString(text) && got != text {
			t.Errorf("got %q, want %q", got, text)
		}
	})
}
