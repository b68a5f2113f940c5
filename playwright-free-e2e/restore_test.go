package e2e

import (
	"bytes"
	"testing"
)

// VF-7, EV-4: what was exported as everything in one browser is all there in another
// one, sessions and rules too; an Undo brings back what was there.
func TestMoveToAnotherMachine(t *testing.T) {
	t.Parallel()
	one := someone(open(t))
	one.must(one.Put("/workspace/skills/mine/SKILL.md", []byte("---\nsummary: Mine.\ncommand: mine\n---\nDo as I do.\n")))
	one.must(one.Put("/persona/SOUL.md", []byte("Speak plainly.\n")))
	one.must(one.Policy([]byte("disabled: [plan_compiler]\n")))
	one.tell("/reload_skills")
	one.tell("/mine now")
	downloaded := one.downloads()
	one.do1("Export everything")
	zip := downloaded("lily.zip")

	two := someone(open(t))
	two.must(two.Put("/workspace/old.txt", []byte("old")))
	two.tell("/skills")
	two.drop(two.file("lily.zip", zip))
	two.wait("dialog", "Restore everything")
	two.axeEverywhere("restore")
	two.size(1024, 768)
	two.click("button", "Restore")
	two.see("1 session restored.")
	two.inGroup("Available", "mine", false)
	two.tell("/reload_skills")
	two.inGroup("Available", "mine", true)
	two.inGroup("Disabled", "plan_compiler", true)
	two.goTo("s2") // s1 is taken
	two.wait("article", "Turn: /mine now")
	two.tell("/mine again")
	two.replays()
	two.goTo("s1")
	downloaded = two.downloads()
	two.do1("Export everything")
	if again := downloaded("lily.zip"); bytes.Equal(again, zip) {
		t.Error("got the same export, want it with both sessions")
	}
}
