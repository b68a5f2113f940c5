// Package e2e sees Lily's page as a person does: in Chromium, by role and name.
//
// It promises that no test finds what another has kept or set: each has a browser
// profile and a server of its own, or those that a test before it has left swept
// (seat). No test sleeps (each waits for a condition, with a deadline), and a page
// that logs an error, asks another origin or breaks its policy fails its test. It
// needs the packed page (make build) and Chromium; without them it skips, and in
// CI it fails. It does not drive the browser's own dialogs.
package e2e

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/chromedp/chromedp"

	"lily/static"
	"lily/web/server"
)

// chromium is the one browser of all tests, started by TestMain and not changed after.
var chromium context.Context

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Println("e2e:", err)
		if os.Getenv("CI") != "" {
			code = 1
		}
	}
	os.Exit(code)
}

func run(m *testing.M) (code int, err error) {
	flag.Parse()
	if _, err := server.ReadManifest(static.Dist()); err != nil {
		return 0, fmt.Errorf("skipped: %w", err)
	}
	path, err := findChromium()
	if err != nil {
		return 0, err
	}
	alloc, stop := chromedp.NewExecAllocator(context.Background(), flags(path)...)
	defer stop()
	var cancel context.CancelFunc
	chromium, cancel = chromedp.NewContext(alloc)
	defer cancel()
	if err := chromedp.Do(chromium); err != nil {
		return 1, fmt.Errorf("%s does not start: %w", path, err)
	}
	return m.Run(), nil
}

func findChromium() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("skipped: no Chromium was found; install it with make deps, or the package chromium by hand")
}

// flags keep the browser from the network, so that every request is the page's.
func flags(path string) []chromedp.ExecAllocatorOption {
	opts := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.WindowSize(1280, 800), chromedp.Flag("headless", "new")}
	for _, name := range []string{
		"no-sandbox", "disable-gpu", "no-first-run", "no-default-browser-check", "disable-background-networking",
		"disable-component-update", "disable-sync", "disable-default-apps", "disable-extensions", "disable-dev-shm-usage",
		"disable-background-timer-throttling", "disable-backgrounding-occluded-windows", "disable-renderer-backgrounding",
	} {
		opts = append(opts, chromedp.Flag(name, true))
	}
	// A page of a test is short: what the engine's code would gain by being optimized after so
	// few calls as in a page of hours, the compiler takes from the other tests. What is measured runs as in a person's.
	if !*measure {
		opts = append(opts, chromedp.Flag("js-flags", "--wasm-tiering-budget=100000000"))
	}
	// Each new window would load pages of the address bar's own, in a process of their
	// own, and keep a process ready for a page that never comes.
	return append(opts, chromedp.Flag("disable-features",
		"WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,SpareRendererForSitePerProcess"))
}
