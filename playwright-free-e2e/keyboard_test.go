package e2e

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// write types into whatever has the focus.
func (p *tab) write(text string) {
	p.Helper()
	call(p, input.InsertText, input.InsertTextParams{Text: text})
}

// onFocus waits until a thing of a role and a name has the focus.
func (p *tab) onFocus(role, name string) {
	p.Helper()
	var gotRole, gotName string
	p.until(fmt.Sprintf("focus on %s %q", role, name), func() (bool, error) {
		gotRole, gotName = p.focused()
		if gotRole != role || !named(gotName, name) {
			return false, fmt.Errorf("it is on %s %q", gotRole, gotName)
		}
		return true, nil
	})
}

// onward goes to the next stop by Tab. An editor of files takes that key for itself, and lets one
// out who presses Escape before it (UI.md, File).
func (p *tab) onward() {
	p.Helper()
	if writes, err := eval[bool](p, `document.activeElement.isContentEditable`); err != nil || writes {
		p.must(err)
		p.press("Escape")
	}
	p.press("Tab")
}

// tabTo presses Tab until a thing of a role and a name has the focus.
func (p *tab) tabTo(role, name string) {
	p.Helper()
	for range 300 {
		if r, n := p.focused(); r == role && named(n, name) {
			return
		}
		p.onward()
	}
	p.Fatalf("got no %s %q by Tab", role, name)
}

// reached notes what has the focus: whether it is seen that it has, and whether
// it is seen at all. It gives what is wrong, or "end" after the last.
const reached = `(async () => {
  await Promise.allSettled(document.getAnimations().map((a) => a.finished));
  const e = document.activeElement;
  window.reached ??= new Set();
  if (e === document.body || window.reached.has(e)) return "end";
  window.reached.add(e);
  const style = getComputedStyle(e.isContentEditable ? e.closest(".code-editor") : e), label = e.outerHTML.slice(0, 100);
  if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) return "no visible focus on " + label;
  const box = e.getBoundingClientRect();
  const x = Math.min(Math.max(box.x + Math.min(box.width / 2, 20), 0), innerWidth - 1);
  const seen = [0.5, 0.1, 0.9].some((f) => {
    const top = document.elementFromPoint(x, box.y + box.height * f);
    return top && (e.contains(top) || top.contains(e));
  });
  return seen ? "" : "the focus is hidden on " + label;
})()`

// missed lists what can have the focus, is shown, and was not reached.
const missed = `[...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
  .filter((e) => e.tabIndex >= 0 && !e.disabled && e.checkVisibility({ visibilityProperty: true }) && !window.reached.has(e))
  .filter((e) => !(e.type === "radio" && [...window.reached].some((r) => r.name === e.name)))
  .map((e) => e.outerHTML.slice(0, 120))`

// walk presses Tab from the page's beginning to its end, and must reach everything
// that is there when the page is at rest again.
func (p *tab) walk(state string) {
	p.Helper()
	p.settle()
	_, err := eval[chromedp.Void](p, `window.reached = new Set(); document.activeElement.blur(); getSelection().removeAllRanges();
		document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute("tabindex")`)
	p.must(err)
	n := 0
	for wrong := ""; wrong != "end" && n < 500; n++ {
		if wrong != "" {
			p.Errorf("%s: %s", state, wrong)
		}
		p.onward()
		wrong, err = eval[string](p, reached)
		p.must(err)
	}
	p.settle()
	left, err := eval[[]string](p, missed)
	p.must(err)
	if len(left) > 0 || n < 10 {
		p.Errorf("%s: got to %d things by Tab, want also %q", state, n-1, left)
	}
}

// settle waits until the page has shown what the last click changed: the engine
// renders after the event, and a walk over what is about to be replaced would
// miss what comes in its place.
func (p *tab) settle() {
	p.Helper()
	p.until("a page at rest", func() (bool, error) { return eval[bool](p, quietly) })
}

// quietly reports whether nothing in the page changed over three frames.
const quietly = `new Promise((done) => {
  let still = true, frames = 0;
  const seen = new MutationObserver(() => { still = false });
  seen.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  const frame = () => ++frames < 3 ? requestAnimationFrame(frame) : (seen.disconnect(), done(still));
  requestAnimationFrame(frame);
})`

