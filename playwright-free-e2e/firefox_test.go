package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

// away is how far the turns are from their foot, in pixels.
const away = `const l = document.getElementById("turns"); return Math.round(l.scrollHeight - l.scrollTop - l.clientHeight)`

// These are keys as WebDriver writes them.
const enter, control, down = "\uE007", "\uE009", "\uE015"

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

	f.brings("greeter.zip", map[string]string{"greeter/SKILL.md": "---\nsummary: Greet someone.\n---\nSay hello.\n"})
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

// Who types in Firefox while the editor takes the box's place loses nothing, goes on in it, and finds it after a reload.
func TestFirefoxTypesIntoTheEditor(t *testing.T) {
	t.Parallel()
	arrive := make(chan bool)
	comes := sync.OnceFunc(func() { close(arrive) })
	f := inFirefox(t, serve(t, func(page http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/editor.") {
				<-arrive
			}
			page.ServeHTTP(w, r)
		})
	}))
	t.Cleanup(comes)
	const text = "---\nsummary: Greet someone.\n---\nSay hello.\n"
	f.brings("greeter.zip", map[string]string{"greeter/SKILL.md": text})
	js[any](f, `location.hash = "#file/workspace/skills/greeter/SKILL.md"`)
	const label = "Text of /workspace/skills/greeter/SKILL.md"
	typed := func() string { return js[string](f, `return document.activeElement.value ?? ""`) }
	edits := func() bool { return js[bool](f, `return document.activeElement.isContentEditable`) }
	f.do("WebDriver:ElementClick", map[string]string{"id": f.the("textarea", "textbox", label)}, nil)
	js[any](f, `document.activeElement.setSelectionRange(0, 0)`)
	all := "# typed into the box "
	f.keys(all)
	if edits() || typed() != all+text {
		t.Fatalf("got %q before the editor, want what was typed into the box", typed())
	}
	comes()
	f.until("the editor", func() bool {
		f.keys("on ")
		all += "on "
		return edits()
	})
	f.keys("and into it" + enter)
	all += "and into it\n"
	if typed() != all+text {
		t.Errorf("got %q, want %q", typed(), all+text)
	}
	f.keys(down + "x") // elsewhere than what was typed last, which an undo would take back too
	f.chord("z")
	f.until("the wrong key undone", func() bool { return typed() == all+text })
	f.see("Unsaved; it is still here after a reload.")
	f.do("WebDriver:Refresh", map[string]any{}, nil)
	f.do("WebDriver:ElementClick", map[string]string{"id": f.the(".cm-content", "textbox", label)}, nil)
	if typed() != all+text {
		t.Errorf("got %q after a reload, want %q", typed(), all+text)
	}
}
