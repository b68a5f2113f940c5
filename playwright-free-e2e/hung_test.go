package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/page"
)

// hangs ends what a page keeps at the moment at which it judges a skill, a minute ago: all that a
// page which hangs there and is killed leaves behind.
const hangs = `{
  const put = Storage.prototype.setItem;
  let ended = false;
  Storage.prototype.setItem = function (key, text) {
    if (ended) return;
    if (key === "lily-judging" && text.includes("/stuck")) {
      ended = true;
      text = text.replace(/^\d+/, Date.now() - 60000);
    }
    put.call(this, key, text);
  };
}`

// SK-10: a page that did not get past a skill at two starts opens without it, says so where skills
// are listed and over everything, deletes nothing, and tries it again when it is asked to.
func TestAPageThatHangsOpensWithoutTheSkill(t *testing.T) {
	t.Parallel()
	d := someone(wide(t))
	d.brings(map[string]string{
		"stuck": "---\nsummary: Takes for ever.\n---\nDo.\n", "fine": "---\nsummary: Is quick.\n---\nDo.\n",
	})
	d.tell("/reload_skills")
	d.saved()
	hanging := call(d.tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: hangs})
	for range 2 {
		d.reload()
		d.inGroup("Available", "stuck", true)
		if d.there("region", "Storage") {
			t.Errorf("got a warning after one: %s", d.text("region", "Storage"))
		}
	}
	d.reload()
	d.wait("region", "Storage")
	d.has(d.text("region", "Storage"), "1 skill left out, since two starts did not finish while judging")
	d.inGroup("Malformed", "stuck", true)
	d.inGroup("Available", "fine", true)
	d.click("option", "stuck…")
	d.see("Two starts of the page did not finish while this file was judged")
	d.axeEverywhere("a skill that was left out")
	d.pictures("a skill that was left out")
	d.wide()
	if found, _ := d.openFile("/workspace/skills/stuck/SKILL.md"); !found {
		t.Error("the file is gone")
	}
	d.reload() // it stays left out, and the session stays open
	d.list("Skills")
	d.inGroup("Malformed", "stuck", true)
	call(d.tab, page.RemoveScriptToEvaluateOnNewDocument, page.RemoveScriptToEvaluateOnNewDocumentParams(hanging))
	d.click("option", "stuck…")
	d.click("button", "Try it again…")
	d.gone("region", "Storage")
	d.engine("started")
	d.tell("/reload_skills")
	d.inGroup("Available", "stuck", true)
}
