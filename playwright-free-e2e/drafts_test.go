package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// holds waits until a box holds a text.
func (d *person) holds(label, want string) {
	d.Helper()
	d.until(label+" to hold what was typed", func() (bool, error) { return d.text("textbox", label) == want, nil })
}

// A page in which nothing was said yet is no lost session after a reload, and what was typed into its box is there.
func TestAReloadBeforeTheFirstMessage(t *testing.T) {
	t.Parallel()
	d := someone(wide(t))
	for _, typed := range []string{"Hello", ", Lily"} {
		d.typeInto("Message", typed)
		d.reload()
	}
	d.holds("Message", "Hello, Lily")
	d.notSee("No session was opened")
	d.typeInto("Message", ".")
	d.press("Enter")
	d.see("Hello, Lily.")
	d.quiet()
	d.reload()
	d.holds("Message", "")
}

// VF-5: what is typed and not saved is there after a reload at once, in every editor, as
// unsaved as it was; saved or given up it does not come back.
func TestDraftsAreThereAfterAReload(t *testing.T) {
	t.Parallel()
	const name = "/workspace/notes.md"
	d := someone(wide(t))
	d.must(d.Put(name, []byte("one\n")))
	d.fill("Text of "+name, "one\nand mine ö \u202e\n")
	d.see("Unsaved; it is still here after a reload.")
	d.pane("Profile")
	d.fill("Profile as YAML", "os: plan9\nmine: [\n")
	d.pane("Persona")
	d.fill("SOUL.md", "Another soul.\n")
	d.pane("Policy")
	d.fill("Policy as YAML", "deny: [write]\n") // and gone at once, before the page waits
	d.reload()
	d.see("What you typed and did not save is here again: /persona/SOUL.md, the policy, the profile, /workspace/notes.md.")
	d.axeStates("what was left", "Documents")
	d.pictures("left")
	d.click("button", "Open "+name)
	d.holds("Text of "+name, "one\nand mine ö \u202e\n")
	d.notSee("Changed by someone else")
	d.gone("button", "Open "+name)
	d.click("button", "Open the profile")
	d.holds("Profile as YAML", "os: plan9\nmine: [\n")
	d.click("button", "Open /persona/SOUL.md")
	d.holds("Text of /persona/SOUL.md", "Another soul.\n")
	d.save()
	d.see("Saved /persona/SOUL.md.")
	d.pane("Policy")
	d.holds("Policy as YAML", "deny: [write]\n")
	d.revert()
	d.reload()
	d.see("is here again: the profile, /workspace/notes.md.")
	d.click("button", "Discard what was typed in the profile")
	d.click("button", "Undo")
	d.wait("button", "Open the profile")
	d.click("button", "Discard what was typed in the profile")
	d.gone("button", "Open the profile")
	d.click("button", "Open "+name)
	d.holds("Text of "+name, "one\nand mine ö \u202e\n")
	d.click("button", "Save …")
	d.see("Saved " + name + ".")
	d.reload()
	d.notSee("here again")
	d.pane("Profile")
	if got := d.text("textbox", "Profile as YAML"); got == "os: plan9\nmine: [\n" {
		t.Error("what was given up came back")
	}
}

// VF-5: a page that crashes costs no more than what was typed in its last moment, and one
// that is closed nothing; what has changed meanwhile is told, and what is gone is offered.
func TestDraftsOutliveTheirTab(t *testing.T) {
	t.Parallel()
	const name, lost = "/workspace/notes.md", "/workspace/lost.md"
	d := someone(wide(t))
	d.must(d.Put(name, []byte("one\n")))
	d.must(d.Put(lost, []byte("one\n")))
	d.fill("Text of "+lost, "mine, of what goes\n")
	d.openFile(name)
	d.fill("Text of "+name, "mine\n")
	d.until("it is kept", func() (bool, error) { return d.kept("") == 2, nil })
	q, end := d.beside(t)
	b := someone(q)
	b.wide()
	b.front()
	b.notSee("here again") // its own tab has it
	b.must(b.Put(name, []byte("theirs\n")))
	b.must(b.Remove(lost))
	end()
	d.front()
	d.crash()
	d.do(chromedp.Navigate(fresh(d.url)))
	d.engine("started")
	d.see("is here again: /workspace/lost.md, /workspace/notes.md.")
	d.see("there is no such file now")
	d.see("changed by someone else since")
	d.click("button", "Open "+name)
	d.holds("Text of "+name, "mine\n")
	d.see("What you typed is kept here")
	d.click("button", "Save over theirs")
	d.see("Saved " + name + ".")
	d.click("button", "Open "+lost)
	d.see("There is no such file now.")
	d.holds("Text of "+lost, "mine, of what goes\n")

	c, end := d.beside(t)
	other := someone(c)
	other.wide()
	other.front()
	other.must(other.Put(name, []byte("two\n")))
	other.fill("Text of "+name, "of another tab\n")
	d.front()
	d.openFile(name)
	d.fill("Text of "+name, "of this one\n")
	other.front()
	other.holds("Text of "+name, "of another tab\n")
	d.until("all are kept", func() (bool, error) { return d.kept("") == 3, nil })
	end()
	d.reload()
	d.see("is here again")
	d.see("an older text, typed in another tab")
	d.pictures("left of two tabs")
}

// kept counts the drafts that the browser has, all or those of a text.
func (p *tab) kept(text string) int {
	p.Helper()
	n, err := eval[int](p, fmt.Sprintf(`new Promise((done) => { indexedDB.open("lily").onsuccess = ({ target: { result: db } }) => {
		db.transaction("drafts").objectStore("drafts").getAll().onsuccess = (e) => { db.close(); done(e.target.result.filter((d) => d.text.includes(%q)).length); };
	}; })`, text))
	p.must(err)
	return n
}

// UI.md: a message that is half typed is there after a reload and after a crash, in its own
// session, until it is sent.
func TestMessageIsADraft(t *testing.T) {
	t.Parallel()
	d := someone(wide(t))
	d.tell("/skills")
	d.fill("Message", "half a line")
	d.reload()
	d.holds("Message", "half a line")
	d.notSee("here again")
	d.fill("Message", "/help plan_compiler")
	d.until("it is kept", func() (bool, error) { return d.kept("/help plan_compiler") == 1, nil })
	d.crash()
	d.do(chromedp.Navigate(fresh(d.url)))
	d.engine("started")
	d.holds("Message", "/help plan_compiler")
	d.click("textbox", "Message")
	d.press("Enter")
	d.wait("article", "Turn: /help plan_compiler")
	d.until("it is no draft any more", func() (bool, error) { return d.kept("") == 0, nil })
	d.reload()
	d.holds("Message", "")
}
