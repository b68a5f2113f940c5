package profile

import (
	"fmt"
	"strings"
	"testing"
)

// EN-1: a name that no skill asks for, where one asks for nearly the same in vain, is said with its place.
func TestMisnamed(t *testing.T) {
	asked := Asked{Binaries: []string{"git", "python3", "rg"}, Env: []string{"GITHUB_TOKEN"}}
	for _, tt := range []struct{ yaml, want string }{
		{"binaries: [gti]", ""}, // two letters of three
		{"binaries: [gitt]", "1:12 No skill asks for the program gitt. Is git meant?"},
		{"binaries: [pyhton3]", "1:12 No skill asks for the program pyhton3. Is python3 meant?"},
		{"binaries: [python, git, python3]", ""},
		{"binaries: [gut]", ""}, // it is known
		{"binaries: [rm]", ""},  // too short to tell
		{"binaries: [docker]", ""},
		{"binaries: [gitt]\nenv: {GITHUB_TOKEM: x}", "1:12 No skill asks for the program gitt. Is git meant?\n2:7 No skill asks for the variable GITHUB_TOKEM. Is GITHUB_TOKEN meant?"},
		{"binaries: {", ""}, // is refused as a whole
		{"", ""},
	} {
		var got []string
		for _, f := range Misnamed("p.yaml", []byte(tt.yaml), asked, []string{"gut"}) {
			if f.Code != "names_nothing" || f.Severity != "warning" || f.File != "p.yaml" || f.Clause != "EN-1" {
				t.Errorf("got %+v", f)
			}
			got = append(got, fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Message))
		}
		if strings.Join(got, "\n") != tt.want {
			t.Errorf("%q:\ngot  %s\nwant %s", tt.yaml, strings.Join(got, "\n"), tt.want)
		}
	}
}