// TestTabReachesEverything: in every pane, wide and narrow, and each shows that
// it has the focus.
func TestTabReachesEverything(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.bring(shelf)
	p.tell("/reload_skills")
	p.tell("/skill nothing")
	p.tell("Hello")
	p.click("option", "release_notes…")
	for _, pane := range []string{"Skill", "Snapshot", "Trace", "Profile", "Policy", "Persona", "Files"} {
		p.pane(pane)
		p.walk(pane)
	}
	p.size(390, 844)
	for _, place := range []string{"Skills", "Conversation"} {
		p.place(place)
		p.walk(place + " at 390 px")
	}
}

// TestShortcuts goes to each place and through each dialog, and back.
func TestShortcuts(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.press("Tab")
	p.onFocus("link", "Skip to the message box")
	p.press("Enter")
	p.onFocus("textbox", "Message")

	p.press("Alt+1")
	p.onFocus("searchbox", "Find a skill")
	p.write("PLAN")
	p.gone("option", "text_tools…")
	p.wait("option", "plan_compiler…")
	p.press("Alt+2")
	p.onFocus("textbox", "Message")
	p.press("Alt+3")
	p.onFocus("tab", "Session s1")
	p.list("Trace")
	p.click("button", "Compare")
	p.click("button", "Snapshot")
	p.press("Alt+3")
	p.onFocus("tab", "Snapshot")
	p.press("ArrowRight")
	p.onFocus("tab", "Session s1")
	p.press("ArrowRight")
	p.onFocus("tab", "Compare")
	p.press("End")
	p.onFocus("tab", "Snapshot")
	p.press("Alt+PageDown")
	p.onFocus("tab", "Session s1")
	p.press("Alt+PageUp", "Alt+w")
	p.onFocus("tab", "Compare")
	p.gone("tab", "Snapshot")
	p.press("Alt+r")
	p.onFocus("tab", "Snapshot")
	p.press("Alt+7")
	p.wait("tablist", "Open documents, second group")
	p.onFocus("tab", "Snapshot")
	p.press("Alt+6")
	p.onFocus("tab", "Compare")
	p.press("Alt+6")
	p.onFocus("tab", "Snapshot")
	p.press("Delete")
	p.gone("tablist", "Open documents, second group")
	p.onFocus("tab", "Compare")
	p.press("Mod+j")
	p.onFocus("region", "Problems") // it says that there are none
	p.press("Mod+j")
	p.gone("region", "Problems")
	p.press("Alt+3")
	p.onFocus("tab", "Compare")

	p.press("Mod+/")
	p.wait("dialog", "Keyboard shortcuts")
	p.see("Close what is open, else stop the request")
	p.press("Escape")
	p.gone("dialog", "Keyboard shortcuts")
	p.onFocus("tab", "Compare")
	p.press("Mod+k")
	p.wait("dialog", "Go to")
	p.onFocus("combobox", "Find a command, skill, document or session")
	p.press("Escape")
	p.gone("dialog", "Go to")
	p.onFocus("tab", "Compare")
	for range 5 { // a key counts as soon as Escape has been pressed
		p.press("Mod+k")
		p.onFocus("combobox", "Find a command, skill, document or session")
		p.press("Escape")
	}
	p.press("Mod+k")
	p.onFocus("combobox", "Find a command, skill, document or session")
	p.write("prof")
	p.gone("option", "/new…")
	p.press("Enter")
	p.onFocus("tab", "Profile")
	p.press("Mod+k")
	p.onFocus("combobox", "Find a command, skill, document or session")
	p.write("/he")
	p.gone("option", "/new…")
	p.press("Enter")
	p.onFocus("textbox", "Message")
	p.until("the drafted command", func() (bool, error) { return p.text("textbox", "Message") == "/help ", nil })
}

