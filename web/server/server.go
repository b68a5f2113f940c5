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
	"crypto/ed25519"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	unbrotli "github.com/andybalholm/brotli"

	"lily/web/door"
	"lily/web/proxy"
)

// Config is what a server is made from.
type Config struct {
	Addr  string                  // the canonical host:port, such as 127.0.0.1:7777; [New] answers only requests for it
	Page  fs.FS                   // the folder that web/pack wrote; nil or empty says so to the person
	Log   io.Writer               // gets the lines that [Serve] has for the person at the terminal
	Proxy proxy.Config            // calls models for the page, at Addr; without a token there is no API at all
	Key   ed25519.PrivateKey      // tells this person's Lily from another; nil tells nobody
	Door  *door.Door              // trades codes for the token of Proxy; [Serve] makes its own
	Open  func(what string) error // if not nil, is called once [Serve] listens, with a file that leads to the page
	Wait  time.Duration           // how long a second launch leaves that file to the browser
}

// New is the whole server as a handler.
func New(c Config) http.Handler {
	page := leaving(files(c.Page))
	if c.Door == nil {
		c.Door = door.New(c.Addr, c.Proxy.Token, c.Key)
	}
	api := page
	if c.Proxy.Token != "" {
		c.Proxy.Addr = c.Addr
		api = proxy.New(c.Proxy)
	}
	return guarded(hosted(c.Addr, split(c.Door, api, page)))
}

// split sends what is asked of the API there. Nothing is decoded or cleaned: there is one way only to each.
func split(entry, api, page http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next := page
		if r.URL.RawPath == "" && (r.URL.Path == door.Hello || r.URL.Path == door.More) {
			next = entry
		} else if strings.HasPrefix(r.URL.Path+"/", proxy.Prefix) {
			next = api
		}
		next.ServeHTTP(w, r)
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
	if c == gzipped && a.forms[gzipped] == nil {
		c = identity
	}
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
	has := func(t string) bool { // RFC 9110, 13.1.2
		t = strings.TrimSpace(t)
		return t == "*" || strings.TrimPrefix(t, "W/") == tag
	}
	if slices.ContainsFunc(strings.Split(strings.Join(r.Header.Values("If-None-Match"), ","), ","), has) {
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

func (a loaded) open(c coding) (io.Reader, int64) {
	if c != identity {
		return bytes.NewReader(a.forms[c]), int64(len(a.forms[c]))
	}
	if a.forms[gzipped] == nil {
		return unbrotli.NewReader(bytes.NewReader(a.forms[brotli])), a.Size
	}
	plain, err := gzip.NewReader(bytes.NewReader(a.forms[gzipped]))
	if err != nil {
		return strings.NewReader(""), 0
	}
	return plain, a.Size
}

// coding is a content coding of RFC 9110, section 8.4.1.
type coding string

const (
	brotli   coding = "br"
	gzipped  coding = "gzip"
	identity coding = "identity"
)

// negotiate picks what the client weighs highest, on a tie the smaller form (RFC 9110, 12.5.3); else the plain one.
func negotiate(header string) coding {
	weights := map[coding]float64{}
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(part, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "x-gzip" { // RFC 9110, 8.4.1.3
			name = string(gzipped)
		}
		weights[coding(name)] = quality(params)
	}
	others, named := weights["*"]
	best, most := identity, 0.0
	for _, c := range []coding{brotli, gzipped, identity} {
		q, ok := weights[c]
		if !ok {
			q = others
		}
		if !ok && !named && c == identity {
			q = 0.0001 // acceptable, but the last choice
		}
		if q > most {
			best, most = c, q
		}
	}
	return best
}

// quality reads `q=0.5`. A weight that cannot be read refuses the coding: the plain form always works.
func quality(params string) float64 {
	value, found := strings.CutPrefix(strings.ToLower(strings.ReplaceAll(params, " ", "")), "q=")
	if !found {
		return 1
	}
	q, err := strconv.ParseFloat(value, 64)
	if err != nil || q < 0 || q > 1 {
		return 0
	}
	return q
}
