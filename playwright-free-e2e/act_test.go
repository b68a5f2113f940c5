package e2e

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// place scrolls a thing into view and tells where a mouse can reach it: not when
// it is disabled, has no size, or lies under something else.
const place = `function () {
  if (!globalThis.clicked) addEventListener("click", (e) => { clicked.push(...e.composedPath()); }, true);
  globalThis.clicked = [];
  if (this.matches(":disabled, [aria-disabled=true]")) return { Blocked: "it is disabled" };
  this.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const box = (this.isContentEditable ? this.parentElement : this).getClientRects()[0]; // what scrolls a long text
  if (!box || !box.width || !box.height) return { Blocked: "it has no size" };
  const X = box.x + box.width / 2, Y = box.y + box.height / 2;
  const top = document.elementFromPoint(X, Y);
  if (!top) return { Blocked: "it is outside the window" };
  globalThis.aim = top;
  if (this.contains(top) || top.contains(this) || [...(this.labels ?? [])].some((l) => l.contains(top))) return { X, Y, Blocked: "" };
  return { Blocked: "it lies under " + top.outerHTML.slice(0, 120) };
}`

// hit tells whether a thing was clicked, or what names it or lay over it. Where it moved
// away, before the press or after, something else was, or nothing.
const hit = `function () { return [this, aim, ...(this.labels ?? [])].some((at) => clicked.includes(at)); }`

type point struct {
	X, Y    float64
	Blocked string
}

// reach waits until a mouse can reach a thing of a role and a name.
func (p *tab) reach(role, name string) (at point, id runtime.RemoteObjectID) {
	p.Helper()
	p.until(fmt.Sprintf("reach %s %q", role, name), func() (ok bool, err error) {
		id = p.the(role, name)
		if at, err = on[point](p, id, place); err == nil && at.Blocked != "" {
			err = errors.New(at.Blocked)
		}
		return err == nil, err
	})
	return at, id
}

// click presses and releases the left button in the middle of a thing, which it gives; where
// that has moved away meanwhile, again, as a person does.
func (p *tab) click(role, name string) (clicked runtime.RemoteObjectID) {
	p.Helper()
	for range 3 {
		at, id := p.reach(role, name)
		p.do(chromedp.MouseClickXY(at.X, at.Y))
		if on, err := on[bool](p, id, hit); on || err != nil { // the page may have gone with it
			return id
		}
		p.Logf("missed %s %q, which moved", role, name)
	}
	p.Fatalf("missed %s %q three times", role, name)
	return ""
}

// typeInto focuses the text field of a name by a click and types at its end.
func (p *tab) typeInto(name, text string) {
	p.Helper()
	p.field(name, `function () { this.setSelectionRange?.(this.value.length, this.value.length) }`)
	p.do(chromedp.KeyEvent(text))
}

// fill replaces what the text field of a name holds, as a paste would.
func (p *tab) fill(name, text string) {
	p.Helper()
	id := p.field(name, `function () { this.select() }`)
	if pasted, err := on[bool](p, id, paste, text); err != nil || pasted {
		p.must(err)
		return
	}
	call(p, input.InsertText, input.InsertTextParams{Text: text})
}

// paste gives a text to an editor as the clipboard would. A plain field takes it by the protocol.
const paste = `function (text) {
  if (!this.isContentEditable) return false;
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  if (text) this.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  else document.execCommand("delete");
  return true;
}`

// field clicks the first text field of a name, of whichever role such fields have, and
// does something with it. An editor may take a field's place amid that: then it is done with the editor.
func (p *tab) field(name, then string) runtime.RemoteObjectID {
	p.Helper()
	for range 3 {
		id := p.click(p.writable(name), name)
		there, err := on[bool](p, id, "function () { if (!this.hidden) ("+then+").call(this); return !this.hidden }")
		if p.must(err); there {
			return id
		}
		p.Logf("the field %q gave way to an editor", name)
	}
	p.Fatalf("the field %q gave way three times", name)
	return ""
}

// writable waits for a text field of a name, and tells its role.
func (p *tab) writable(name string) (role string) {
	p.Helper()
	p.until(fmt.Sprintf("a field %q", name), func() (bool, error) {
		for _, role = range []string{"textbox", "combobox", "searchbox", "spinbutton"} {
			if id, err := p.glimpse(role, name); id != "" || err != nil {
				return true, err
			}
		}
		return false, nil
	})
	return role
}

