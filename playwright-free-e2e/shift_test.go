package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

// moved is what the page has moved by itself since it was loaded, or since it was asked last, as Layout Instability
// tells. What a reply that arrives moves below itself is none of it.
const moved = `new Promise((done) => {
  globalThis.shifts ??= [];
  const note = (l) => l.getEntries().forEach((e) => shifts.push([e.startTime, e.hadRecentInput, e.sources.filter((s) => !(s.node?.parentElement ?? s.node)?.closest("article:last-of-type"))]));
  globalThis.shifting ??= (() => { const o = new PerformanceObserver(note); o.observe({ type: "layout-shift", buffered: true }); return o; })();
  setTimeout(() => {
    note({ getEntries: () => shifting.takeRecords() });
    done(shifts.splice(0).filter(([at, input, s]) => s.length && (!input || globalThis.aims)).map(([at, input, s]) => Math.round(at) + " ms: " + s.map((s) =>
      (s.node?.outerHTML ?? s.node?.textContent ?? "?").slice(0, 160) + " from " + JSON.stringify(s.previousRect) + " to " + JSON.stringify(s.currentRect)).join("; ")));
  }, 100);
})`

// stands holds that nothing has moved by itself.
func (p *tab) stands(what string) {
	p.Helper()
	p.settle()
	list, err := eval[[]string](p, moved)
	p.must(err)
	for _, m := range list {
		p.Errorf("%s: got a shift of the layout at %s", what, m)
	}
}

// starts are looks and addresses of which each stands for what comes late in its own way: a list that is worked out, a
// grid, an editor that is fetched, a page that scrolls as a whole.
var starts = []struct {
	look
	address string
}{
	{looks[0], "#matrix"},
	{looks[1], "#matrix"},
	{looks[1], "#matrix/agents"},
	{looks[3], "#skill/workspace/skills/release_notes"},
	{looks[7], "#file/workspace/skills/release_notes/SKILL.md"},
}

// UI.md: nothing moves after the first paint, cold or with a session, skills, findings and documents of before.
func TestNothingMovesAtTheStart(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.stands("a first start")
	p.bring(shelf)
	p.tell("/reload_skills")
	p.settle()
	list := starts
	if *everyState {
		for _, l := range looks {
			for _, at := range []string{"#policy", "#profile", "#persona", "#trace", "#start", "#compare/v1..now", "#snapshot", "#conversation/s1", "#matrix", "#matrix/agents"} {
				list = append(list, struct {
					look
					address string
				}{l, at})
			}
		}
	}
	for _, s := range list {
		p.looksLike(s.look)
		p.runs(`location.hash = "` + s.address + `"; 0`)
		p.at(s.address)
		p.reload()
		p.stands(fmt.Sprintf("a start at %s, %s", s.address, s.look))
	}
}

// boxes remembers where everything stands that can be pressed or typed into; shifted says what has another place or
// size now. What has gone, or came, is no one's aim; what a reply is made of grows.
const (
	boxes = `(() => {
  window.aims = [...document.querySelectorAll("button, a[href], input, select, textarea, summary, [role=option], [role=tab], [role=treeitem], [role=gridcell]")]
    .filter((e) => e.checkVisibility() && !e.closest("article")).map((e) => [e, JSON.stringify(e.getBoundingClientRect())]);
  return aims.length;
})()`
	shifted = `window.aims.filter(([e, was]) => e.isConnected && e.checkVisibility() && JSON.stringify(e.getBoundingClientRect()) !== was)
  .map(([e, was]) => e.outerHTML.slice(0, 200) + " stood at " + was + ", and stands at " + JSON.stringify(e.getBoundingClientRect()))`
)

// aims holds that a message that comes moves nothing that a person may be about to press, and changes the size of none.
func (d *person) aims(message string, come, seen func()) {
	d.Helper()
	d.settle()
	_, err := eval[[]string](d.tab, moved) // what the person did to come here
	d.must(err)
	n, err := eval[int](d.tab, boxes)
	if d.must(err); n < 8 {
		d.Fatalf("%s: got %d things to press, want 8 or more", message, n)
	}
	come()
	seen()
	d.stands(message)
	list, err := eval[[]string](d.tab, shifted)
	d.must(err)
	for _, m := range list {
		d.Errorf("%s: %s", message, m)
	}
	d.runs(`delete window.aims`)
}

