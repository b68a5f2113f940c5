package e2e

import (
	"fmt"
	"strconv"
	"strings"
)

// rails are the lists that lead to the documents that there is one of.
var rails = map[string]string{
	"Snapshot": "Trace", "Profile": "Rules", "Policy": "Rules", "Persona": "Rules",
}

// list shows a list beside the documents.
func (p *tab) list(name string) {
	p.Helper()
	if p.attr("tab", name, "aria-selected") != "true" {
		p.click("tab", name)
		p.until("the list "+name, func() (bool, error) { return p.attr("tab", name, "aria-selected") == "true", nil })
	}
}

// pane shows a list, or a document beside the conversation. Skill is the skill that is open.
func (p *tab) pane(name string) {
	p.Helper()
	rail, document := rails[name]
	switch {
	case name == "Skill":
		p.click("tab", p.skillTab())
	case name == "Trace":
		p.trace(false)
	case !document:
		p.list(name)
	case p.there("tab", name+"…"):
		if p.attr("tab", name+"…", "aria-selected") != "true" {
			p.click("tab", name+"…")
		}
	default:
		p.list(rail)
		p.click("button", name)
		p.wait("tab", name)
		p.asideOf()
		p.list("Skills")
	}
	if document {
		p.until("the document "+name, func() (bool, error) { return p.attr("tab", name+"…", "aria-selected") == "true", nil })
	}
}

// trace shows the trace beside the conversation, as a tree or raw. The rail has a tab of the same name.
func (p *tab) trace(raw bool) {
	p.Helper()
	p.until("the trace", func() (bool, error) {
		is, err := eval[string](p, `(() => {
			const tab = document.getElementById("tab-trace");
			if (tab?.ariaSelected !== "true") return tab ? (tab.click(), "") : "closed";
			const raw = [...document.querySelectorAll(".trace button")].find((b) => b.innerText === "Raw log");
			return !raw ? "" : String(raw.ariaPressed === "true");
		})()`)
		switch is {
		case "closed":
			p.list("Trace")
			p.click("button", "Trace")
			p.until("the trace in front", func() (bool, error) { // before what is beside it can be told
				return eval[bool](p, `!!document.querySelector("#tab-trace[aria-selected=true]") && !!document.querySelector(".trace")`)
			})
			p.asideOf()
			p.list("Skills")
		case strconv.FormatBool(!raw):
			p.click("button", "Raw log…")
			p.until("the trace otherwise", func() (bool, error) { // or it would be pressed twice
				return p.attr("button", "Raw log…", "aria-pressed") == strconv.FormatBool(raw), nil
			})
		}
		return is == strconv.FormatBool(raw), err
	})
}

// asideOf puts the document in front beside the conversation, where that is behind it.
func (p *tab) asideOf() {
	p.Helper()
	if alone, err := eval[bool](p, `!!document.querySelector(".groups [id^='tab-conversation/'], .groups [id^='tab-recording/']") && !document.getElementById("composer") && document.querySelectorAll(".groups > section").length === 1`); err != nil || alone {
		p.must(err)
		p.press("Alt+7", "Alt+2")
		p.until("the conversation", func() (bool, error) { // of which nothing has the focus while it shows the past
			return eval[bool](p, `(document.getElementById("composer")?.disabled || document.activeElement?.id === "composer") ?? false`)
		})
		p.press("Alt+6")
		p.until("the document beside it", func() (bool, error) {
			return eval[bool](p, `!!document.querySelector(".used:not(:has(#composer))")`)
		})
	}
}

// boxed brings the conversation to the front.
func (p *tab) boxed() {
	p.Helper()
	if there, err := eval[bool](p, `!!document.getElementById("composer")?.checkVisibility()`); err != nil || !there {
		p.must(err)
		p.press("Alt+2")
		p.wait("textbox", "Message")
	}
}

// skillTab is the name of the tab of the skill that is open.
func (p *tab) skillTab() (name string) {
	p.Helper()
	p.until("the tab of a skill", func() (_ bool, err error) {
		name, err = eval[string](p, `(document.querySelector("[id^='tab-skill/'][aria-selected=true]") ?? document.querySelector("[id^='tab-skill/']"))?.querySelector("bdi").textContent ?? ""`)
		return name != "", err
	})
	return name
}

// place shows a list or the documents on a narrow page.
func (p *tab) place(name string) {
	p.Helper()
	switch name {
	case "Conversation":
		p.press("Alt+2")
	case "Documents":
		p.press("Alt+3")
	default:
		if p.attr("tab", name, "aria-selected") != "true" || !p.there("tabpanel", name) {
			p.click("tab", name)
		}
	}
}

// menu does something by the menu.
func (p *tab) menu(item string) {
	p.Helper()
	p.click("button", "Menu")
	p.click("menuitem", item)
}

// chooses chooses files by an entry of the menu.
func (p *tab) chooses(item string, paths ...string) {
	p.Helper()
	p.click("button", "Menu")
	p.setFilesBy("menuitem", item, paths...)
}

// address is the page's address behind its #.
func (p *tab) address() string {
	p.Helper()
	at, err := eval[string](p, "location.hash")
	p.must(err)
	return at
}

// at waits until the page is at an address.
func (p *tab) at(address string) {
	p.Helper()
	p.until("the address "+address, func() (bool, error) { return p.address() == address, nil })
}

// opened waits until the document of an address is the one that is used. The address changes before the page does: until
// then what is seen and clicked is of the document that was there before.
func (p *tab) opened(address string) {
	p.Helper()
	tab := `document.querySelector(".used > .tabs > [role=tab][aria-selected=true]")?.id`
	p.until("the document of "+address, func() (bool, error) {
		return eval[bool](p, `location.hash === `+quote(address)+` && `+tab+` === `+quote("tab-"+strings.TrimPrefix(address, "#")))
	})
}

// fronts are the tabs in front, of each group.
func (p *tab) fronts() string {
	p.Helper()
	said, err := eval[[]string](p, `[...document.querySelectorAll(".groups [role=tab][aria-selected=true] bdi")].map((b) => b.textContent)`)
	p.must(err)
	return strings.Join(said, " | ")
}

// inFront waits until those are in front.
func (p *tab) inFront(want string) {
	p.Helper()
	p.until(fmt.Sprintf("%q in front", want), func() (bool, error) { return p.fronts() == want, nil })
}

// saveButton is that of the document which is used: the one beside it may have one, too.
const saveButton = `[...document.querySelectorAll(".used button")].find((b) => b.innerText === "Save")`

// save saves the document that is used.
func (p *tab) save() {
	p.Helper()
	p.until("a text to save", func() (bool, error) {
		return eval[bool](p, `(() => { const b = `+saveButton+`; if (!b || b.disabled) return false; b.click(); return true; })()`)
	})
}

// revert takes back what was typed in the document that is used.
func (p *tab) revert() {
	p.Helper()
	p.runs(`[...document.querySelectorAll(".used button")].find((b) => b.innerText === "Revert").click()`)
}
