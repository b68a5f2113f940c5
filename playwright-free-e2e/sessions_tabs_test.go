package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

// another is someone at another tab of the same browser.
func (d *person) another(t *testing.T) *person {
	t.Helper()
	q, _ := d.beside(t)
	other := someone(q)
	other.wide()
	return other
}

// opens opens a session by the list.
func (d *person) opens(row string) {
	d.Helper()
	d.front()
	d.press("Alt+5")
	d.wait("searchbox", "Find a session")
	d.click("button", row)
}

// lists waits until the list of sessions has one.
func (d *person) lists(row string) {
	d.Helper()
	d.front()
	d.press("Alt+5")
	d.wait("button", row)
}

// VF-5: one tab writes a session, and the others read it as it goes on. One of them takes
// it over, with the turn under way stopped; the tab that wrote it says so and reads.
func TestASessionIsTakenOver(t *testing.T) {
	t.Parallel()
	a, up := speak(t, model.OpenAI, upstream.Text("Half a ", "sentence").Ending(upstream.Hang))
	a.wide()
	a.tell("/skills")
	b := a.another(t)
	if got := b.session(); got == "s1" {
		t.Fatal("a new tab took the session of the first")
	}
	own := b.session()
	b.front()
	b.tell("/help")
	a.lists("/help (" + own + ")…")
	b.opens("/skills (s1)…")
	b.see("Another tab writes this session; take it over to go on here.")
	if off, err := eval[bool](b.tab, `document.getElementById("composer").disabled`); err != nil || !off {
		t.Errorf("got a message box that takes text: %v", err)
	}
	b.axeStates("a session of another tab", "Conversation")
	b.wide()
	a.front()
	a.tell("/help plan_compiler")
	b.wait("article", "Turn: /help plan_compiler")
	a.begin("Tell me a story.")
	a.see("Half a sentence")
	b.wait("article", "Turn: Tell me a story.")
	b.see("Working…")
	b.front()
	b.click("button", "Take over…")
	<-up.Closed()
	b.see("This tab writes session")
	b.see("The request was cancelled.")
	b.gone("region", "Read-only session")
	a.see("Another tab has taken over session")
	a.wait("region", "Read-only session")
	a.see("The request was cancelled.")
	b.tell("/skills")
	a.until("the turn of the other tab", func() (bool, error) { return a.count("article", "") == 4, nil })
	b.replays()

	b.press("Alt+5")
	b.click("button", "Rename session /help plan_compiler (s1)")
	b.onFocus("textbox", "Title of session s1…")
	b.press("Mod+a")
	b.write("Ours")
	b.press("Enter", "Escape")
	a.front()
	a.wait("tab", "Ours (s1)")
	a.press("Alt+5")
	a.click("button", "Delete session Ours (s1)")
	a.press("Escape")
	a.see("Nothing was changed: another tab has it open; close it there, or take it over first.")
	a.lists("Ours (s1)…")

	b.front()
	b.reload()
	if got := b.session(); got != "s1" {
		t.Errorf("got %s after a reload, want the tab's own session", got)
	}
	b.gone("region", "Read-only session")
	b.tell("/help")
	a.until("the turn after the reload", func() (bool, error) { return a.count("article", "") == 5, nil })
	a.wait("region", "Read-only session")

	b.crash()
	a.front()
	a.gone("region", "Read-only session")
	a.tell("/skills")
	a.replays()
	c := a.another(t)
	if got := c.session(); got == "s1" || got == own {
		t.Errorf("got the session %s in a new tab, want its own", got)
	}
	c.opens("Ours (s1)…")
	c.see("Another tab writes this session; take it over to go on here.")
	if got, want := c.count("article", ""), a.count("article", ""); got != want {
		t.Errorf("got %d turns, want %d", got, want)
	}
}

// crash ends a tab as a fault of its own would.
func (p *tab) crash() {
	p.Helper()
	gone := make(chan struct{})
	p.must(chromedp.Listen(p.ctx, func(ev any) {
		if _, ok := ev.(*inspector.EventTargetCrashed); ok {
			close(gone)
		}
	}))
	go func() { _, _ = chromedp.Call(p.ctx, page.Crash, cdp.Empty{}) }() // nobody answers
	<-gone
}

// VF-5: a tab that does not answer is robbed of its session. What it had under way is
// settled, and when it comes to itself it shows what the other one made of it.
func TestAHangingTabIsRobbed(t *testing.T) {
	t.Parallel()
	a, _ := speak(t, model.OpenAI, upstream.Text("Half a ", "sentence").Ending(upstream.Hang))
	a.wide()
	a.tell("/skills")
	b := a.another(t)
	b.opens("/skills (s1)…")
	b.wait("region", "Read-only session")
	a.front()
	a.begin("Tell me a story.")
	b.wait("article", "Turn: Tell me a story.")
	b.front()
	_, err := eval[int](a.tab, `{ // a timer of a hidden tab may wait, and the tab answer meanwhile
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => { for (const end = Date.now() + 8000; Date.now() < end;); };
		port2.postMessage(0);
	} 0`)
	a.must(err)
	b.click("button", "Take over…")
	b.see("The program was closed during this turn.")
	b.gone("region", "Read-only session")
	b.tell("/help")
	a.see("Another tab has taken over session")
	a.wait("region", "Read-only session")
	a.see("The program was closed during this turn.")
	a.wait("article", "Turn: /help")
	b.replays()
	if got, want := strings.Count(a.raw(), "\n"), strings.Count(b.raw(), "\n"); got != want {
		t.Errorf("got %d events in the tab that was robbed, want the %d that are kept", got, want)
	}
}
