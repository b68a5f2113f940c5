package e2e

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"lily/static"
	"lily/web/server"
)

// A seat is a tab that one test takes after another, in a profile and at a server of its own: a new window, process and
// compiled engine would cost about as much as all else that the start of a page does. After a test its page goes, and
// its origin is swept of all that it keeps. What a test sets in the browser beyond that (a size, a scheme, a slow
// network) lives in the test's connection, and ends with it.
type seat struct {
	id      target.ID
	profile cdp.BrowserContextID
	url     string
	taken   int // so often
}

// free are the seats that no test has.
var free = make(chan *seat, 64)

const (
	emptied = "emptied" // the address of an empty page of the origin, where a seat waits
	often   = 20        // is how often a seat is taken: what a browser remembers of old pages does not pile up
)

// sit takes a seat until the test ends. Who has failed leaves none to the next.
func sit(t *testing.T) (ctx context.Context, url string) {
	t.Helper()
	var s *seat
	select {
	case s = <-free:
	default:
		s = brought(t)
	}
	s.taken++
	ctx, leave := chromedp.NewContext(chromium, chromedp.WithTargetID(s.id), chromedp.WithDetachOnCancel())
	chromedp.FromContext(ctx).BrowserContextID = s.profile // where beside opens another tab
	t.Cleanup(func() {
		swept := !t.Failed() && s.taken < often && s.sweep(ctx) == nil
		if leave(); !swept {
			_, _ = chromedp.CallBrowser(chromium, target.DisposeBrowserContext, target.DisposeBrowserContextParams{BrowserContextID: s.profile})
			return
		}
		free <- s
	})
	return ctx, s.url
}

// brought is a new seat.
func brought(t *testing.T) *seat {
	t.Helper()
	made, err := chromedp.CallBrowser(chromium, target.CreateBrowserContext, target.CreateBrowserContextParams{DisposeOnDetach: new(true)})
	if err != nil {
		t.Fatal(err)
	}
	in := target.CreateTargetParams{URL: "about:blank", BrowserContextID: made.BrowserContextID, NewWindow: new(true)}
	tab, err := chromedp.CallBrowser(chromium, target.CreateTarget, in)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := server.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go lasts(ln)
	return &seat{id: tab.TargetID, profile: made.BrowserContextID, url: "http://" + ln.Addr().String() + "/"}
}

// lasts serves the page, and an empty one beside it, until all tests have ended. The empty one has the page's borders,
// so that it needs no other process.
func lasts(ln net.Listener) {
	lily := server.New(server.Config{Addr: ln.Addr().String(), Page: static.Dist()})
	srv := &http.Server{ReadHeaderTimeout: patience, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/"+emptied {
			lily.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		w.Header().Set("Origin-Agent-Cluster", "?1")
	})}
	_ = srv.Serve(ln)
}

// sweep leaves a seat as a new profile would have it, or says why it cannot.
func (s *seat) sweep(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err := chromedp.Do(ctx, chromedp.Navigate(s.url+emptied))
	if err == nil {
		_, err = chromedp.Run(ctx, chromedp.Evaluate[any](`sessionStorage.clear(); window.name = ""`))
	}
	if err == nil {
		all := storage.ClearDataForOriginParams{Origin: strings.TrimSuffix(s.url, "/"), StorageTypes: "all"}
		_, err = chromedp.Call(ctx, storage.ClearDataForOrigin, all)
	}
	if err == nil {
		_, err = chromedp.Call(ctx, page.ResetNavigationHistory, cdp.Empty{})
	}
	if err == nil {
		none := browser.SetDownloadBehaviorParams{Behavior: browser.SetDownloadBehaviorBehaviorDefault, BrowserContextID: s.profile}
		_, err = chromedp.CallBrowser(ctx, browser.SetDownloadBehavior, none)
	}
	if err == nil {
		err = s.alone(ctx)
	}
	return err
}

// alone fails where a test left another window.
func (s *seat) alone(ctx context.Context) error {
	all, err := chromedp.Targets(ctx)
	for _, other := range all {
		if other.Type == "page" && other.BrowserContextID == s.profile && other.TargetID != s.id {
			return errors.New("a window is left at " + other.URL)
		}
	}
	return err
}
