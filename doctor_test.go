package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// A skill with tools whose programs are on every machine, its own, and nowhere.
const kit = `---
name: kit
version: "1.0"
description: Says and makes things.
modes: [Global]
---
## Tools

### say
Says it.

#### Parameters
| name | type | required | description |
|---|---|---|---|
| text | string | yes | What to say. |

#### Command
` + "```\nscripts/say.sh {{text}}\n```\n" + `
### make
Makes a file.

#### Command
` + "```\nsh -c \"echo made >out.txt; cat out.txt\"\n```\n" + `
### lack
Has no program.

#### Command
` + "```\nno-such-program\n```\n"

func kitted(t *testing.T) string {
	t.Helper()
	return folder(t, map[string]string{"skills/kit/SKILL.md": kit, "skills/kit/scripts/say.sh": "#!/bin/sh\necho \"said: $1\"\n"})
}

// TM-4: the doctor says what the machine has, and what of each skill would run.
func TestDoctor(t *testing.T) {
	dir := kitted(t)
	code, out, errs := lily(t, "", "doctor", "--workspace", dir, "--json")
	var got health
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 || errs != "" {
		t.Fatalf("got %d, %s, %s, %v", code, out, errs, err)
	}
	if (got.Sandbox == "") == (got.Why == "") || got.Programs < 10 {
		t.Errorf("got %+v, want a sandbox or why there is none", got)
	}
	found := map[string]wanted{}
	for _, w := range got.Skills {
		found[w.Skill+" "+w.Program] = w
	}
	sh := found["kit sh"]
	if filepath.Base(sh.At) != "sh" || found["kit no-such-program"].At != "" || !found["kit scripts/say.sh"].Own {
		t.Errorf("got %+v", found)
	}
	_, out, _ = lily(t, "", "doctor", "--workspace", dir)
	for _, want := range []string{"Sandbox: ", "kit         no-such-program  not on this machine\n", "kit         scripts/say.sh   a file of the skill or the workspace\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("got no %q in\n%s", want, out)
		}
	}
}
