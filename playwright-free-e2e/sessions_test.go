package e2e

import (
	"fmt"
	"testing"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

// pictures keeps a state at three widths, light and dark.
func (p *tab) pictures(state string) {
	p.Helper()
	p.everyLook(func(width int64, theme string) {
		p.screenshot(fmt.Sprintf("%s-%d-%s", state, width, theme), width, 900, theme == "dark")
	})
}

// EV-4: a person steps through a session by keyboard and by mouse, sees every pane as
// it was, can change nothing there, forks, and verifies.
func TestStepThroughASession(t *testing.T) {
	t.Parallel()
	d := someone(wide(t))
	d.tell("/skills")
	d.must(d.Put("/workspace/skills/mine/SKILL.md", []byte("---\nsummary: Mine.\n---\nDo.\n")))
	d.tell("/reload_skills")
	d.tell("/skill mine")
	d.do1("Step through the events")
	d.wait("region", "Stepping through the session")
	d.onFocus("slider", "Event")
	d.press("Home")
	d.see("Event 1 of ")
	d.gone("article", "Turn: /skills")
	d.press("ArrowRight")
	d.see("Event 2 of ")
	d.press("Alt+.", "Alt+.", "Alt+,")
	d.see("Event 3 of ")
	d.wait("article", "Turn: /skills")
	off, err := eval[bool](d.tab, `document.getElementById("composer").disabled && document.querySelector(".composer [type=submit]").disabled`)
	if d.must(err); !off {
		t.Error("the message box takes text in the past")
	}
	d.pane("Snapshot")
	d.see("This is the snapshot as it was then.")
	d.click("tab", "SKILL.md…")
	d.see("There is no such file now.")
	d.pane("Trace")
	d.axeStates("stepping", everyPlace...)
	d.click("button", "Last")
	d.see("Skill mine, chosen by user")
	d.pictures("stepping")
	d.size(390, 844)
	d.place("Conversation")
	d.wait("region", "Stepping through the session")
	d.see("Event 14 of 14")
	d.screenshot("stepping-390-conversation", 390, 844, false)
	d.wide()
	d.click("button", "Previous")
	d.click("button", "Fork here")
	d.see("Session s2 goes on from /skill mine (s1)")
	d.reaches("s2")
	d.tell("/skill mine")
	d.replays()
	d.click("tab", "/skill mine (s1)")
	d.wait("region", "Stepping through the session")
	d.press("Alt+0")
	d.gone("region", "Stepping through the session")
}

// UI.md: turns of two sessions stream together, and each session keeps its own box.
func TestTwoSessionsStream(t *testing.T) {
	t.Parallel()
	one, two := make(chan struct{}), make(chan struct{})
	d, _ := speak(t, model.OpenAI,
		upstream.Text("The first ", "is here.").After(1, one), upstream.Text("The second ", "is here.").After(1, two))
	d.wide()
	d.begin("Tell me of one.")
	d.see("The first")
	d.anew("s2")
	d.must(d.Model("up/m"))
	d.begin("Tell me of two.")
	d.see("The second")
	d.notSee("The first")
	d.wait("tab", "Tell me of one. (s1) working")
	d.wait("tab", "Tell me of two. (s2) working")
	d.axeStates("two sessions at work", "Conversation")
	d.pictures("two-sessions")
	d.fill("Message", "half a line")
	close(two)
	d.see("The second is here.")
	d.wait("tab", "Tell me of two. (s2)")
	d.click("tab", "Tell me of one. (s1)…")
	d.onFocus("tab", "Tell me of one. (s1) working")
	d.see("The first")
	if got := d.text("textbox", "Message"); got != "" {
		t.Errorf("got %q in the box of s1", got)
	}
	close(one)
	d.see("The first is here.")
	d.wait("button", "Send")
	d.click("tab", "Tell me of one. (s1)")
	d.press("ArrowRight")
	d.onFocus("tab", "Tell me of two. (s2)")
	d.until("the line of s2", func() (bool, error) { return d.text("textbox", "Message") == "half a line", nil })
	d.press("Delete")
	d.gone("tab", "Tell me of two. (s2)")
}

// UI.md: the sessions are listed, found, renamed, opened and deleted with an undo.
func TestSessionsAreListed(t *testing.T) {
	t.Parallel()
	d := someone(wide(t))
	d.tell("/skills")
	d.anew("s2")
	d.press("Alt+5")
	d.onFocus("searchbox", "Find a session")
	d.axeEverywhere("sessions")
	d.wide()
	d.click("button", "Rename session /skills (s1)")
	d.onFocus("textbox", "Title of session s1…")
	d.write("My <first> one")
	d.press("Enter")
	d.wait("button", "My <first> one…")
	d.click("button", "Rename session s2")
	d.onFocus("textbox", "Title of session s2…")
	d.write("not this")
	d.press("Escape")
	d.wait("button", "s2 …")
	d.pictures("sessions")
	d.fill("Find a session", "first")
	d.gone("button", "Rename session s2")
	d.click("button", "Delete session My <first> one (s1)")
	d.gone("tab", "My <first> one (s1)")
	d.click("button", "Undo")
	d.wait("tab", "My <first> one (s1)")
	d.wait("article", "Turn: /skills")
	d.click("button", "Saved")
	d.wait("dialog", "Storage")
	d.axeEverywhere("storage")
	d.pictures("storage")
}

// VF-5: a model's tool changes a file that is being edited: the person is told, sees
// theirs, and decides.
func TestAToolChangesWhatIsEdited(t *testing.T) {
	t.Parallel()
	d, _ := speak(t, model.OpenAI,
		upstream.Calls(wants("a", "write", `{"path":"notes.md","content":"theirs\n"}`)), upstream.Text("Done."))
	d.wide()
	d.must(d.Put("/workspace/notes.md", []byte("one\n")))
	d.fill("Text of /workspace/notes.md", "mine\n")
	d.boxed()
	d.begin("Write it.")
	d.click("button", "Allow once…")
	d.see("Done.")
	d.click("tab", "notes.md…")
	d.wait("region", "Changed by someone else")
	if got := d.text("textbox", "Text of /workspace/notes.md"); got != "mine\n" {
		t.Errorf("got %q in the box, want what was typed", got)
	}
	d.see("+ theirs")
	d.axeStates("a conflict", "Documents")
	d.pictures("conflict")
	d.pane("Snapshot")
	d.click("tab", "notes.md…")
	d.until("the draft kept", func() (bool, error) {
		return d.text("textbox", "Text of /workspace/notes.md") == "mine\n", nil
	})
	d.click("button", "Save over theirs")
	d.gone("region", "Changed by someone else")
	d.see("Saved /workspace/notes.md.")
}
