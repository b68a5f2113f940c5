package e2e

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

// What the shell answers is what bash, jq, awk and sed of a Debian system answered (testdata/answers.jsonl), byte for
// byte, or a code and a sentence that say that it cannot: never another answer with the code 0.
func TestRunnerAnswers(t *testing.T) {
	t.Parallel()
	file, err := os.Open("testdata/answers.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	_, run := shell(t)
	exact, refused := 0, 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var a struct {
			Run, Want string
			Code      int
		}
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		switch r := run(nil, "bash", "-c", a.Run); {
		case r.Stdout == a.Want && r.Code == a.Code:
			exact++
		case r.Code != 0 && (r.Stderr != "" || r.Code == a.Code):
			refused++
		default:
			t.Errorf("%s: got %d, %.200q, %.200q, want %d, %.200q", a.Run, r.Code, r.Stdout, r.Stderr, a.Code, a.Want)
		}
	}
	if exact < 150 || refused > 40 {
		t.Errorf("got %d answers that are exact and %d that are refused, want at least 150 and at most 40", exact, refused)
	}
}
