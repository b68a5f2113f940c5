package event

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"lily/core/answer"
	"lily/core/model"
)

func request(n int) []byte {
	parts := []model.Size{{Part: "rules", Bytes: 506, Tokens: 127}}
	for i := range n {
		parts = append(parts, model.Size{Part: "message/" + []string{"user", "assistant"}[i%2], Bytes: i, Tokens: (i + 3) / 4})
	}
	b := ModelRequest{Model: "m", Parts: parts, Catalog: Budget{Shortened: []string{}, Dropped: []string{"a"}}}
	return Encode(Event{Seq: 7, Session: "s1", Body: b})
}

// same wants of a line what reflection reads of it: the event, or the error.
func same(t *testing.T, line string) {
	t.Helper()
	got, err := Decode([]byte(line))
	h, rest, wrong := decodeHead([]byte(line))
	want, wrong := whole([]byte(line), h, rest, wrong)
	if !reflect.DeepEqual(got, want) || fmt.Sprint(err) != fmt.Sprint(wrong) {
		t.Errorf("%s: got %+v, %v, want %+v, %v", line, got, err, want, wrong)
	}
}

// EV-3: the parts that are read by themselves are those that the line has, and a line that is written in another way is
// refused in the same words.
func TestParts(t *testing.T) {
	line := string(request(9))
	for _, to := range []string{
		`,"parts":[]`, `,"parts":null`, `,"parts":[{"part":"a"}]`, `,"parts":[{"part":"a","bytes":1,"tokens":1,"x":1}]`, `,"parts":[{"part":"a\u0062","bytes":1,"tokens":1}]`,
		`,"parts":[{"part":"é","bytes":1,"tokens":1}]`, `,"parts":[{"part":"","bytes":-1,"tokens":0}]`, `,"parts":[{"part":"<a>","bytes":01,"tokens":1}]`,
		`,"parts":[{"part":"<a>","bytes":1,"tokens":00}]`, `,"parts":[{"part":"<a>","bytes":1,"tokens":99999999999999999999}]`, `,"parts":[{"part":"<a>","bytes":1.0,"tokens":1}]`,
		`,"parts":[{"part":"<a>","bytes":1,"tokens":1},]`, `,"parts":[{"part":"<a>","bytes":1,"tokens":1}],"parts":[]`, `,"parts":[],"parts":[{"part":"<a>","bytes":1,"tokens":1}]`,
		`,"parts":[{"part":"<a>","bytes":1,"tokens":1}`, `,"parts":[{"part":"a`, `,"parts":[{"part":"a","bytes":`,
	} {
		before, after, _ := strings.Cut(line, partsKey)
		same(t, before+to+after[strings.Index(after, `,"catalog"`):])
		same(t, before+to)
	}
	same(t, strings.Replace(line, "model_request", "model_response", 1))
	same(t, strings.Replace(line, `"session":"s1"`, `"session":"s1","parts":[{"part":"a","bytes":1,"tokens":1}]`, 1))
	for at := range line {
		for _, c := range []string{"", "0", ",", "]", "\\", "\xff", " ", `"`} {
			same(t, line[:at]+c+line[at+1:])
		}
	}
}

// EV-3: parts are written as reflection would write them.
func TestPartsAreWritten(t *testing.T) {
	for _, parts := range [][]model.Size{
		nil,
		{},
		{{Part: "a", Bytes: 1, Tokens: -2}},
		{{Part: "", Bytes: 0}, {Part: "<&> ~", Bytes: 1 << 40}},
		{{Part: "a"}, {Part: "é"}},
		{{Part: `"`}},
		{{Part: `\`}},
		{{Part: "a\x7f"}},
		{{Part: "a\nb"}},
		{{Part: "\xff"}},
		{{Part: "\u2028"}},
	} {
		b := ModelRequest{Model: `m,"parts":[`, Parts: parts}
		if got, want := "{"+string(appendBody(nil, b)), encode(b); got != string(want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// What a part costs is its place in the list: a name is kept once.
func TestPartsAllocs(t *testing.T) {
	cost := func(n int) float64 {
		line := request(n)
		return testing.AllocsPerRun(10, func() {
			if _, err := Decode(line); err != nil {
				t.Fatal(err)
			}
		})
	}
	if few, many := cost(10), cost(1000); many > few+20 {
		t.Errorf("got %.0f allocations for ten parts and %.0f for a thousand, want about as many", few, many)
	}
}

func BenchmarkDecodeParts(b *testing.B) {
	line := request(1000)
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		if _, err := Decode(line); err != nil {
			b.Fatal(err)
		}
	}
}

// EV-3: a head that is read by itself is the one that the line has, and another one is refused in the same words.
func TestHeads(t *testing.T) {
	line := string(Encode(Event{Seq: 12, Session: "s1", Body: Command{Input: "/a b", Name: "a", Args: "b"}}))
	for _, to := range []string{
		`{"seq":12,"session":"s1","type":"command"}`, `{"seq":12,"session":"s1","type":"session_kept"}`, `{"seq":12,"session":"s1","type":"session_kept"`,
		`{"seq":12,"session":"\u0073","type":"session_kept"}`, `{"seq":12,"session":"é","type":"session_kept"}`, `{"seq":-1,"session":"","type":"session_kept"}`,
		`{"seq":12,"session":"s1","type":"none"}`, `{"seq":12,"session":"s1","type":"session_kept","seq":12}`, `{"seq":12,"session":"s1","type":"session_kept","Seq":13}`,
		`{"seq":12,"session":"s1","type":"session_kept"}{}`, `{"seq":12,"session":"s1","type":"session_kept"} `, `{"seq":12,"session":"s1","type":"session_kept",}`,
		strings.Replace(line, `}`, `,"type":"command"}`, 1), strings.Replace(line, `}`, `,"Session":"s2"}`, 1), line + line, line + "}", "", "{", `{"seq":1`,
	} {
		same(t, to)
	}
	for at := range line {
		for _, c := range []string{"", "0", ",", "}", "\\", "\xff", " ", `"`} {
			same(t, line[:at]+c+line[at+1:])
		}
	}
}

// An answer over ten thousand skills, as /skills gives it: a start of the page reads it again.
func BenchmarkDecodeAnswer(b *testing.B) {
	table := answer.Block{Kind: answer.Table, Columns: []string{"Name", "State", "What it is for"}}
	for i := range 10_000 {
		table.Rows = append(table.Rows, []string{fmt.Sprint("made-", i), "available", "Made for the number that it has, as a skill does."})
	}
	line := Encode(Event{Seq: 7, Session: "s1", Body: Answer{Blocks: answer.Answer{table}}})
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		if _, err := Decode(line); err != nil {
			b.Fatal(err)
		}
	}
}
