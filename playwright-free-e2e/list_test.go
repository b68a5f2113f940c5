package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
)

// rows are the names of the skills whose rows are made, in their order.
func (p *tab) rows() []string {
	p.Helper()
	list, err := eval[[]string](p, `[...document.querySelectorAll("#skills-list [role=option] .skill-name")].map((r) => r.textContent)`)
	p.must(err)
	return list
}

// listing waits until the list of skills has just these rows, in this order.
func (p *tab) listing(want ...string) {
	p.Helper()
	p.until(fmt.Sprintf("the list %v", want), func() (bool, error) {
		return strings.Join(p.rows(), " ") == strings.Join(want, " "), nil
	})
}

// atRow waits until a row is the active one, as a reader of the screen is told.
func (p *tab) atRow(name string) {
	p.Helper()
	p.until("the active row "+name, func() (bool, error) {
		return eval[bool](p, fmt.Sprintf(`document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))?.querySelector(".skill-name").textContent === %q`, name))
	})
}

// picked waits until so many rows are selected.
func (p *tab) picked(want int) {
	p.Helper()
	p.until(fmt.Sprintf("%d rows selected", want), func() (bool, error) {
		return eval[bool](p, fmt.Sprintf(`document.querySelectorAll("#skills-list [aria-selected=true]").length === %d`, want))
	})
}

// The list is used by keys alone: one place for Tab, arrows and letters, Enter, Space and ranges.
func TestSkillsByKeys(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.bring(shelf)
	p.tell("/reload_skills")
	p.press("Alt+1")
	p.onFocus("searchbox", "Find a skill")
	all := p.rows()
	p.press("ArrowDown")
	p.onFocus("listbox", "Skills")
	p.atRow(all[0])
	p.press("ArrowDown", "ArrowDown")
	p.atRow(all[2])
	p.press("End")
	p.atRow(all[len(all)-1])
	p.press("PageUp", "Home")
	p.atRow(all[0])
	p.press("t", "e")
	p.atRow("text_tools")
	p.press("Enter")
	p.see("Path\n/bundled/skills/text_tools")
	p.press("Alt+1")
	p.onFocus("searchbox", "Find a skill")
	p.press("ArrowDown")
	p.onFocus("listbox", "Skills")
	p.press("Home", "Space", "Shift+ArrowDown", "Shift+ArrowDown")
	p.picked(3)
	p.see("3 selected")
	p.press("Shift+ArrowUp")
	p.picked(2)
	p.press("Mod+a")
	p.picked(len(all))
	p.press("Escape")
	p.picked(0)
	p.gone("group", "Selected skills")
	p.onFocus("listbox", "Skills")
}

// scrolled scrolls the list of skills as fast as frames come, and tells of the rows and of the frames.
const scrolled = `(async () => {
	const list = document.getElementById("skills-list"), frames = [];
	let most = 0, last = performance.now();
	performance.mark("lily-scrolls");
	for (let i = 0; i < 120; i++) {
		list.scrollTop += i % 40 < 30 ? 280 : -2800;
		const now = await new Promise(requestAnimationFrame);
		frames.push(now - last);
		last = now;
		most = Math.max(most, list.querySelectorAll("[role=option]").length);
	}
	performance.mark("lily-scrolled");
	frames.sort((a, b) => b - a);
	return [most, frames.length, frames[0], frames[6], frames.filter((f) => f > 33).length];
})()`

