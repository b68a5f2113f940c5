package e2e

import (
	"encoding/json"
	"strings"
	"testing"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

// shells are calls of the tool shell, one a reply.
func shells(commands ...string) []upstream.Reply {
	var list []upstream.Reply
	for _, c := range commands {
		args, _ := json.Marshal(map[string]string{"command": c}) // texts always encode
		list = append(list, upstream.Calls(wants("c", "shell", string(args))), upstream.Text("Done."))
	}
	return list
}

// PO-6: the card shows the script that would run, line by line, with what shows nothing; its
// rest opens; a change while it is open fails the call; and what a call changed is undone from
// its row, also after a reload.
func TestApproveAScriptAndUndoIt(t *testing.T) {
	t.Parallel()
	d, _ := speak(t, model.OpenAI, shells("bash x.sh", "timeout 9 bash x.sh", "bash -c 'for i in 1 2; do\n  echo \"$i\" >> made.md\ndone'")...)
	d.wide()
	long := strings.Repeat("# a line that only fills the script\n", 250)
	d.must(d.Put("/workspace/lib.sh", []byte("echo lib > lib.txt\n")))
	d.must(d.Put("/workspace/x.sh", []byte(". ./lib.sh\necho 'one \u202e two' > made.md # "+strings.Repeat("wide ", 80)+"\n"+long+"rm old.md\n")))
	d.must(d.Put("/workspace/old.md", []byte("old\n")))
	d.begin("Run it.")
	d.wait("region", "Approval needed")
	d.see("echo 'one «U+202E» two' > made.md")
	d.see("253 lines")
	d.see("in line 2.")
	d.notSee("rm old.md")
	d.axeEverywhere("a script to approve")
	d.pictures("approve a script")
	d.wide()
	d.click("button", "Show more lines…")
	d.see("rm old.md")
	d.notSee("echo lib")
	d.runs(`document.querySelector(".approval .texts summary").click()`)
	d.see("echo lib")
	d.click("button", "Allow once…")
	d.see("Done.")
	d.axeEverywhere("what a call changed")
	d.pictures("undo a call")
	d.wide()
	d.reload()
	d.click("button", "Undo what it changed")
	d.see("Undone: the files are as they were before.")
	d.openFile("/workspace/old.md")
	d.holds("Text of /workspace/old.md", "old\n")
	if found, _ := d.openFile("/workspace/made.md"); found {
		t.Error("what the call made is still there")
	}

	d.begin("Run it again.")
	d.wait("region", "Approval needed")
	d.must(d.Put("/workspace/x.sh", []byte("echo evil > made.md\n")))
	d.click("button", "Go to the approval")
	d.onFocus("region", "Approval needed")
	d.click("button", "Allow once…")
	d.see("other texts would run than were approved")

	d.begin("And code.")
	d.wait("region", "Approval needed")
	d.see("Word 3, code for bash.")
	d.pictures("approve code")
	d.wide()
	d.click("button", "Allow once…")
	d.wait("button", "Undo what it changed")
	d.must(d.Put("/workspace/made.md", []byte("mine\n")))
	d.boxed()
	d.click("button", "Undo what it changed")
	d.see("Nothing was changed: /workspace/made.md was changed since")
}
