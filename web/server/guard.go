package server

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// Policy is the page's: all from this server, nothing inline, no eval but WebAssembly's (CSP 3, 'wasm-unsafe-eval'), and
// no text taken for HTML or for a script (Trusted Types), and no Worker: those of programs are in frames of their own.
const Policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"worker-src 'none'; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; trusted-types 'none'"

// framePolicy is that of a frame in which a program runs. It has an origin that is nobody's (HTML, sandbox), runs the
// one script that it holds, and the Workers that this one makes inherit the rest: they reach nothing.
const framePolicy = "default-src 'none'; script-src 'sha256-%s'%s; worker-src blob:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"

// frames are the pages in which programs and the second engine run (static/frame), and what each may besides: a program
// in JavaScript is compiled, and so is WebAssembly.
var frames = map[string]string{"shell.html": " 'unsafe-eval'", "node.html": " 'unsafe-eval'", "second.html": " 'wasm-unsafe-eval'"}

// policyOf is an asset's own policy, empty where the page's is.
func policyOf(a loaded) (string, error) {
	besides, isFrame := frames[a.Name]
	if !isFrame {
		return "", nil
	}
	body, _ := a.open(identity)
	page, err := io.ReadAll(body)
	_, script, _ := strings.Cut(string(page), "<script>")
	script, _, found := strings.Cut(script, "</script>")
	if !found || err != nil {
		return "", fmt.Errorf("%s: want a page with a script: %w", a.Name, errors.Join(err, fs.ErrInvalid))
	}
	sum := sha256.Sum256([]byte(script))
	return fmt.Sprintf(framePolicy, base64.StdEncoding.EncodeToString(sum[:]), besides), nil
}

// features are all that a browser lets a policy turn off (Permissions Policy), as Chromium lists them. The page uses
// the first two alone: it copies texts, and asks the browser's own model.
const features = "clipboard-write language-model " +
	"accelerometer aria-notify autoplay browsing-topics camera captured-surface-control ch-device-memory ch-downlink ch-dpr " +
	"ch-ect ch-prefers-color-scheme ch-prefers-reduced-motion ch-prefers-reduced-transparency ch-rtt ch-save-data ch-ua " +
	"ch-ua-arch ch-ua-bitness ch-ua-form-factors ch-ua-full-version ch-ua-full-version-list ch-ua-high-entropy-values " +
	"ch-ua-mobile ch-ua-model ch-ua-platform ch-ua-platform-version ch-ua-wow64 ch-viewport-height ch-viewport-width " +
	"ch-width clipboard-read compute-pressure cross-origin-isolated deferred-fetch deferred-fetch-minimal " +
	"digital-credentials-create digital-credentials-get display-capture encrypted-media fullscreen gamepad geolocation " +
	"gyroscope hid identity-credentials-get idle-detection interest-cohort keyboard-map language-detector local-fonts " +
	"local-network local-network-access loopback-network magnetometer media-playback-while-not-visible microphone midi " +
	"on-device-speech-recognition otp-credentials payment picture-in-picture private-state-token-issuance " +
	"private-state-token-redemption publickey-credentials-create publickey-credentials-get screen-wake-lock serial " +
	"speaker-selection storage-access summarizer sync-xhr translator unload usb window-management xr-spatial-tracking"

var permissions = permitted(strings.Fields(features), 2)

// permitted is the header that allows the first features to this origin, and the others to nobody.
func permitted(names []string, used int) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = name + "=()"
		if i < used {
			list[i] = name + "=(self)"
		}
	}
	return strings.Join(list, ", ")
}

// guarded sets, on every answer of next, the headers that keep the page to itself. The referrer stays on this origin
// instead of nowhere because a page with no referrer sends its own effects with `Origin: null` (Fetch, 3.2).
func guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", Policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Origin-Agent-Cluster", "?1") // a process of its own, where the browser gives one
		h.Set("Permissions-Policy", permissions)
		next.ServeHTTP(w, r)
	})
}

// say answers with a sentence for a person, and lets nobody keep it.
func say(w http.ResponseWriter, status int, sentence string) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Content-Length", fmt.Sprint(len(sentence)+1))
	w.WriteHeader(status)
	_, _ = strings.NewReader(sentence + "\n").WriteTo(w) // the client may have gone
}

// hosted answers only requests that name this machine, at the server's own port, and sends the other names of it to
// addr, the one canonical address: the browser's storage belongs to scheme, host and port, so a page opened under two
// names would keep two of everything.
//
// It stands before everything else (MD-4). Without it any site could point its own name at 127.0.0.1 and read the page
// as its own origin: DNS rebinding, as in CVE-2024-28224. Names are compared parsed and whole, never by prefix.
func hosted(addr string, next http.Handler) http.Handler {
	host, port := splitHost(addr)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, at := splitHost(r.Host)
		switch {
		case name == host && at == port:
			next.ServeHTTP(w, r)
		case at == port && (name == "localhost" || name == "127.0.0.1" || name == "::1"):
			to := url.URL{Scheme: "http", Host: addr, Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
			w.Header().Set("Location", to.String())
			// A permanent redirect would outlive Lily in the browser's cache and catch whatever listens there next.
			say(w, http.StatusTemporaryRedirect, "Lily is at "+to.String())
		default:
			say(w, http.StatusMisdirectedRequest, "Lily answers only at http://"+addr+"/ and not under other names.")
		}
	})
}

// splitHost parses a Host header. What is not `name`, `name:port` or `[address]:port` has no name, and matches nothing.
func splitHost(header string) (name, port string) {
	header = strings.ToLower(header)
	if _, _, err := net.SplitHostPort(header); err != nil {
		header += ":80"
	}
	name, port, err := net.SplitHostPort(header)
	if err != nil || net.JoinHostPort(name, port) != header {
		return "", ""
	}
	return name, port
}
