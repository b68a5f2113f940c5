package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
)

const noteSkill, noteText = "/workspace/skills/notes/SKILL.md", "---\nsummary: Take notes: of all\n---\nTake notes.\n"

// An input method composes in the editor: nothing that is found meanwhile interrupts it, one undo takes back what it
// wrote, and it is saved.
func TestTheEditorComposes(t *testing.T) {
	t.Parallel()
	p := someone(wide(t))
	p.must(p.Put(noteSkill, []byte(noteText)))
	label := "Text of " + noteSkill
	p.writes(label)
	p.see("1 error.")
	p.press("Mod+End", "ArrowUp") // elsewhere than what was typed last, which an undo would take back too
	at := strings.Index(noteText, "Take notes.\n")
	with := noteText[:at] + "日本" + noteText[at:]
	compose := func(text string) {
		call(p.tab, input.ImeSetComposition, input.ImeSetCompositionParams{Text: text, SelectionStart: int64(len([]rune(text))), SelectionEnd: int64(len([]rune(text)))})
	}
	for _, text := range []string{"n", "に", "にほ", "にほん", "日本"} {
		compose(text)
		p.settle() // the engine judges what was typed until now
	}
	p.write("日本")
	p.holds(label, with)
	p.see("Unsaved; it is still here after a reload.")
	compose("ご")
	compose("")
	p.holds(label, with)
	p.press("Mod+z")
	p.holds(label, noteText)
	p.press("Mod+y")
	p.holds(label, with)
	p.press("Mod+s")
	p.see("Saved " + noteSkill + ".")
	p.see("1 error.")
}

// touches taps the middle of a thing with a finger, once it is where it can be seen: a tooltip is made beside the page, and
// gets its place a frame later.
func (p *tab) touches(role, name string) {
	p.Helper()
	var at []float64
	p.until(fmt.Sprintf("%s %q within the window", role, name), func() (_ bool, err error) {
		at, err = on[[]float64](p, p.the(role, name), `function () {
			this.scrollIntoView({ block: "center" });
			const { x, y, width, height } = this.getBoundingClientRect();
			const at = [x + width / 2, y + Math.min(height / 2, 60)];
			return this.contains(document.elementFromPoint(...at)) ? at : [];
		}`)
		return len(at) == 2, err
	})
	call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: "touchStart", TouchPoints: []*input.TouchPoint{{X: at[0], Y: at[1]}}})
	call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: "touchEnd", TouchPoints: []*input.TouchPoint{}})
}

// A finger puts the cursor into the editor, and what is found, fixed and saved there is a button, too.
func TestTheEditorByTouch(t *testing.T) {
	t.Parallel()
	p := someone(wide(t))
	p.must(p.Put(noteSkill, []byte(noteText)))
	label := "Text of " + noteSkill
	p.writes(label)
	p.size(390, 844)
	call(p.tab, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 1})
	p.place("Documents")
	p.see("1 error.")
	p.touches("textbox", label)
	p.onFocus("textbox", label)
	p.touches("button", "Next finding")
	p.see("Error: ")
	p.touches("button", "Apply fix")
	p.see("Fixed; counts after a reload.")
	p.holds(label, strings.Replace(noteText, "Take notes: of all", `"Take notes: of all"`, 1))
	p.touches("textbox", label)
	p.write("x")
	p.see("Unsaved; it is still here after a reload.")
	p.touches("button", "Save "+noteSkill)
	p.gone("tab", "SKILL.md unsaved")
	p.touches("button", "Find "+noteSkill)
	p.onFocus("textbox", "Find")
	p.fits("the search by touch")
}
