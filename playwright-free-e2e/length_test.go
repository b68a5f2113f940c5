package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

// goesOn says lines one after the other, each once the one before is answered: every tenth is /skills.
const goesOn = `(async (from, to) => {
	const box = () => document.getElementById("composer"), last = () => [...document.querySelectorAll("article")].at(-1)?.textContent ?? "";
	const holds = (is) => new Promise((yes) => {
		const look = new MutationObserver(() => { if (is()) { look.disconnect(); yes(); } });
		look.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
		if (is()) { look.disconnect(); yes(); }
	});
	const idle = () => box() && !box().value && [...document.querySelectorAll("button")].some((b) => b.textContent.trim() === "Send" || b.ariaLabel === "Send");
	for (let i = from; i < to; i++) {
		const line = i %% 10 ? "The question of number " + i + "." : "/skills", before = last();
		await holds(idle);
		box().focus();
		box().value = line;
		box().dispatchEvent(new InputEvent("input", { bubbles: true }));
		for (const key of ["Escape", "Enter"]) box().dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
		await holds(() => last() !== before && last().includes(line) && !last().includes("Working…") && idle());
	}
	return to;
})(%d, %d)`

// What a session of 500 turns takes of memory, and what the next start with it does; asserted nowhere.
func TestFiveHundredTurnsAreMeasured(t *testing.T) {
	if !*measure {
		t.Skip("not asked for: make bench-page")
	}
	answer := upstream.Reply{Chunks: []upstream.Chunk{{Text: strings.Repeat("An answer, as long as many are. ", 32)}}}
	script := make([]upstream.Reply, 500)
	for i := range script {
		script[i] = answer
	}
	p, _ := cold(t, t.TempDir(), proxied(t, upstream.Start(t, script...), model.OpenAI))
	p.engine("started")
	someone(p).must(someone(p).Model("up/m"))
	p.measures("memory of the engine before 500 turns", p.wasmMB(), "MB")
	for i := 0; i < 500; i += 20 {
		p.runs(fmt.Sprintf(goesOn, i, i+20))
		if (i+20)%100 == 0 {
			t.Logf("after %d turns: %s", i+20, p.cost())
		}
	}
	p.measures("memory of the engine after 500 turns", p.wasmMB(), "MB")
	p.saved()
	p.do(chromedp.Reload())
	p.types()
	p.see("The question of number 499.")
	p.measures("start with 500 turns until a key is taken", p.began().At["character"], "ms")
	p.measures("memory of the engine after a start with 500 turns", p.wasmMB(), "MB")
}

// What of it can be told in Firefox: a start until a key is taken, of a page that was loaded before, and /skills;
// asserted nowhere.
func TestFirefoxIsMeasured(t *testing.T) {
	if !*measure {
		t.Skip("not asked for: make bench-page")
	}
	const n = 10_000
	f := inFirefox(t, serve(t, nil))
	starts := func(name string) {
		f.do("WebDriver:Refresh", map[string]any{}, nil)
		f.until("a character in the message box", func() bool {
			return js[bool](f, `const b = document.getElementById("composer"); b?.focus(); return !!b && document.activeElement === b`)
		})
		f.keys("a")
		f.until("the character", func() bool { return js[string](f, `return document.getElementById("composer")?.value ?? ""`) != "" })
		t.Logf("measure: %s %.1f ms", name, js[float64](f, `return performance.now()`))
	}
	starts("Firefox:-start-until-a-key-is-taken")
	f.brings("many.zip", small(n))
	f.tell("/reload_skills")
	f.until("the answer", func() bool {
		return js[bool](f, `const t = [...document.querySelectorAll("article")].at(-1)?.textContent ?? "Working…"; return !t.includes("Working…")`)
	})
	then := time.Now()
	f.tell("/skills")
	f.see("available, ")
	t.Logf("measure: Firefox:-10,000-skills:-/skills %.1f ms", time.Since(then).Seconds()*1000)
	f.until("all that is kept", func() bool {
		return js[string](f, `return document.querySelector(".of-storage").textContent`) == "Saved"
	})
	starts("Firefox:-10,000-skills:-start-until-a-key-is-taken")
}
