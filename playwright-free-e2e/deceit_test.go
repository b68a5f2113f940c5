package e2e

import (
	"testing"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

// unseen lists what a person would read on the page, or have read out, that holds a character that nobody can see. A
// text box holds what it is for.
const unseen = `(() => {
  const bad = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]/u, found = [];
  const walk = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  for (let n = walk.nextNode(); n; n = walk.nextNode()) if (bad.test(n.data)) found.push(n.parentNode.tagName + ": " + JSON.stringify(n.data.slice(0, 200)));
  for (const e of document.querySelectorAll("*")) for (const a of e.attributes) if (a.name !== "value" && bad.test(a.value)) found.push(e.tagName + " " + a.name + ": " + JSON.stringify(a.value.slice(0, 200)));
  if (bad.test(document.title)) found.push("title");
  return found;
})()`

func (p *tab) honest(where string) {
	p.Helper()
	found, err := eval[[]string](p, unseen)
	p.must(err)
	for _, f := range found {
		p.Errorf("%s: got what nobody can see in %s", where, f)
	}
}

// PO-6: whatever a skill, a file, a session or a model calls itself, a person sees all of it, everywhere.
func TestNothingDeceives(t *testing.T) {
	t.Parallel()
	const evil = "evil\u202ecod\u200b\u3164\U000e0069\U000e0067"
	d, _ := speak(t, model.OpenAI,
		upstream.Text("See [https://bank.example](https://evil.example/x) "+evil+" and <https://аррӏе.com>.\n\n# "+evil+"\n\n```\n"+evil+"\n```\n"),
		upstream.Calls(wants("c", "shell", `{"command":"echo `+evil+`"}`)), upstream.Text("Done."))
	d.wide()
	text := "---\nsummary: Reads " + evil + ".\ndescription: " + evil + "\n" + evil + ": x\n---\n# " + evil + "\n\nRun `" + evil + "`.\n"
	d.drop(d.folder(map[string]string{"good/SKILL.md": text, "good/" + evil + ".md": evil, evil + "/SKILL.md": text}))
	d.previewed()
	d.honest("preview")
	d.axe("preview of names that deceive")
	d.click("button", accept)
	d.see("Imported 2 skills")
	d.tell("/reload_skills")
	d.tell("/skills")
	d.see("evil«U+202E»cod«U+200B»«U+3164»")
	d.honest("skills")
	d.tell("/help good")
	d.tell("/" + evil)
	d.tell("Hello " + evil)
	d.see("(https://evil.example/x)")
	d.see("(https://xn--80ak6aa92e.com)")
	d.honest("a reply")
	d.click("option", "good…")
	d.see("hidden_characters")
	d.see(`some that spell "ig" unseen`)
	d.honest("a skill")
	for _, pane := range []string{"Snapshot", "Trace", "Files"} {
		d.pane(pane)
		d.honest(pane)
	}
	d.trace(true)
	d.honest("the raw log")
	d.begin("Run it.")
	d.wait("region", "Approval needed")
	d.see("This call holds characters that nobody can see.")
	d.honest("approval")
	d.axeStates("an approval that deceives", "Documents")
	d.screenshot("deceit-390", 390, 900, false)
	d.screenshot("deceit-1600", 1600, 900, false)
	d.wide()
	d.click("button", "Allow once…")
	d.see("Done.")
	d.honest("a result")
}
