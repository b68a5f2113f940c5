// Package server serves Lily's page from loopback (MD-4).
//
// It promises that nothing is answered under a foreign name, that only the packed files of the page are sent, each
// with its length, tag, type and coding, and that every answer, an error's too, carries the headers of [Policy]. It
// does not promise to keep other users of the same machine out: loopback is not authentication, and so what has an
// effect, the calls of models, is in web/proxy and wants the token of this launch.
package server

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"

	"lily/web/proxy"
)

// Config is what a server is made from.
type Config struct {
	Addr  string                 // the canonical host:port, such as 127.0.0.1:7777; [New] answers only requests for it
	Page  fs.FS                  // the folder that web/pack wrote; nil or empty says so to the person
	Log   io.Writer              // gets the lines that [Serve] has for the person at the terminal
	Proxy proxy.Config           // calls models for the page, at Addr; without a token there is no API at all
	Open  func(url string) error // if not nil, is called with the page's address once [Serve] listens
}

// New is the whole server as a handler.
func New(c Config) http.Handler {
	page := files(c.Page)
	if c.Proxy.Token == "" {
		return guarded(hosted(c.Addr, page))
	}
	c.Proxy.Addr = c.Addr
	return guarded(hosted(c.Addr, split(proxy.New(c.Proxy), page)))
}

// split sends what is asked of the API there, and all else to the page. Nothing is decoded or cleaned, so that there is
// one way only to each.
func split(api, page http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path+"/", proxy.Prefix) {
			api.ServeHTTP(w, r)
			return
		}
		page.ServeHTTP(w, r)
	})
}

// files sends exactly the packed assets: there are no folders to list, no paths to clean and no sources to ask for.
func files(page fs.FS) http.Handler {
	assets, err := load(page)
	if err != nil {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			say(w, http.StatusServiceUnavailable, "This lily has no page to show: "+err.Error()+".")
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, ok := assets[r.URL.Path]
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			say(w, http.StatusMethodNotAllowed, "This address can only be read, with GET or HEAD.")
		case !ok:
			say(w, http.StatusNotFound, "There is nothing at this address. The page is at /.")
		default:
			send(w, r, a, negotiate(strings.Join(r.Header.Values("Accept-Encoding"), ",")))
		}
	})
}

func send(w http.ResponseWriter, r *http.Request, a loaded, c coding) {
	h := w.Header()
	tag := fmt.Sprintf("%q", a.Hash[:16]+"-"+string(c))
	h.Set("ETag", tag)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	if a.Immutable {
		h.Set("Cache-Control", "public, max-age=31536000, immutable") // RFC 8246
	}
	if a.policy != "" {
		h.Set("Content-Security-Policy", a.policy)
	}
	if fresh(r.Header.Values("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body, size := a.open(c)
	if c != identity {
		h.Set("Content-Encoding", string(c))
	}
	h.Set("Content-Type", a.Type)
	h.Set("Content-Length", fmt.Sprint(size))
	_, _ = io.Copy(w, body) // to HEAD net/http sends none of it; else the client may have gone
}

// fresh tells whether a client already has the tag (RFC 9110, 13.1.2).
func fresh(headers []string, tag string) bool {
	for t := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		if t = strings.TrimSpace(t); t == "*" || strings.TrimPrefix(t, "W/") == tag {
			return true
		}
	}
	return false
}

func (a loaded) open(c coding) (io.Reader, int64) {
	if c != identity {
		return bytes.NewReader(a.forms[c]), int64(len(a.forms[c]))
	}
	plain, err := gzip.NewReader(bytes.NewReader(a.forms[gzipped]))
	if err != nil {
		return strings.NewReader(""), 0
	}
	return plain, a.Size
}