// TestKeysOfOtherKeyboards: Option writes another sign, and another alphabet another
// letter; what a layout writes by itself is meant (UI.md, Behaviour).
func TestKeysOfOtherKeyboards(t *testing.T) {
	t.Parallel()
	p := open(t)
	for _, c := range []struct {
		what, key, code string
		held            chromedp.Modifier
		role, name      string
	}{
		{"Option+1 on a Mac", "¡", "Digit1", chromedp.ModifierAlt, "searchbox", "Find a skill"},
		{"Option+2 on a German Mac", "“", "Digit2", chromedp.ModifierAlt, "textbox", "Message"},
		{"Alt+3 on a French keyboard", "\"", "Digit3", chromedp.ModifierAlt, "tab", "Session s1"},
		{"Ctrl+K in Cyrillic", "л", "KeyK", chromedp.ModifierCtrl, "combobox", "Find a command, skill, document or session"},
		{"Ctrl+K with Caps Lock", "K", "KeyK", chromedp.ModifierCtrl, "combobox", "Find a command, skill, document or session"},
		{"Ctrl+T of Dvorak, where K is elsewhere", "t", "KeyK", chromedp.ModifierCtrl, "tab", "Session s1"},
	} {
		t.Log(c.what)
		for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeRawKeyDown, input.DispatchKeyEventTypeKeyUp} {
			e := input.DispatchKeyEventParams{Type: kind, Key: c.key, Code: c.code}
			chromedp.KeyModifiers(c.held)(&e)
			call(p, input.DispatchKeyEvent, e)
		}
		p.onFocus(c.role, c.name)
		if c.role == "combobox" {
			p.press("Escape")
			p.onFocus("tab", "Session s1")
		}
	}
	p.settle()
	if p.count("dialog", "Go to") > 0 {
		t.Error("got the palette, want nothing of a key that writes another letter here")
	}
}

// TestSplittersMoveByArrows changes the width of the list, and of the first of two groups.
func TestSplittersMoveByArrows(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.pane("Policy")
	for name, side := range map[string]struct{ pane, wider, narrower string }{
		"Width of the list": {"list", "ArrowRight", "ArrowLeft"}, "Width of the first group of documents": {"group-0", "ArrowRight", "ArrowLeft"},
	} {
		width := func() int {
			w, err := eval[int](p, `document.getElementById("`+side.pane+`").offsetWidth`)
			p.must(err)
			return w
		}
		p.tabTo("separator", name)
		before := width()
		if got := p.attr("", name, "aria-valuenow"); got != strconv.Itoa(before) {
			t.Errorf("%s: got aria-valuenow %s, want the pane's %d", name, got, before)
		}
		p.press(side.wider, side.wider)
		p.until("a wider pane", func() (bool, error) { return width() == before+32, nil })
		p.press(side.narrower)
		p.until("a narrower pane", func() (bool, error) { return width() == before+16, nil })
		if got := p.attr("", name, "aria-valuenow"); got != strconv.Itoa(before+16) {
			t.Errorf("%s: got aria-valuenow %s, want %d", name, got, before+16)
		}
	}
}

// TestTheSlashMenu keeps the focus in the message box.
func TestTheSlashMenu(t *testing.T) {
	t.Parallel()
	p := open(t)
	holds := func(want string) {
		t.Helper()
		p.until("the message "+want, func() (bool, error) { return p.text("textbox", "Message") == want, nil })
	}
	active := func(want string) {
		t.Helper()
		p.until("the active option "+want, func() (bool, error) {
			got, err := eval[string](p, `document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))?.innerText ?? ""`)
			return strings.HasPrefix(got, want), err
		})
	}
	p.press("Alt+2")
	p.onFocus("textbox", "Message")
	p.write("/")
	p.wait("listbox", "Commands and skills")
	active("/skills")
	p.press("ArrowUp", "ArrowDown", "ArrowDown")
	active("/skill <name>")
	p.press("Escape")
	p.gone("listbox", "Commands and skills")
	holds("/")
	p.write("he")
	active("/help <skill>")
	p.press("Tab")
	holds("/help ")
	p.onFocus("textbox", "Message")
	p.write("pl")
	active("plan_compiler")
	p.press("Enter")
	holds("/help plan_compiler")
	p.press("Enter")
	holds("")
	p.see("Turn the conversation into a plan")
	p.wait("article", "Turn: /help plan_compiler")

	p.withoutGit()
	p.press("Alt+2")
	p.onFocus("textbox", "Message")
	p.write("/skill git")
	p.wait("option", "git_helper…")
	const why = "git_helper…The profile does not declare the program git.…"
	if p.attr("option", why, "aria-disabled") != "true" {
		t.Error("got git_helper enabled in the menu, want it disabled")
	}
	p.press("Tab")
	holds("/skill git")
	p.press("Escape", "Mod+a", "Delete")
	holds("")
	p.press("ArrowUp", "ArrowUp")
	holds("/help plan_compiler")
	p.press("ArrowDown", "ArrowDown")
	holds("")
	p.write("One")
	p.press("Shift+Enter")
	p.write("two")
	holds("One\ntwo")
	p.press("Enter")
	p.wait("article", "Turn: One two")
}

