// Package http stands in for net/http in the page's engine.
//
// go-app imports net/http for a server that the page never starts. Go links
// the package's initialisation all the same, and with it TLS, X.509 and every
// curve: a sixth of the download. The Makefile builds the engine with an
// overlay that puts this file in net/http's place (go help build, -overlay).
//
// It promises the names that go-app's server is written with, and nothing behind them.
// Nothing imports it under its own name.
package http

import (
	"errors"
	"io"
	"net/url"
)

// The statuses of RFC 9110 that go-app names.
const (
	StatusOK                  = 200
	StatusNotModified         = 304
	StatusNotFound            = 404
	StatusInternalServerError = 500
)

// Header holds one value for a key.
type Header map[string]string

func (h Header) Get(key string) string { return h[key] }
func (h Header) Set(key, value string) { h[key] = value }

// The types that go-app names.
type (
	Handler interface {
		ServeHTTP(ResponseWriter, *Request)
	}
	ResponseWriter interface {
		Header() Header
		Write([]byte) (int, error)
		WriteHeader(status int)
	}
	Request struct {
		URL    *url.URL
		Header Header
		Host   string
		TLS    *struct{}
	}
	Response struct {
		StatusCode int
		Header     Header
		Body       io.ReadCloser
	}
	Dir string
)

// FileServer returns no handler.
func FileServer(Dir) Handler { return nil }

// NotFound answers that there is nothing.
func NotFound(w ResponseWriter, _ *Request) { w.WriteHeader(StatusNotFound) }

// Get always fails.
func Get(string) (*Response, error) {
	return nil, errors.New("the engine has no HTTP client; the page's fetch is used instead")
}