// press presses keys one after the other: "ArrowDown", "Shift+Enter", "Mod+k".
func (p *tab) press(keys ...string) {
	p.Helper()
	for _, combination := range keys {
		parts := strings.Split(combination, "+")
		var held []chromedp.Modifier
		for _, name := range parts[:len(parts)-1] {
			held = append(held, modifiers[name])
		}
		key := parts[len(parts)-1]
		if named, ok := special[key]; ok {
			key = named
		}
		p.strike(key, held)
	}
}

// strike presses one key down and lets it go, in one event each: a page that
// prevents the first prevents the character, too, as with a real keyboard.
func (p *tab) strike(key string, held []chromedp.Modifier) {
	p.Helper()
	events := kb.Encode([]rune(key)[0])
	down, up := *events[0], *events[len(events)-1]
	chromedp.KeyModifiers(held...)(&down)
	chromedp.KeyModifiers(held...)(&up)
	if char := *events[1]; char.Type == kb.KeyChar && down.Modifiers&^int64(chromedp.ModifierShift) == 0 {
		down.Text, down.UnmodifiedText = char.Text, char.UnmodifiedText
	}
	call(p, input.DispatchKeyEvent, down)
	call(p, input.DispatchKeyEvent, up)
}

// modifiers and special are the names of UI Events KeyboardEvent key values.
// Mod is Control, as on the systems that the tests run on.
var (
	modifiers = map[string]chromedp.Modifier{
		"Alt": chromedp.ModifierAlt, "Control": chromedp.ModifierCtrl, "Meta": chromedp.ModifierMeta,
		"Mod": chromedp.ModifierCtrl, "Shift": chromedp.ModifierShift,
	}
	special = map[string]string{
		"ArrowDown": kb.ArrowDown, "ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight, "ArrowUp": kb.ArrowUp,
		"Backspace": kb.Backspace, "Delete": kb.Delete, "End": kb.End, "Enter": kb.Enter, "Escape": kb.Escape, "F1": kb.F1, "F8": kb.F8,
		"Home": kb.Home, "PageDown": kb.PageDown, "PageUp": kb.PageUp, "Space": " ", "Tab": kb.Tab,
	}
)

// hover drags files and folders of the disk over the middle of the window.
func (p *tab) hover(paths ...string) {
	p.Helper()
	at := p.middle()
	p.drag(input.DispatchDragEventTypeDragEnter, at, paths)
	p.drag(input.DispatchDragEventTypeDragOver, at, paths)
}

// leave drags them out of the window again. (The protocol's dragCancel sends the
// page no event.)
func (p *tab) leave(paths ...string) {
	p.Helper()
	p.drag(input.DispatchDragEventTypeDragOver, point{X: -10, Y: -10}, paths)
}

// drop drags files and folders of the disk into the window and lets go. A browser tells of a drag all the
// time, also once what shows where it would land lies over the page.
func (p *tab) drop(paths ...string) {
	p.Helper()
	p.hover(paths...)
	p.until("what shows where the drop would land", func() (bool, error) {
		return eval[bool](p, `!document.querySelector(".lily") || !!document.querySelector("dialog.dropzone[open]")`)
	})
	p.drag(input.DispatchDragEventTypeDragOver, p.middle(), paths)
	p.drag(input.DispatchDragEventTypeDrop, p.middle(), paths)
}

func (p *tab) middle() point {
	p.Helper()
	at, err := eval[point](p, "({ X: innerWidth / 2, Y: innerHeight / 2 })")
	p.must(err)
	return at
}

func (p *tab) drag(kind input.DispatchDragEventType, at point, paths []string) {
	p.Helper()
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: p.absolute(paths), DragOperationsMask: 1}
	call(p, input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: at.X, Y: at.Y, Data: data})
}

// setFiles clicks the button of a name, and answers the dialog that it opens with
// files, or with a folder where it asks for one.
func (p *tab) setFiles(name string, paths ...string) {
	p.Helper()
	p.setFilesBy("button", name, paths...)
}

func (p *tab) setFilesBy(role, name string, paths ...string) {
	p.Helper()
	call(p, page.SetInterceptFileChooserDialog, page.SetInterceptFileChooserDialogParams{Enabled: true})
	at, _ := p.reach(role, name)
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	chosen, err := chromedp.Run(ctx, chromedp.WaitEvent(page.FileChooserOpened, nil, chromedp.MouseClickXY(at.X, at.Y)))
	p.must(err)
	call(p, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: p.absolute(paths), BackendNodeID: chosen.BackendNodeID})
}

func (p *tab) absolute(paths []string) (abs []string) {
	p.Helper()
	for _, path := range paths {
		a, err := filepath.Abs(path)
		p.must(err)
		abs = append(abs, a)
	}
	return abs
}
