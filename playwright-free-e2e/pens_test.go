package e2e

import (
	"os"
	"path/filepath"
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
	p.press("Mod+End")
	compose := func(text string) {
		call(p.tab, input.ImeSetComposition, input.ImeSetCompositionParams{Text: text, SelectionStart: int64(len([]rune(text))), SelectionEnd: int64(len([]rune(text)))})
	}
	for _, text := range []string{"n", "に", "にほ", "にほん", "日本"} {
		compose(text)
		p.settle() // the engine judges what was typed until now
	}
	p.write("日本")
	p.holds(label, noteText+"日本")
	p.see("Unsaved; it is still here after a reload.")
	compose("ご")
	compose("")
	p.holds(label, noteText+"日本")
	p.press("Mod+z")
	p.holds(label, noteText)
	p.press("Mod+Shift+z")
	p.holds(label, noteText+"日本")
	p.press("Mod+s")
	p.see("Saved " + noteSkill + ".")
	p.see("1 error.")
}

// touches taps the middle of a thing with a finger.
func (p *tab) touches(role, name string) {
	p.Helper()
	at, err := on[[]float64](p, p.the(role, name), `function () {
		this.scrollIntoView({ block: "center" });
		const { x, y, width, height } = this.getBoundingClientRect();
		return [x + width / 2, y + Math.min(height / 2, 60)];
	}`)
	p.must(err)
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

// The editor in another browser: what is typed is judged, undone, mended by a key, and saved.
func TestTheEditorInFirefox(t *testing.T) {
	t.Parallel()
	const ctrl, up, f8 = "\uE009", "\uE000", "\uE038"
	f := inFirefox(t, serve(t, nil))
	path := filepath.Join(t.TempDir(), "notes.zip")
	f.must(os.WriteFile(path, zipOf(t, map[string]string{"notes/SKILL.md": noteText}), 0o600))
	f.setFiles("import-files", path)
	f.until("the preview", func() bool {
		return js[bool](f, `return document.querySelector(".import button.main:enabled") !== null`)
	})
	f.clickIn(".import button", "button", accept)
	f.see("Imported")
	js[any](f, `location.hash = "#file" + arguments[0]`, noteSkill)
	box := f.the(".cm-content", "textbox", "Text of "+noteSkill)
	keys := func(text string) {
		f.Helper()
		f.do("WebDriver:ElementSendKeys", map[string]string{"id": box, "text": text}, nil)
	}
	holds := func(want string) {
		f.Helper()
		f.until("the text "+want, func() bool {
			return js[string](f, `return [...document.querySelectorAll(".cm-line")].map((l) => l.textContent).join("\n")`) == want
		})
	}
	f.see("1 error.")
	keys(ctrl + "\uE010" + up + "wörd 日本")
	holds(noteText + "wörd 日本")
	f.see("Unsaved; it is still here after a reload.")
	keys(ctrl + "z" + up)
	holds(noteText)
	keys(f8)
	f.see("Error: ")
	keys(ctrl + "." + up)
	f.see("Fixed; counts after a reload.")
	holds(strings.Replace(noteText, "Take notes: of all", `"Take notes: of all"`, 1))
	keys(ctrl + "\uE010" + up + "x" + ctrl + "s" + up)
	f.see("As it is saved.")
	f.see("Nothing was found.")
}
