package e2e

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
)

// lagging finds what counts on a timer of the page coming before a person's next act, as on a machine with much to do.
var lagging = flag.Int("lagging", 0, "let each timer of the page come up to so many milliseconds late")

// lag is the script for it.
func lag() string {
	return fmt.Sprintf(`if (%[1]d) { const timely = setTimeout; globalThis.setTimeout = (f, wait, ...more) => timely(f, (wait || 0) + Math.random() * %[1]d, ...more) }`, *lagging)
}

// violations reports breaches of the policy to the console, where watch sees them.
const violations = `addEventListener("securitypolicyviolation", (e) =>
  console.error("policy violation: " + e.violatedDirective + " " + e.blockedURI + " " + e.sourceFile + ":" + e.lineNumber))`

// watch notes what a page does that it should not: errors on the console,
// exceptions, breaches of its policy, requests to another origin.
type watch struct {
	mu       sync.Mutex
	origin   string
	wrong    []string
	expected []string
}

// see runs on the goroutine that reads the browser's messages: it must be quick.
func (w *watch) see(ev any) {
	switch ev := ev.(type) {
	case *runtime.EventConsoleAPICalled:
		if ev.Type == runtime.ConsoleAPICalledTypeError || ev.Type == runtime.ConsoleAPICalledTypeAssert {
			w.add("console: " + arguments(ev.Args...))
		}
	case *runtime.EventExceptionThrown:
		w.add("exception: " + ev.ExceptionDetails.Text + " " + arguments(ev.ExceptionDetails.Exception))
	case *log.EventEntryAdded:
		if ev.Entry.Level == log.EntryLevelError || ev.Entry.Source == log.EntrySourceSecurity {
			w.add(fmt.Sprintf("log: %s %s", ev.Entry.Text, ev.Entry.URL))
		}
	case *network.EventRequestWillBeSent:
		w.request(ev.Request.URL)
	}
}

func (w *watch) request(url string) {
	for _, own := range []string{w.origin, "data:", "blob:" + w.origin} {
		if strings.HasPrefix(url, own) {
			return
		}
	}
	w.add("request to another origin: " + url)
}

func (w *watch) add(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wrong = append(w.wrong, what)
}

// expect says that the test provokes an error whose text contains part.
func (p *tab) expect(parts ...string) {
	p.log.mu.Lock()
	defer p.log.mu.Unlock()
	p.log.expected = append(p.log.expected, parts...)
}

// report fails the test for what was wrong and not expected, and for what was
// expected and did not happen.
func (w *watch) report(t *testing.T) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, got := range w.wrong {
		if !slices.ContainsFunc(w.expected, func(part string) bool { return strings.Contains(got, part) }) {
			t.Errorf("got %s", got)
		}
	}
	for _, want := range w.expected {
		if !slices.ContainsFunc(w.wrong, func(got string) bool { return strings.Contains(got, want) }) {
			t.Errorf("want an error with %q, got %q", want, w.wrong)
		}
	}
}

func arguments(args ...*runtime.RemoteObject) string {
	var parts []string
	for _, a := range args {
		switch {
		case a == nil: // an exception without a value
		case a.Description != "":
			parts = append(parts, a.Description)
		default:
			parts = append(parts, strings.Trim(string(a.Value), `"`))
		}
	}
	return strings.Join(parts, " ")
}
