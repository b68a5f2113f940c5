package e2e

import (
	"fmt"
	"testing"
	"time"
)

// VF-4, VF-7, EV-4: many skills, and a session that pins them, move to another browser
// and are there as they were, with progress. How long it takes is told by make
// bench-page, and asserted nowhere.
func TestManySkillsMove(t *testing.T) {
	n := 1500 // of which the reading takes long enough to be seen
	if *measure {
		n = 10_000
	}
	p, end := cold(t, t.TempDir(), serve(t, nil))
	p.imports(p.zip("many.zip", made(n)), n)
	p.remembered()
	p.tell("/skills")
	everything, session := p.handsOver("Export everything", "lily.zip"), p.handsOver("Export session /skills (s1)", "session-s1-skills.lily")
	end()

	q, _ := cold(t, t.TempDir(), serve(t, nil))
	q.engine("started")
	q.takes("everything", q.file("lily.zip", everything), "Restore everything")
	then := time.Now()
	q.click("button", "Restore")
	q.within("all of it", func() (bool, error) {
		return eval[bool](q, fmt.Sprintf(`document.querySelector(".notices").textContent.includes("Restored %d files. What you had stays: the profile, the policy. 1 session restored.")`, 4*n))
	})
	q.click("button", fmt.Sprintf("Trust all: %d skills", n))
	q.saved()
	q.sinceThen("the restore", then)
	someone(q).goTo("s2") // s1 is taken
	q.wait("article", "Turn: /skills")
	q.takes("a session", q.file("s1.lily", session), "A recording, opened to be read.")
	then = time.Now()
	q.do1("Verify the session")
	q.within("the verdict", func() (bool, error) { return eval[bool](q, `document.body.innerText.includes("Identical, ")`) })
	q.sinceThen("the replay", then)
	someone(q).dismiss()
}

// handsOver downloads what a button exports.
func (p *tab) handsOver(button, name string) []byte {
	p.Helper()
	downloaded, then := p.downloads(), time.Now()
	if name == "lily.zip" {
		p.do1(button)
	} else {
		p.press("Alt+5")
		p.click("button", button)
	}
	data := downloaded(name)
	p.sinceThen(fmt.Sprintf("%s, %d bytes", button, len(data)), then)
	return data
}

// takes drops a file and waits for what comes of it.
func (p *tab) takes(what, file, then string) {
	p.Helper()
	since := time.Now()
	p.drop(file)
	p.within(then, func() (bool, error) { return eval[bool](p, fmt.Sprintf(`document.body.innerText.includes(%q)`, then)) })
	p.sinceThen("the drop of "+what, since)
}