// Ten thousand skills are walked, scrolled and searched with the rows that are seen, and no task
// keeps the page from answering.
func TestManySkillsAreFewRows(t *testing.T) {
	n := 2000
	if *measure {
		n = 10_000
	}
	dir, url := t.TempDir(), serve(t, nil)
	p, end := cold(t, dir, url)
	defer end()
	for _, how := range []string{"cold", "warm"} {
		p.types()
		t.Logf("a %s start: %v (ms since the navigation)", how, p.began().At)
		p.do(chromedp.Reload())
	}
	files := small(n)
	files["release_notes/SKILL.md"] = "---\nname: release_notes\ndescription: Write release notes: what changed, for whom, and what to do.\n---\nDo.\n"
	p.imports(p.zip("many.zip", files), n+1)
	p.tell("/reload_skills")
	p.until("the skills", func() (bool, error) { return p.count("option", "made_00000…") > 0, nil })
	for _, line := range []string{"/skills", "/reload_skills", "/skills", "/reload_skills"} {
		p.quickly(line)
	}
	p.press("Alt+1")
	p.onFocus("searchbox", "Find a skill")
	p.press("ArrowDown")
	p.onFocus("listbox", "Skills")
	p.runs("start.tasks = []; 0")
	var worst []float64
	for range 3 { // so that garbage is collected meanwhile
		was := p.busy()
		longest, _ := p.thread(func() {
			var err error
			worst, err = eval[[]float64](p, scrolled)
			p.must(err)
		}, "lily-scrolls", "lily-scrolled")
		t.Logf("of the main thread's processor: %.1f ms for each frame, %.0f ms for the longest task", (p.busy()-was)/worst[1]*1000, longest)
		p.measures("worst frame of a scroll", worst[2], "ms")
		t.Logf("rows at most, frames, worst, 95th, over 33 ms: %v; tasks over 50 ms: %v", worst, p.began().Tasks)
	}
	if worst[0] > 90 {
		t.Errorf("got %v rows made, want those that are seen", worst[0])
	}
	p.press("End")
	p.atRow("text_tools")
	p.press("Home", "PageDown", "m")
	for _, query := range []string{"made_01777", "7 number", "m17"} {
		was := p.busy()
		took, err := eval[float64](p, fmt.Sprintf(`(async () => {
			const box = document.getElementById("find-skill"), list = document.getElementById("skills-list");
			const then = performance.now();
			const changed = new Promise((yes) => new MutationObserver(yes).observe(list, { subtree: true, childList: true, characterData: true, attributes: true }));
			box.value = %q;
			box.dispatchEvent(new InputEvent("input", { bubbles: true }));
			await changed;
			return performance.now() - then;
		})()`, query))
		p.must(err)
		t.Logf("search for %q: %.0f ms, of the processor %.1f ms", query, took, (p.busy()-was)*1000)
		p.measures("search of the list for "+query, took, "ms")
	}
	p.fill("Find a skill", "")
	for _, width := range []int64{1920, 1600, 1440, 1280, 1024, 390} {
		p.size(width, 800)
		over, err := eval[int](p, `(() => { const t = document.querySelector(".status .tally"); return t.scrollWidth - t.clientWidth; })()`)
		if p.must(err); over > 0 {
			t.Errorf("%d px: got the counts of the bar cut by %d px", width, over)
		}
	}
	p.wide()
	p.settle()         // a narrow page has other stops
	p.fewStops("Home") // as with few skills
}

// quickly tells a line and how long it takes until its answer stands there, and is painted.
func (p *tab) quickly(line string) {
	p.Helper()
	p.boxed()
	p.fill("Message", line)
	p.press("Escape") // shuts the menu of suggestions
	was := p.busy()
	took, err := eval[[]float64](p, `(async () => {
		const turns = () => [...document.querySelectorAll("article")], n = turns().length, then = performance.now();
		const told = () => turns().length > n && !turns().at(-1).textContent.includes("Working…");
		const answered = new Promise((yes) => new MutationObserver((_, o) => {
			if (told()) { o.disconnect(); yes(performance.now() - then); }
		}).observe(document.body, { subtree: true, childList: true, characterData: true }));
		document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
		const at = await answered;
		await new Promise(requestAnimationFrame);
		return [at, performance.now() - then];
	})()`)
	p.must(err)
	p.Logf("%s: %.0f ms to the answer, %.0f to the frame, %.0f of the processor", line, took[0], took[1], (p.busy()-was)*1000)
	p.measures("frame of "+line, took[1], "ms")
	p.wait("button", "Send")
}

// busy are the seconds that tasks of the page have taken of the processor.
func (p *tab) busy() float64 {
	p.Helper()
	for _, m := range call(p, performance.GetMetrics, cdp.Empty{}).Metrics {
		if m.Name == "TaskDuration" {
			return m.Value
		}
	}
	return 0
}

// small are skills of one file each.
func small(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		name := fmt.Sprintf("made_%05d", i)
		files[name+"/SKILL.md"] = fmt.Sprintf("---\nname: %s\ndescription: Made for number %d, to see how many there can be, with a line as long as they often are.\n---\nDo as it says.\n", name, i)
	}
	return files
}

// Where the page scrolls as a whole a table does not: else it would be as long as all of its rows, and each be made.
func TestManySkillsAreFewRowsWhereItIsShort(t *testing.T) {
	t.Parallel()
	p := someone(wide(t))
	p.drop(p.zip("many.zip", small(200)))
	p.previewed()
	p.fewRows("import-rows")
	p.click("button", accept)
	p.tell("/reload_skills")
	for _, at := range [][2]string{{"#matrix", "matrix"}, {"#matrix/agents", "agents"}} {
		to(at[0], "Enter tells why")(p)
		p.fewRows(at[1])
	}
	p.place("Skills")
	p.fewRows("skills-list")
}

// fewRows looks at a table where the page is short: no more rows are made than those near what is seen.
func (p *tab) fewRows(id string) {
	p.Helper()
	for _, size := range [][2]int64{{320, 256}, {1440, 420}} {
		p.size(size[0], size[1])
		p.settle()
		n, err := eval[int](p, fmt.Sprintf(`document.querySelectorAll("#%s .virtual-row").length`, id))
		if p.must(err); n == 0 || n > 60 {
			p.Errorf("%s at %v: got %d rows made of 200, want those near what is seen", id, size, n)
		}
	}
	p.wide()
}
