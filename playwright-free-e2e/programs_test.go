package e2e

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"lily/core/tree"
)

// greeter is a skill that brings a script, and one that never ends.
var greeter = map[string]string{
	"SKILL.md": `---
name: greeter
version: 1.0.0
description: Greets people.
timeout: 2
---

# Greeter

### greet

Greet somebody.

#### Parameters

| Name | Type | Required | Description |
|------|------|----------|-------------|
| who | string | yes | Whom. |

#### Command

` + "```bash\n./scripts/task.sh {{who}}\n```" + `

### spin

Never end.

#### Command

` + "```bash\n./scripts/spin.sh\n```\n",
	"scripts/task.sh": "#!/bin/sh\nset -e\necho \"Hello, $1.\" | tee -a greeted.txt\nenv | sort\n",
	"scripts/spin.sh": "#!/bin/sh\nwhile true; do :; done\n",
}

// bringsGreeter drops the skill and takes a snapshot with it.
func bringsGreeter(t *testing.T) *person {
	t.Helper()
	d := someone(open(t))
	folder := tree.Tree{}
	for path, text := range greeter {
		var err error
		folder, err = folder.Put(path, []byte(text))
		d.must(err)
	}
	d.must(d.Import("workspace", map[string]tree.Tree{"greeter": folder}))
	if _, code, err := d.Type("/reload_skills"); code != "" || err != nil {
		t.Fatalf("got %s %v", code, err)
	}
	return d
}

// TS-2, TS-4, TS-7, PO-5, PO-6: a bundled skill that only reads runs unasked; a
// dropped one is asked about, with its words, and again when it has changed.
func TestProgramsRun(t *testing.T) {
	t.Parallel()
	d := bringsGreeter(t)
	d.must(d.Put("/workspace/poem.txt", []byte("roses\nviolets\n")))
	if said, code, _ := d.Type("/skill text_tools count_lines file=poem.txt"); code != "" || !strings.Contains(said, "2") {
		t.Errorf("got %s %q", code, said)
	}
	d.reply = "Allow for this version…"
	d.begin("/skill greeter greet Ada; rm -rf / $(id)")
	d.wait("region", "Approval needed")
	d.runs(`document.querySelector(".approval .env summary").click()`)
	d.see("LILY_SKILL_NAME")
	card := d.text("region", "Approval needed")
	for _, want := range []string{"/workspace/skills/greeter/scripts/task.sh", "Ada; rm -rf / $(id)", "LILY_SKILL_NAME", "2 seconds", "/workspace"} {
		if !strings.Contains(card, want) {
			t.Errorf("got no %q in the card:\n%s", want, card)
		}
	}
	d.answers()
	d.see("Hello, Ada; rm -rf / $(id).")
	d.see("LILY_SKILL_NAME=greeter")
	d.quiet()
	d.reply = ""
	if said, code, _ := d.Type("/skill greeter greet Bob"); code != "" || !strings.Contains(said, "Hello, Bob.") {
		t.Errorf("the second time: got %s %q", code, said)
	}
	d.replays()
	d.must(d.Put("/workspace/skills/greeter/scripts/task.sh", []byte("#!/bin/sh\necho \"Good day, $1.\"\n")))
	d.Type("/reload_skills")
	d.reply = "Deny"
	if said, code, _ := d.Type("/skill greeter greet Eve"); code != "approval_denied" {
		t.Errorf("changed: got %s %q", code, said)
	}
}

// TS-5: an endless program is ended at its time, and by a stop; the session and the
// page go on. What runs one is there while the person is asked, and runs nothing after a no.
func TestProgramsEnd(t *testing.T) {
	t.Parallel()
	d := bringsGreeter(t)
	d.begin("/skill greeter spin")
	d.wait("region", "Approval needed")
	d.until("the frame of what is asked about", func() (bool, error) {
		return eval[bool](d.tab, `document.querySelectorAll('iframe[src="' + document.getElementById("boot").dataset.shell + '"]').length === 1`)
	})
	d.reply = "Deny"
	d.answers()
	d.see("was not approved.")
	d.quiet()
	d.reply = "Allow for this version…"
	if said, code, _ := d.Type("/skill greeter spin"); code != "timeout" {
		t.Errorf("got %s %q", code, said)
	}
	d.begin("/skill greeter spin")
	d.wait("button", "Stop…")
	d.click("button", "Stop…")
	d.see("The request was cancelled.")
	d.quiet()
	if said, code, _ := d.Type("/skill greeter greet Ada"); code != "" || !strings.Contains(said, "Hello, Ada.") {
		t.Errorf("afterwards: got %s %q", code, said)
	}
	d.replays()
}