// TestADraftStaysWhileOneReadsAbove scrolls away from the latest turn and back.
func TestADraftStaysWhileOneReadsAbove(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.tell("Hello")
	p.press("Alt+2")
	p.onFocus("textbox", "Message")
	p.write("Half a thought")
	_, err := on[chromedp.Void](p, p.the("group", "Turns"), `function () { this.scrollTop = 0 }`)
	p.must(err)
	p.wait("button", "Jump to latest")
	p.onFocus("textbox", "Message")
	if got := p.text("textbox", "Message"); got != "Half a thought" {
		t.Errorf("got %q in the message box, want what was typed", got)
	}
	p.click("button", "Jump to latest")
	p.gone("button", "Jump to latest")
	if got := p.text("textbox", "Message"); got != "Half a thought" {
		t.Errorf("got %q in the message box, want what was typed", got)
	}
}

// Who reads the end of the conversation still does when the box grows, or the problems take room; who reads above stays there.
func TestTheFootStaysInSight(t *testing.T) {
	t.Parallel()
	p := open(t)
	for range 4 {
		p.tell("/help plan_compiler")
	}
	at := func() (top, below int) {
		list, err := eval[[]int](p, `(() => { const t = document.getElementById("turns"); return [t.scrollTop, t.scrollHeight - t.scrollTop - t.clientHeight].map(Math.round); })()`)
		p.must(err)
		return list[0], list[1]
	}
	inSight := func(what string) {
		p.until("the foot in sight with "+what, func() (bool, error) { _, below := at(); return below <= 2, nil })
	}
	inSight("an answer")
	p.press("Mod+j")
	p.wait("region", "Problems")
	inSight("the problems")
	p.press("Alt+2")
	p.onFocus("textbox", "Message")
	p.press("a", "Shift+Enter", "b", "Shift+Enter", "c", "Shift+Enter", "d", "Shift+Enter", "e")
	inSight("a long message")
	p.press("Mod+j")
	p.gone("region", "Problems")
	inSight("no problems")
	_, err := on[chromedp.Void](p, p.the("group", "Turns"), `function () { this.scrollTop = 300 }`)
	p.must(err)
	p.wait("button", "Jump to latest")
	p.press("Mod+j")
	p.wait("region", "Problems")
	p.settle()
	if top, _ := at(); top != 300 {
		t.Errorf("got the turns at %d px, want them where one reads, at 300", top)
	}
}

// TestTheFocusStaysAtTheFoot: Tab past a list scrolls it to its foot, where the button
// that goes there is of no more use; it must not take the focus along.
func TestTheFocusStaysAtTheFoot(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.size(1600, 600)
	for _, line := range []string{"/skills", "One", "Two", "Three"} {
		p.tell(line)
	}
	p.pane("Trace")
	for _, c := range []struct{ role, list, button string }{
		{"group", "Turns", "Jump to latest"}, {"tree", "Turns, requests and calls, newest last", "Newest event"},
	} {
		scroll := func(to string) {
			t.Helper()
			_, err := on[chromedp.Void](p, p.the(c.role, c.list), `function () { this.scrollTop = `+to+` }`)
			p.must(err)
		}
		scroll("0")
		_, err := on[chromedp.Void](p, p.the("button", c.button), `function () { this.focus() }`)
		p.must(err)
		scroll("this.scrollHeight")
		p.until(c.button+" of no more use", func() (bool, error) {
			return slices.Contains(strings.Fields(p.attr("button", c.button, "class")), "idle"), nil
		})
		p.onFocus("button", c.button)
		p.press("Enter")
		p.onFocus(c.role, c.list)
		p.gone("button", c.button)
	}
}

