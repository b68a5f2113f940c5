package e2e

import (
	"slices"
	"testing"
)

// VF-5: a start waits for no other tab, whatever locks that one holds or asks for and
// never gives back: the one that a tab had alone while it opened the store, and the one
// that all share.
func TestAStartWaitsForNoTab(t *testing.T) {
	t.Parallel()
	a := someone(open(t))
	a.tell("/skills")
	a.runs(`for (const name of ["lily-start", "lily-open"]) navigator.locks.request(name, () => new Promise(() => {})); 0`)
	b := a.another(t)
	b.tell("/help")
	b.reload()
	b.tell("/skills")
}

// VF-4: what nothing names is removed at the start of the only tab, and not while another
// one is open.
func TestAloneATabClears(t *testing.T) {
	t.Parallel()
	l := alive(t, nil)
	l.sits(visit(t, l.url))
	l.tell("/skills")
	l.anew("s2")
	l.tell("/help")
	l.lists()
	l.click("button", "Delete session /skills (s1)")
	l.see("Deleted session")
	there := func() bool {
		return slices.ContainsFunc(l.dump()["logs"], func(e [2][]byte) bool { return string(e[0]) == "events/s1" })
	}
	other, shut := l.beside(t)
	other.wait("button", "Saved")
	l.front()
	l.reload()
	l.arms()
	if !there() {
		t.Error("the session is removed while another tab is open")
	}
	shut()
	l.until("the session removed at a start without another tab", func() (bool, error) {
		l.reload() // the browser may give the locks of a page that is gone back a moment later
		l.arms()
		return !there(), nil
	})
}
