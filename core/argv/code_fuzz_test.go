package argv

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// pieces are what hostile templates are made of.
var pieces = strings.Split(`bash|sh|/bin/dash|env|X=1|X={{s}}|timeout|5|nice|-n|xargs|-I{}|find|.|-exec|;|sudo|-u|node|-e|--eval|--eval=|-p|-pe|python3|-c|perl|-ne|-i|
awk|-v|-f|-F:|sed|--expression=|''|jq|--arg|a|eval|ssh|host|-o|git|--|-|--x|x|-x|-lc|+x|-O|{{s}}|{{s2}}|{{i}}|{{l}}|{{o}}|{{o:-c}}|{{o:-}}|{{o:--}}|{{ob:-c}}|{{ob:--}}|{{ob:}}|
'a {{s}} b'|{{s}}{{s2}}|-{{s}}|--{{s}}|--x={{s}}|-x{{s}}|{{o:-e}}{{s}}|{{o:sh}}|{{ob:-}}{{s}}|{{s}}-x|x{{o}}|-c{{s}}|https://h/?a={{o}}|'{ print }'|code`, "|")

// interpreted are the words of a command that some program reads as code, by reading
// the words that came out alone: no template, no values and no choices.
func interpreted(words []string) (code []string) {
	list := make([]word, len(words))
	for i, w := range words {
		list[i] = word{{text: w}}
	}
	k := &walk{params: kinds{}, begins: map[int]bool{}, plus: map[int]bool{}, faults: map[int]Fault{}}
	k.seen = func(w word) { code = append(code, w.literal()) }
	k.run(list)
	return code
}

// safe fails where values change more than data in what a faultless template becomes
// (TS-2, TS-2a): no value is in a word of code, and none is an option.
func safe(t *testing.T, text string, tame, wild values) {
	tmpl, err := Parse(text)
	if err != nil {
		return
	}
	list := append(slices.Clone(params), Param{Name: "o", Type: "string"}, Param{Name: "ob", Type: "boolean"})
	for _, f := range tmpl.Check(list) {
		if f.Kind == ValueInCode || f.Kind == ValueInOption {
			return
		}
	}
	want, err := tmpl.Fill(tame, list)
	if err != nil {
		return
	}
	got, err := tmpl.Fill(wild, list)
	if err != nil {
		return
	}
	if len(got) != len(want) || got[0] != want[0] {
		t.Fatalf("%s: got %q, want words as in %q", text, got, want)
	}
	if a, b := interpreted(got), interpreted(want); !slices.Equal(a, b) {
		t.Errorf("%s: got the code %q of %q, want %q of %q", text, a, got, b, want)
	}
}

// TS-2, TS-2a: random templates of hostile pieces, filled with hostile values.
func TestFaultlessTemplatesAreSafe(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	evil := append(hostile(t)[:100], "-c", "+c", "-e", "x", "--eval=x", "sh", "bash", "env", "-", "--", "X=1", ";", "", "-exec", "eval", "'", "+x")
	pick := func() string { return evil[r.IntN(len(evil))] }
	for range 20_000 {
		var text []string
		for range 2 + r.IntN(9) {
			text = append(text, strings.TrimSpace(pieces[r.IntN(len(pieces))]))
		}
		tame := values{"s": "t1", "s2": "t2", "i": 3, "l": []string{"t4", "t5"}}
		wild := values{"s": pick(), "s2": pick(), "i": 7, "l": []string{pick(), pick()}}
		if r.IntN(2) == 0 {
			tame["o"], wild["o"] = "t6", pick()
		}
		if flag := r.IntN(3); flag > 0 {
			tame["ob"], wild["ob"] = flag == 1, flag == 1
		}
		safe(t, strings.Join(text, " "), tame, wild)
	}
}

// TS-2, TS-2a: the same for any template.
func FuzzFaultlessTemplate(f *testing.F) {
	for i := range pieces {
		f.Add(strings.Join(pieces[i:min(i+5, len(pieces))], " "), "-c", "x", true)
	}
	f.Fuzz(func(t *testing.T, text, s, s2 string, b bool) {
		safe(t, text, values{"s": "t1", "s2": "t2", "i": 1, "l": []string{"t3", "t4"}, "o": "t5", "ob": b}, values{"s": s, "s2": s2, "i": 2, "l": []string{s2, s}, "o": s, "ob": b})
	})
}
