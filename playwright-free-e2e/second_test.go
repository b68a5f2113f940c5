package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
)

// The way to the second engine passes the suite of its port, in the real page.
func TestSecondConforms(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t, withTests(t, "ask")))
	p.engine("started")
	said := p.inside("ask", "-test.run=^TestSecondConforms$")
	if strings.Count(said, "--- PASS: ") != 1 {
		t.Errorf("got not all passed:\n%s", said)
	}
}

// looked opens Agents and tells after how many milliseconds something said that it is on its way, the table was there,
// and all rows that are seen; and the tasks over 50 ms meanwhile.
const looked = `(async () => {
  const tasks = [], watch = new PerformanceObserver((l) => l.getEntries().forEach((e) => tasks.push(Math.round(e.duration))));
  watch.observe({ type: "longtask" });
  const then = performance.now();
  location.hash = "#matrix/agents";
  const until = async (holds) => {
    while (!holds() && performance.now() - then < 60000) await new Promise(requestAnimationFrame);
    return Math.round(performance.now() - then);
  };
  const said = await until(() => document.querySelector(".matrix"));
  const table = await until(() => document.querySelector(".matrix [role=grid] [role=gridcell]"));
  await new Promise((go) => setTimeout(go, 300));
  watch.disconnect();
  return { said, table, tasks };
})()`

type look1 struct {
	Said, Table float64
	Tasks       []float64
}

// A person with many skills opens Agents: the table comes without keeping the page, also the first time, and a row says
// why. How long it takes is told with -measure, and asserted nowhere.
func TestManySkillsInOthersEyes(t *testing.T) {
	shares(t)
	n := 400
	if *measure {
		n = 2000
	}
	var fetched atomic.Int32
	url := serve(t, func(page http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/second.") && strings.HasSuffix(r.URL.Path, ".wasm") {
				fetched.Add(1)
			}
			page.ServeHTTP(w, r)
		})
	})
	p, end := cold(t, t.TempDir(), url)
	defer end()
	p.engine("started")
	p.drop(p.zip("many.zip", small(n)))
	p.within("the preview", func() (bool, error) { return p.there("tabpanel", "Import"), nil })
	p.see(fmt.Sprintf("%d skills.", n))
	p.within("the column", func() (bool, error) { return p.shows(" of 13") })
	p.click("button", fmt.Sprintf("Import %d of %d", n, n))
	p.within("the import", func() (bool, error) { return p.shows(fmt.Sprintf("Imported %d skills into /workspace/skills.", n)) })
	p.remembered()
	for _, how := range []string{"of what the import had fetched", "first after a reload", "again"} {
		p.runs(`location.hash = "#policy"`)
		if how == "first after a reload" {
			p.do(chromedp.Reload())
			p.engine("started")
			p.within("the skills", func() (bool, error) { return p.began().At["skills"] > 0, nil })
			p.saved()
		}
		p.until("no table", func() (bool, error) { return eval[bool](p, `!document.querySelector(".matrix")`) })
		got, err := eval[look1](p, looked)
		p.must(err)
		t.Logf("the table %s: something after %.0f ms, %d skills after %.0f ms; tasks over 50 ms: %v", how, got.Said, n, got.Table, got.Tasks)
		p.see(fmt.Sprintf("%d skills, 13 agents.", n))
	}
	if got := fetched.Load(); got != 1 && got != 2 {
		t.Errorf("got the second engine fetched %d times, want once for each load of the page, or from the browser's cache", got)
	}
	p.click("gridcell", "…")
	p.see("measured against the program")
}

// Where the second engine does not arrive, the page says so in plain words, and trying again has it.
func TestWithoutTheSecondEngine(t *testing.T) {
	t.Parallel()
	var there atomic.Bool
	p := someone(visit(t, serve(t, func(page http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/second.") && !there.Load() {
				http.Error(w, "gone", http.StatusServiceUnavailable)
				return
			}
			page.ServeHTTP(w, r)
		})
	})))
	p.expect("503", "second.")
	p.engine("started")
	p.wide()
	p.must(p.Put("/workspace/skills/one/SKILL.md", []byte("---\nname: one\ndescription: Does one thing. Use it for that.\n---\nDo.\n")))
	p.runs(`location.hash = "#matrix/agents"`)
	p.see("What judges for other agents did not arrive: ")
	p.axeStates("without the second engine")
	there.Store(true)
	p.click("button", "Try again")
	p.onFocus("combobox", "Skills of")
	p.wait("grid", "Skills by agent")
	p.see("1 skill, 13 agents.")
	p.reload()
	p.see("1 skill, 13 agents.")
	p.must(p.Put("/workspace/skills/two/SKILL.md", []byte("---\nname: two\ndescription: Does another thing.\n---\nDo.\n")))
	p.runs(`location.hash = "#matrix/agents"`)
	p.see("2 skills, 13 agents.")
}
