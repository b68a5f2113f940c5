package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	collection "lily/core/hostile"
	"lily/core/model"
	"lily/web/proxy/upstream"
)

// cardNow is the height of the card, where its head is below the head of what scrolls, and whether
// each answer is in sight, on top of whatever else is there, and how far Deny is from Allow, as big as that, in a line.
const cardNow = `(() => {
	const card = document.querySelector(".approval"), list = document.getElementById("turns");
	const seen = (b) => {
		const r = b.getBoundingClientRect(), at = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
		return r.top >= 0 && r.bottom <= innerHeight && (at === b || b.contains(at));
	};
	return {
		height: card.offsetHeight,
		head: card.getBoundingClientRect().top - Math.max(0, list.getBoundingClientRect().top),
		answers: [...card.querySelectorAll(".answers button")].filter((b) => !seen(b)).map((b) => b.textContent),
		apart: (([a, b]) => Math.abs(a.top - b.top) + Math.abs(a.width - b.width) + b.left - a.right)(
			["Allow once", "Deny"].map((t) => [...card.querySelectorAll(".answers button")].find((b) => b.textContent === t).getBoundingClientRect())),
		wide: document.documentElement.scrollWidth > innerWidth,
	};
})()`

type cardLook struct {
	Height, Head float64
	Apart        float64
	Answers      []string
	Wide         bool
}

func (d *person) looksAtCard(what string, width, height int64) {
	d.Helper()
	d.size(width, height)
	d.runs(`document.querySelector(".approval").scrollIntoView({ block: "start" })`)
	d.settle()
	got, err := eval[cardLook](d.tab, cardNow)
	if d.must(err); len(got.Answers) > 0 {
		d.Errorf("%s at %d px: the answers %q are out of sight: %+v", what, width, got.Answers, got)
		d.screenshot(fmt.Sprintf("out of sight %s %d", what, width), width, height, false)
	}
	if got.Apart > 8 {
		d.Errorf("%s at %d px: Deny is %.0f px from where Allow ends, want both equally near", what, width, got.Apart)
	}
	if got.Height > 9_000 || got.Wide {
		d.Errorf("%s at %d px: got a card of %.0f px, wider than the window: %t", what, width, got.Height, got.Wide)
	}
}

// PO-6: however much a call has, its card opens at its head, says how much it leaves out, keeps its
// answers in sight, and has all of it to be read before the answer.
func TestAFloodedCard(t *testing.T) {
	t.Parallel()
	var words, lines strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&words, " %d", i)
	}
	for i := range 500 {
		fmt.Fprintf(&lines, "echo line %d\n", i)
	}
	shell := func(command string) upstream.Call {
		args, _ := json.Marshal(map[string]string{"command": command}) // texts always encode
		return wants("c", "shell", string(args))
	}
	say := func(text string) upstream.Call {
		args, _ := json.Marshal(map[string]string{"text": text}) // texts always encode
		return wants("c", "kit__say", string(args))
	}
	floods := []struct {
		what         string
		call         upstream.Call
		says, hidden string
	}{
		{"3,000 words", shell("ls" + words.String()), "2,969 words", "1500"},
		{"a word of 60 KB", wants("c", "kit__say", `{"text":"`+strings.Repeat("x", 60_000)+`"}`), "58.6 KiB", ""},
		{"500 lines", shell("bash -c '" + lines.String() + "'"), "Word 3, code for bash", "echo line 499"},
		{"all scripts of the collection", shell("bash -c '" + strings.ReplaceAll(worst(t, "programs"), "'", `'\''`) + "'"), "Word 3, code for bash", ""},
		{"all skills of the collection", say(worst(t, "skills")), "This call holds characters that nobody can see.", ""},
		{"all templates of the collection", say(worst(t, "templates")), "KiB", ""},
		{"a long program name", shell(strings.Repeat("program", 700) + " a"), "4.8 KiB", ""},
	}
	var script []upstream.Reply
	for _, f := range floods {
		script = append(script, upstream.Calls(f.call), upstream.Text("Done."))
	}
	d, _ := speak(t, model.OpenAI, script...)
	d.brings(map[string]string{"kit": "---\nname: kit\nversion: 1.0.0\ndescription: Says.\n---\n\n### say\n\nSay.\n\n#### Parameters\n\n" +
		"| Name | Type | Required | Description |\n|---|---|---|---|\n| text | string | yes | What. |\n\n#### Command\n\n```bash\necho {{text}}\n```\n"})
	d.tell("/reload_skills")
	for _, f := range floods {
		d.wide()
		d.begin("Run " + f.what)
		d.wait("region", "Approval needed")
		d.see(f.says)
		if got, err := eval[cardLook](d.tab, cardNow); err != nil || got.Height > 500 && (got.Head < -2 || got.Head > 40) {
			t.Errorf("%s: got %+v, %v, want the card's head at the top", f.what, got, err)
		}
		d.looksAtCard(f.what, 1600, 900)
		d.looksAtCard(f.what, 390, 844)
		d.looksAtCard(f.what, 320, 225) // 1280 by 900 at 400 %
		if f.hidden != "" && d.there("button", "Read all of it") {
			d.wide()
			d.click("button", "Read all of it")
			d.wait("dialog", "All of the call")
			for range 10 {
				if !d.there("button", "Show more of the call") {
					break
				}
				d.click("button", "Show more of the call")
			}
			d.see(f.hidden)
			d.axeEverywhere(f.what + ", all of it")
			d.wide()
			d.click("button", "Close")
			d.gone("dialog", "All of the call")
		}
		d.axeEverywhere(f.what)
		d.pictures("flood " + f.what)
		d.wide()
		d.click("button", "Deny")
		d.quiet()
	}
}

// worst is a text of all attacks of a kind, the beginning of each, without what no word of a program can hold.
func worst(t *testing.T, kind string) string {
	t.Helper()
	list, err := collection.Attacks(kind)
	if err != nil {
		t.Fatal(err)
	}
	b := strings.Builder{}
	b.WriteString("All:\n") // what begins with a dash would be an option, and refused
	for _, a := range list {
		fmt.Fprintf(&b, "%.200s\n", strings.ToValidUTF8(strings.ReplaceAll(a.Text, "\x00", ""), "?"))
	}
	return b.String()
}
