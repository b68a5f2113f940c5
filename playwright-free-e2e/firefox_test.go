package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

// away is how far the turns are from their foot, in pixels.
const away = `const l = document.getElementById("turns"); return Math.round(l.scrollHeight - l.scrollTop - l.clientHeight)`

// enter is the key, as WebDriver writes it.
const enter = "\uE007"

// TestFirefox: another browser boots the page, answers commands, takes an import and
// follows a stream to its end (UI.md, Behaviour).
func TestFirefox(t *testing.T) {
	t.Parallel()
	tick := make(chan struct{})
	r := upstream.Reply{}
	for i := range 800 {
		r.Chunks = append(r.Chunks, upstream.Chunk{Text: token(i), Wait: tick})
	}
	f := inFirefox(t, proxied(t, upstream.Start(t, r), model.OpenAI))

	f.tell("/skills")
	f.see("plan_compiler")
	f.see("available, ")
	f.tell("/help plan_compiler")
	f.see("Turn the conversation into a plan")

	path := filepath.Join(t.TempDir(), "greeter.zip")
	f.must(os.WriteFile(path, zipOf(t, map[string]string{"greeter/SKILL.md": "---\nsummary: Greet someone.\n---\nSay hello.\n"}), 0o600))
	f.setFiles("import-files", path)
	f.until("the preview", func() bool {
		return js[bool](f, `return document.querySelector(".import button.main:enabled") !== null`)
	})
	f.clickIn(".import button", "button", accept)
	f.until("the page without the review", func() bool { return js[bool](f, `return document.querySelector(".import") === null`) })
	f.see("Imported")
	f.tell("/reload_skills")
	f.see("Added")
	f.tell("/help greeter")
	f.see("Greet someone.")

	f.click("button", "Model…")
	f.typeInto("Another model, as upstream/model", "up/m"+enter)
	f.until("the page without the models", func() bool { return js[bool](f, `return document.querySelector("dialog") === null`) })
	f.tell("Talk.")
	arrive := func(from, to int) {
		for range to - from {
			tick <- struct{}{}
		}
		f.see(fmt.Sprintf("w%dx", to-1))
	}
	at := func(want string, is func(int) bool) {
		t.Helper()
		f.until(want, func() bool { return is(js[int](f, away)) })
	}
	for i := range 5 {
		arrive(100*i, 100*i+100)
		at("the foot in sight", func(px int) bool { return px <= 48 })
	}
	f.wheel(600, 400, -900)
	at("the text that was scrolled to", func(px int) bool { return px > 400 })
	arrive(500, 600)
	at("the same text, further from the foot", func(px int) bool { return px > 900 })
	f.click("button", "Jump to latest")
	arrive(600, 800)
	f.see("Response complete")
	at("the foot in sight at the end", func(px int) bool { return px <= 48 })
}