// TS-8, CV-4: a model calls a skill's tool, which selects the skill.
func TestAModelRunsAProgram(t *testing.T) {
	t.Parallel()
	d := bringsGreeter(t)
	d.must(d.Put("/workspace/replies.jsonl", []byte(`{"calls":[{"name":"greeter__greet","args":{"who":"Ada"}}]}`+"\n"+`{"text":"She is greeted."}`+"\n")))
	d.must(d.Model("scripted"))
	d.reply = "Allow once…"
	if said, code, _ := d.Type("Greet Ada."); code != "" || said != "She is greeted." {
		t.Errorf("got %s %q", code, said)
	}
	d.see("Skill greeter, chosen by model")
	d.replays()
}

// CV-5, PO-3, PO-6, SN-3: a model runs a script that an Agent Skill ships, after a
// question that shows its words; a lasting yes is for these, allowed-tools refuses
// others, and bash finds the pinned script too.
func TestAModelRunsAScript(t *testing.T) {
	t.Parallel()
	d := someone(open(t))
	folder := tree.Tree{}
	for path, text := range map[string]string{
		"SKILL.md":        "---\nname: minutes\ndescription: Writes minutes.\nallowed-tools: Bash(scripts/task.sh:*) Bash(bash scripts/task.sh:*)\n---\nRun scripts/task.sh.\n",
		"scripts/task.sh": "#!/bin/sh\necho \"Minutes of $1\" | tee -a minutes.txt\n",
	} {
		var err error
		folder, err = folder.Put(path, []byte(text))
		d.must(err)
	}
	d.must(d.Import("workspace", map[string]tree.Tree{"minutes": folder}))
	d.must(d.Put("/workspace/replies.jsonl", []byte(
		`{"calls":[{"name":"shell","args":{"command":"scripts/task.sh 'a b; id'"}},{"name":"shell","args":{"command":"./scripts/task.sh 'a b; id'"}}]}`+"\n"+`{"text":"Written."}`+"\n"+
			`{"calls":[{"name":"shell","args":{"command":"bash scripts/task.sh | tee x"}},{"name":"shell","args":{"command":"cat minutes.txt"}},{"name":"shell","args":{"command":"bash scripts/task.sh c"}}]}`+"\n"+`{"text":"Again."}`+"\n")))
	d.Type("/reload_skills")
	d.must(d.Model("scripted"))
	d.reply = "Allow just these words for this version…"
	d.begin("/skill minutes go")
	d.wait("region", "Approval needed")
	d.runs(`document.querySelector(".approval .env summary").click()`)
	d.see("LILY_SKILL_NAME")
	card := d.text("region", "Approval needed")
	for _, want := range []string{"/workspace/skills/minutes/scripts/task.sh", "a b; id", "30 seconds", "It may change files under /workspace"} {
		if !strings.Contains(card, want) {
			t.Errorf("got no %q in the card:\n%s", want, card)
		}
	}
	d.answers()
	d.see("Written.")
	d.quiet()
	d.must(d.Put("/workspace/skills/minutes/scripts/task.sh", []byte("echo edited\n")))
	if said, code, _ := d.Type("/skill minutes go"); code != "" || said != "Again." {
		t.Errorf("got %s %q", code, said)
	}
	events, err := d.Events()
	d.must(err)
	for want, n := range map[string]int{
		`"type":"approval"`: 2, `"output":"Minutes of a b; id\n"`: 2, `"output":"Minutes of c\n"`: 1, `"type":"call_refused"`: 2,
		`"argv":["bash","/workspace/skills/minutes/scripts/task.sh","c"]`: 2, `"rule":"allowed-tools: Bash(scripts/task.sh:*), Bash(bash scripts/task.sh:*)"`: 1,
	} {
		if got := strings.Count(events, want); got != n {
			t.Errorf("got %d times %s, want %d", got, want, n)
		}
	}
	d.replays()
}

// However big the workspace is, the page answers while a program gets it.
func TestBigWorkspaceGoesToAProgram(t *testing.T) {
	t.Parallel()
	d := someone(open(t))
	var b tree.Builder
	d.must(b.Put("SKILL.md", []byte("---\nsummary: Much.\n---\nMuch.\n")))
	for i := range 12 {
		d.must(b.Put(fmt.Sprintf("big%d.txt", i), bytes.Repeat([]byte{'a' + byte(i)}, 4<<20)))
	}
	for i := range 2000 {
		d.must(b.Put(fmt.Sprintf("small/%d.txt", i), []byte("one\ntwo\n")))
	}
	d.must(d.Import("workspace", map[string]tree.Tree{"much": b.Tree()}))
	d.must(d.Put("/workspace/poem.txt", []byte("roses\nviolets\n")))
	count := func() {
		if said, code, _ := d.Type("/skill text_tools count_lines file=poem.txt"); code != "" || !strings.Contains(said, "2") {
			t.Errorf("got %s %q", code, said)
		}
	}
	count() // what is fetched once
	longest, _ := d.thread(func() {
		d.runs(`performance.mark("given")`)
		count()
		d.runs(`performance.mark("told")`)
	}, "given", "told")
	if longest == 0 || longest > 100 {
		t.Errorf("got %.0f ms of the processor for the longest task, want at most 100", longest)
	}
	t.Logf("the longest task: %.0f ms of the processor", longest)
}
