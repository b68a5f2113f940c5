package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
)

// A native is what bash and the programs of a Debian system answered to a script.
type native struct {
	Run, Want string
	Code      int
}

// What the shell answers is what bash, jq, awk, sed, sort and the others of a Debian system answered
// (testdata/answers.jsonl, made by answers.mjs), byte for byte, or a code and a sentence that say that
// it cannot: never another answer with the code 0. All of them run under Node, some in the page too.
func TestRunnerAnswers(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/answers.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	want, got := json.NewDecoder(bytes.NewReader(data)), underNode(t, bytes.NewReader(data))
	_, page := shell(t)
	exact, refused := 0, 0
	for n := 0; want.More(); n++ {
		var a native
		var r ran
		if err := want.Decode(&a); err != nil {
			t.Fatal(err)
		}
		if err := got.Decode(&r); err != nil {
			t.Fatalf("%s: %v", a.Run, err)
		}
		exact, refused = judged(t, a, r, exact, refused)
		if n%20 == 0 {
			judged(t, a, page(nil, "bash", "-c", a.Run), 0, 0)
		}
	}
	if exact < 1190 || refused > 43 {
		t.Errorf("got %d answers that are exact and %d that are refused, want at least 1190 and at most 43", exact, refused)
	}
}

// judged counts an answer.
func judged(t *testing.T, a native, r ran, exact, refused int) (int, int) {
	t.Helper()
	switch {
	case r.Stdout == a.Want && r.Code == a.Code:
		return exact + 1, refused
	case r.Code > 0 && (r.Stderr != "" || r.Code == a.Code):
		return exact, refused + 1
	}
	t.Errorf("%s: got %d, %.200q, %.200q, %s, want %d, %.200q", a.Run, r.Code, r.Stdout, r.Stderr, r.Failed, a.Code, a.Want)
	return exact, refused
}