// TestTheMainJobByKeyboardAlone imports, reads a finding, fixes it and reloads.
func TestTheMainJobByKeyboardAlone(t *testing.T) {
	t.Parallel()
	p := open(t)
	say := func(line string) {
		t.Helper()
		p.press("Alt+2")
		p.onFocus("textbox", "Message")
		p.write(line)
		p.press("Escape", "Enter")
		p.wait("article", "Turn: "+line)
		p.wait("button", "Send")
	}
	p.tabTo("button", "Menu")
	p.press("Enter")
	p.onFocus("menuitem", "Import a folder")
	call(p, page.SetInterceptFileChooserDialog, page.SetInterceptFileChooserDialogParams{Enabled: true})
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	chosen, err := chromedp.Run(ctx, chromedp.WaitEvent(page.FileChooserOpened, nil, chromedp.KeyEvent(kb.Enter)))
	p.must(err)
	call(p, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: p.absolute([]string{shelf}), BackendNodeID: chosen.BackendNodeID})
	p.previewed()
	p.tabTo("radio", "Workspace /workspace/skills")
	p.press("ArrowDown")
	p.onFocus("radio", "User /user/skills")
	p.press("ArrowUp")
	p.onFocus("radio", "Workspace /workspace/skills")
	p.tabTo("button", accept)
	p.press("Enter")
	p.see("Imported 5 skills into /workspace/skills.")
	p.onFocus("group", "Turns")
	say("/reload_skills")
	p.inGroup("Malformed", "release_notes", true)
	p.press("Alt+1")
	p.onFocus("searchbox", "Find a skill")
	p.press("ArrowDown")
	p.onFocus("listbox", "Skills")
	p.press("r", "e", "l", "Enter")
	p.see("Why it does not count")
	p.tabTo("button", "Apply fix")
	p.press("Enter")
	p.see("Fixed /workspace/skills/release_notes/SKILL.md.")
	say("/reload_skills")
	p.inGroup("Available", "release_notes", true)
	say("/skill release_notes version 2")
	p.see("Group the changes by what a reader has to do.")

	p.press("Mod+k")
	p.onFocus("combobox", "Find a command, skill, document or session")
	p.write("files")
	p.press("Enter")
	p.onFocus("tab", "Files")
	p.tabTo("textbox", "Path of a new file")
	p.write("workspace/skills/mine/SKILL.md")
	p.press("Enter")
	p.tabTo("textbox", "Text of /workspace/skills/mine/SKILL.md")
	p.write("Mine.\n")
	p.tabTo("button", "Save …")
	p.press("Enter")
	p.see("6 bytes") // making the file was said to be saved, too
	p.tabTo("button", "Undo")
	p.press("Space")
	p.see("Undone.")
}

// A button that takes itself away leaves the focus in the conversation.
func TestTheFocusIsNotLost(t *testing.T) {
	t.Parallel()
	d := open(t)
	d.size(1600, 900)
	d.pane("Files")
	for _, name := range []string{"Undo", "Dismiss"} {
		d.create("/workspace/skills/mine/SKILL.md", asItWas)
		d.tabTo("button", name)
		d.press("Enter")
		d.gone("button", name)
		d.onFocus("group", "Turns")
	}
	d.tabTo("button", "Reload")
	d.press("Enter")
	d.gone("button", "Reload")
	d.onFocus("group", "Turns")
}

// What is typed right after a key that goes to a box stands in that box, from its first letter on.
func TestNoLetterIsLostAfterAShortcut(t *testing.T) {
	t.Parallel()
	d := someone(wide(t))
	strikes := func(text string) {
		for _, letter := range text {
			d.strike(string(letter), nil)
		}
	}
	for range 5 {
		d.press("Alt+1")
		strikes("plan")
		d.press("Alt+2")
		strikes("hello")
		d.holds("Message", "hello")
		if got := d.text("searchbox", "Find a skill"); got != "plan" {
			t.Errorf("got the search %q, want plan", got)
		}
		d.fill("Message", "")
		d.fill("Find a skill", "")
	}
}
