package server

import (
	"net"
	"net/http"
	"net/url"
	"strings"
)

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
	name, port, err := net.SplitHostPort(header)
	if err != nil {
		name, port, err = net.SplitHostPort(header + ":80")
		header += ":80"
	}
	if err != nil || net.JoinHostPort(name, port) != header {
		return "", ""
	}
	return name, port
}
