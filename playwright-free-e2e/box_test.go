package e2e

import (
	"strings"
	"testing"
)

// inBox waits until the message box has the focus and holds a text.
func (p *tab) inBox(want string) {
	p.Helper()
	p.until("the box holds "+want, func() (bool, error) { return p.text("textbox", "Message") == want, nil })
	if role, name := p.focused(); role != "textbox" || name != "Message" {
		p.Errorf("got focus on %s %q, want textbox Message", role, name)
	}
}

// active waits until the box points at an option, which is the one selected, and
// whose text begins so; it gives the whole text.
func (p *tab) active(want string) (text string) {
	p.Helper()
	p.until("the active option is "+want, func() (ok bool, err error) {
		text, err = on[string](p, p.the("textbox", "Message"), `function () {
			const o = document.getElementById(this.getAttribute("aria-activedescendant"));
			const all = [...document.querySelectorAll("#slash-menu [aria-selected=true]")];
			return o && o.offsetParent && all.length === 1 && all[0] === o ? o.innerText.split(/\s+/).join(" ") : "";
		}`)
		return text != "" && strings.HasPrefix(text, want), err
	})
	return text
}

const menu = "Commands and skills"

// A skill that does not count stays in the menu with its reason, and cannot be
// taken, by key or by mouse.
func TestTheSlashMenuSaysWhyNot(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.withoutGit()
	p.typeInto("Message", "/skill git")
	option := p.active("git_helper ")
	if want := "The profile does not declare the program git."; !strings.Contains(option, want) {
		t.Errorf("got %q, want %q in it", option, want)
	}
	if got := p.attr("option", "git_helper …", "aria-disabled"); got != "true" {
		t.Errorf("got aria-disabled %q, want true", got)
	}
	for _, key := range []string{"Enter", "Tab"} {
		p.press(key)
		p.inBox("/skill git")
		p.wait("listbox", menu)
	}
	p.until("the reason told", func() (bool, error) {
		return eval[bool](p, `[...document.querySelectorAll("[role=status]")].some((s) => s.textContent.includes("does not declare the program git"))`)
	})
	p.press("_", "h", "e", "l", "p", "e", "r", "Enter")
	p.wait("article", "Turn: /skill git_helper")
	p.see("skill_excluded")
	if n := p.count("article", ""); n != 2 {
		t.Errorf("got %d turns, want that of the reload and this one", n)
	}
}

// What was sent comes back with ArrowUp, the last line first.
func TestTheBoxRecalls(t *testing.T) {
	t.Parallel()
	d := someone(open(t))
	d.sends(exchange{"/skills", "", "available"}, exchange{"/help git_helper", "", "git"})
	d.inBox("")
	for _, step := range [][2]string{
		{"ArrowUp", "/help git_helper"},
		{"ArrowUp", "/skills"},
		{"ArrowUp", "/skills"},
		{"ArrowDown", "/help git_helper"},
		{"ArrowDown", ""},
		{"ArrowUp", "/help git_helper"},
	} {
		d.press(step[0])
		d.inBox(step[1])
	}
	d.press("Enter")
	d.until("three turns", func() (bool, error) { return d.turns() == 3, nil })
}

// Enter ends a word of an input method, and sends nothing then.
func TestEnterOfAnInputMethodDoesNotSend(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.fill("Message", "にほん")
	for _, enter := range []string{"{ isComposing: true, keyCode: 13 }", "{ isComposing: false, keyCode: 229 }"} {
		kept, err := eval[bool](p, `document.activeElement.dispatchEvent(
			new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...`+enter+` }))`)
		p.must(err)
		if !kept {
			t.Errorf("%s: got the key taken from the input method", enter)
		}
	}
	p.press("Shift+Enter")
	p.fill("Message", "日本\n語")
	p.inBox("日本\n語")
	p.press("Enter")
	p.wait("article", "Turn: 日本 語")
	p.inBox("")
	p.press("Enter")
	p.wait("button", "Send")
	if n := p.count("article", ""); n != 1 {
		t.Errorf("got %d turns, want 1", n)
	}
}
