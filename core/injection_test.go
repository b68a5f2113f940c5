package core_test

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"lily/core"
	"lily/core/command"
	"lily/core/event"
	"lily/core/model"
)

// hostileValues is the corpus that core/argv is tested with, as far as a person can
// type it or a model can write it in JSON.
func hostileValues(t *testing.T) (list []string) {
	t.Helper()
	data, err := os.ReadFile("testdata/hostile.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		v, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		if utf8.ValidString(v) {
			list = append(list, v)
		}
	}
	return list
}

// TS-2: from what a person types or a model asks for to the recorded words: every
// hostile value is one word, or refused.
func TestInjection(t *testing.T) {
	files := map[string]string{"bundled/skills/kit/SKILL.md": kit("kit", "read_only: true\n", []string{"own", "echo {{text}}", "text"}, []string{"in", "echo x={{text}}", "text"}, []string{"after", "echo -- {{text}}", "text"})}
	list := hostileValues(t)
	var replies []model.Reply
	object := func(v string) string {
		data, err := json.Marshal(map[string]string{"text": v})
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for _, v := range list {
		replies = append(replies, calls("kit__own", object(v), "kit__in", object(v), "kit__after", object(v)), says("ok"))
	}
	k := running(t, files, core.Ports{}, replies...)
	for i, v := range list {
		if i%20 == 19 { // a conversation that grows costs more with each turn
			k.replayed(t)
			k.id, _ = k.Open(true)
		}
		from := len(bodies[event.ToolCall](k))
		for _, tool := range []string{"own", "in", "after"} {
			k.turn(t, "/skill kit "+tool+" "+object(v), v)
		}
		k.turn(t, "go", "")
		var got [][]string
		for _, c := range bodies[event.ToolCall](k)[from:] {
			got = append(got, c.Argv)
		}
		if want := wanted(v); !slices.EqualFunc(got, append(want, want...), slices.Equal) {
			t.Errorf("%q: got %q, want %q twice", v, got, want)
		}
	}
}

// turn is one line; one that is refused is so for a reason of the value.
func (k *talk) turn(t *testing.T, line, v string) {
	t.Helper()
	r := k.Turn(t.Context(), k.id, line)
	refused := strings.HasPrefix(v, "-") || strings.Contains(v, "\x00")
	if r.Code() != "" && (r.Code() != command.InvalidArguments || !refused) {
		t.Errorf("%s: got %s %s", line, r.Code(), r.Output())
	}
}

// wanted is what each of the three tools starts with a value.
func wanted(v string) (list [][]string) {
	if strings.Contains(v, "\x00") {
		return nil
	}
	if !strings.HasPrefix(v, "-") {
		list = append(list, []string{"echo", v})
	}
	return append(list, []string{"echo", "x=" + v}, []string{"echo", "--", v})
}
