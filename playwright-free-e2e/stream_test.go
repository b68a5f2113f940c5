package e2e

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

var measure = flag.Bool("measure", false, "stream 20,000 tokens, fill the store, keep and move 10,000 skills, and tell how fast the page is (make bench-page)")

// shares lets a test run beside others, unless how fast its page is should be told.
func shares(t *testing.T) {
	if !*measure {
		t.Parallel()
	}
}

// observe notes, in the page, when each token of the reply stood in the document,
// the longest task, and the slowest answer to a key.
const observe = `(() => {
  const m = window.measured = { seen: {}, tasks: [], key: 0 };
  const at = () => performance.timeOrigin + performance.now();
  new MutationObserver(() => {
    const all = document.querySelectorAll("#turns article");
    const last = all[all.length - 1]?.textContent.slice(-400).match(/w\d+x/g)?.at(-1);
    if (last) m.seen[last] ??= at();
  }).observe(document.getElementById("turns"), { subtree: true, childList: true, characterData: true });
  new PerformanceObserver((l) => l.getEntries().forEach((e) => m.tasks.push(Math.round(e.duration) + " at " + Math.round(e.startTime / 1000) + " s"))).observe({ type: "longtask" });
  new PerformanceObserver((l) => l.getEntries().forEach((e) => e.name.startsWith("key") && (m.key = Math.max(m.key, e.duration)))).observe({ type: "event", durationThreshold: 16 });
})()`

// measured is what observe noted; times are milliseconds since 1970.
type measured struct {
	Seen  map[string]float64 `json:"seen"`
	Tasks []string           `json:"tasks"` // those of over 50 ms, in order
	Key   float64            `json:"key"`
}

// token is the text of one token, in a reply with paragraphs, lists and code.
func token(i int) string {
	word := fmt.Sprintf("w%dx ", i)
	switch i % 400 {
	case 0:
		return "\n\n## Part " + word + "\n\n"
	case 100, 110, 120, 130:
		return "\n- " + word
	case 140:
		return "\n\n" + word
	case 200:
		return "\n\n```go\n" + word
	case 210, 220, 230, 240:
		return "\n" + word
	case 250:
		return "\n```\n\n" + word
	}
	return word
}

// CV-7: tokens show as they arrive, all of them, while a person types. How fast
// is told, and asserted nowhere: a busy machine is no fault of the page.
func TestAStreamShowsAsItArrives(t *testing.T) {
	n, every := 600, 5*time.Millisecond
	if *measure {
		n = 20_000
	}
	tick := make(chan struct{})
	r := upstream.Reply{}
	for i := range n {
		r.Chunks = append(r.Chunks, upstream.Chunk{Text: token(i), Wait: tick})
	}
	d, _ := speak(t, model.OpenAI, r)
	_, err := eval[chromedp.Void](d.tab, observe)
	d.must(err)
	d.begin("Talk.")
	sent := make([]time.Time, n)
	over := make(chan struct{})
	go func() {
		defer close(over)
		pace := time.NewTicker(every)
		defer pace.Stop()
		for i := range sent {
			<-pace.C
			sent[i] = time.Now()
			tick <- struct{}{}
		}
	}()
	var typed strings.Builder
	d.click("textbox", "Message")
	for done := false; !done; {
		select {
		case <-over:
			done = true
		case <-time.After(300 * time.Millisecond):
			d.press("a")
			typed.WriteString("a")
		}
	}
	var m measured // before the test itself makes the page work
	d.until("the last token", func() (ok bool, err error) {
		m, err = eval[measured](d.tab, "window.measured")
		return m.Seen[fmt.Sprintf("w%dx", n-1)] > 0, err
	})
	d.quiet()
	if got := d.text("textbox", "Message"); got != typed.String() {
		t.Errorf("got %q in the message box, want %q", got, typed.String())
	}
	text, err := eval[string](d.tab, `[...document.querySelectorAll("#turns article")].at(-1).textContent`)
	d.must(err)
	for i := range n {
		if !strings.Contains(text, fmt.Sprintf("w%dx", i)) {
			t.Fatalf("got no token %d", i)
		}
	}
	t.Log(m.report(sent))
}

func (m measured) report(sent []time.Time) string {
	var late []float64
	for i, at := range sent {
		if seen, ok := m.Seen[fmt.Sprintf("w%dx", i)]; ok {
			late = append(late, seen-float64(at.UnixMicro())/1000)
		}
	}
	slices.Sort(late)
	if len(late) == 0 {
		return "no token was seen by itself"
	}
	return fmt.Sprintf("%d tokens, %d seen each at a time of its own: from the upstream to the document in %.1f ms (median), %.1f ms (95%%); tasks over 50 ms: %q ms; slowest key %.0f ms",
		len(sent), len(late), late[len(late)/2], late[len(late)*95/100], m.Tasks, m.Key)
}
