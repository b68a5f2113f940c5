package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// held makes the browser's word on its own model wait until the page is told to
// let go: the dialog of models asks for it before it asks the server.
const held = `globalThis.LanguageModel = { availability: () => new Promise((go) => { globalThis.letGo = () => go("unavailable") }) }`

// top is where a thing begins, in CSS pixels from the window's edge.
func (p *tab) top(role, name string) float64 {
	p.Helper()
	y, err := on[float64](p, p.the(role, name), `function () { return this.getBoundingClientRect().top }`)
	p.must(err)
	return y
}

// still holds that something moves nothing of what is there already, so that no
// click lands on what came into its place.
func (p *tab) still(what string, happens func(), roleAndName ...[2]string) {
	p.Helper()
	var before []float64
	for _, n := range roleAndName {
		before = append(before, p.top(n[0], n[1]))
	}
	happens()
	for i, n := range roleAndName {
		if got, want := p.top(n[0], n[1]), before[i]; got != want {
			p.Errorf("%s: got %s %q at %g px, want %g as before", what, n[0], n[1], got, want)
		}
	}
}

// What arrives in a dialog, or leaves it, moves nothing that could be clicked already.
func TestDialogsStayStill(t *testing.T) {
	t.Parallel()
	d := someone(wide(t))
	d.runs(held)
	d.models()
	d.see("Asking the server of this page")
	d.still("the models arrive", func() {
		d.runs(`letGo()`)
		d.wait("button", "browser…")
	}, [2]string{"button", "offline…"}, [2]string{"textbox", "Another model, as upstream/model"}, [2]string{"button", "Use"})
	d.press("Escape", "Mod+k")
	const find = "Find a command, skill, document or session"
	d.still("the palette finds less", func() {
		d.fill(find, "storage")
		d.until("only what is looked for", func() (bool, error) { return d.count("option", "") < 4, nil })
	}, [2]string{"combobox", find})

	// The list changes between the press and the release: what came into the place of what was pressed is not chosen.
	d.fill(find, "")
	d.settle()
	at, _ := d.reach("option", "Matrix Document")
	d.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, at.X, at.Y, chromedp.Button("left"), chromedp.ClickCount(1)))
	d.write("s")
	d.gone("option", "Matrix Document")
	d.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, at.X, at.Y, chromedp.Button("left"), chromedp.ClickCount(1)))
	d.settle()
	d.wait("dialog", "Go to")

	// A folder lands over a dialog, too: the whole window shows where, and the review takes the dialog's place.
	d.hover(shelf)
	d.wait("dialog", "Where the drop goes")
	d.see("Drop into User")
	d.leave(shelf)
	d.gone("dialog", "Where the drop goes")
	d.onFocus("combobox", find)
	d.dropInto("user", shelf)
	d.previewed()
	d.gone("dialog", "Go to")
}

// A click on what moves away is made again, and not taken for one that did nothing.
func TestAClickThatMissesIsMadeAgain(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.runs(`{
		const button = document.createElement("button");
		button.textContent = "Mover";
		button.style = "position: fixed; top: 300px; left: 300px; z-index: 9";
		button.onclick = () => { button.textContent = "Caught"; };
		const rects = button.getClientRects.bind(button);
		button.getClientRects = () => {
			const here = rects();
			queueMicrotask(() => { button.style.top = "500px"; });
			return here;
		};
		document.body.append(button);
	}`)
	p.click("button", "Mover")
	p.wait("button", "Caught")
}