// push presses a button without a pointer or a key, as if it were pressed long ago.
func (d *person) push(name string) {
	d.Helper()
	_, err := on[chromedp.Void](d.tab, d.the("button", name), `function () { this.click() }`)
	d.must(err)
}

// TestMessagesMoveNothing lets each kind of message come while a person moves to a target.
func TestMessagesMoveNothing(t *testing.T) {
	t.Parallel()
	d, up := speak(t, model.OpenAI)
	d.wide()
	d.must(d.Put("/workspace/skills/mine/SKILL.md", []byte("---\nsummary: Mine.\n---\nDo.\n")))
	d.must(d.Put("/workspace/skills/bad/SKILL.md", []byte("---\nsummary: [\n---\nDo.\n")))
	d.tell("/reload_skills")
	other := d.another(t)
	_, err := eval[[]string](d.tab, moved) // what the person did until now
	d.must(err)
	list := looks[:2]
	if *everyState {
		list = append(list[:2:2], looks[7])
	}
	for i, l := range list {
		at := func(what string) string { return what + ", " + l.String() }
		d.front()
		d.looksLike(l)
		d.runs(`globalThis.shifts?.splice(0)`)
		d.runs(`location.hash = "#policy"; 0`)
		d.see("Why is it allowed or not")
		d.settle()
		nonsense := fmt.Sprintf("nonsense-%d-of-many-words-that-is-longer-than-the-place-of-a-notice-ever-will-be", i)
		d.aims(at("a notice of what failed"), func() { d.runs(`location.hash = "#` + nonsense + `"; 0`) }, func() { d.see(nonsense) })
		d.aims(at("that notice, whole"), func() { d.push("Show all of the notice") }, func() { d.wait("button", "Fold the notice") })
		d.aims(at("a notice goes"), func() { d.push("Dismiss…") }, func() { d.gone("button", "Dismiss…") })
		d.fill("Policy as YAML", fmt.Sprintf("deny: [grep] # %d", i))
		d.save()
		d.gone("tab", "Policy unsaved")
		d.dismiss()
		d.click("textbox", "Policy as YAML")
		d.aims(at("a text that is not saved"), func() { d.press("Mod+End", "#") }, func() { d.wait("tab", "Policy unsaved") })
		d.aims(at("saving"), func() { d.save() }, func() { d.gone("tab", "Policy unsaved"); d.wait("button", "Dismiss…") })
		d.aims(at("another tab's edit, and a snapshot that falls behind"), func() {
			other.front()
			other.must(other.Put(fmt.Sprintf("/workspace/skills/more%d/SKILL.md", i), []byte("---\nsummary: More.\n---\nDo.\n")))
			d.front()
		}, func() { d.wait("button", "Review"); d.notSee("is being worked out") })
		d.dismiss()

		held, asked := make(chan struct{}), make(chan struct{})
		calls := shells("rm a")
		up.Then(upstream.Text("I wait ", "for you.").After(1, held), calls[0].After(0, asked), calls[1])
		d.begin("Wait.")
		d.see("I wait")
		d.aims(at("a reply that ends"), func() { close(held) }, func() { d.gone("tab", "… working") })
		d.begin("Remove it.")
		d.runs(`location.hash = "#profile"; 0`)
		d.see("Can run in the page:")
		d.aims(at("an approval"), func() { close(asked) }, func() { d.wait("button", "Go to the approval…") })
		d.press("Alt+4")
		d.wait("region", "Approval needed")
		d.aims(at("an answer"), func() { d.push("Deny") }, func() { d.gone("region", "Approval needed"); d.gone("tab", "… working") })
		d.drop(d.folder(map[string]string{fmt.Sprintf("brought%d/SKILL.md", i): "---\nsummary: Brought.\n---\nDo.\n"}))
		d.previewed()
		d.push("Import 1 of 1")
		d.aims(at("an import that is done"), func() {}, func() { d.see("Imported ") })
		d.tell("/reload_skills")
	}
}
