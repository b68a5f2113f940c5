// Package network is what a program asks of the network, and what it gets: one request, one answer.
//
// It promises that a [Request] that [New] made goes to the host that is shown, and to no other; that it carries no
// cookie and no credential of the program's own; and that it and its [Answer] are bounded. It sends nothing itself,
// and decides about nothing: package policy does.
package network

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// The bounds of one request and its answer, and of all those of one program.
const (
	MaxURL      = 8 << 10  // bytes of an address
	MaxFields   = 64       // of a header
	MaxHeader   = 32 << 10 // bytes of all its names and values
	MaxBody     = 4 << 20  // bytes that a request sends
	MaxAnswer   = 8 << 20  // bytes of an answer's body
	MaxRequests = 64       // of one program's run
	MaxBytes    = 64 << 20 // of all bodies of one program's run, both ways
)

// Field is one line of a header.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Request is what a program asks for.
type Request struct {
	Method string
	URL    string  // absolute, with the host as it is dialled, and no fragment
	Header []Field // never nil
	Body   []byte
	Left   []string // names of what the program set and is not sent: credentials and cookies; sorted
}

// Answer is what came back. A redirect is an answer, too: nobody follows it but the program, which asks again.
type Answer struct {
	Status int
	Header []Field // never nil; names are lower case
	Body   []byte
}

// Port is the way to the network. Send makes one request and follows no redirect; an answer that says no, such as
// 404, is no error. It returns soon after ctx is done, with its error. Any other error is a sentence for a person,
// without its full stop, and holds nothing that the person keeps secret.
type Port interface {
	Send(ctx context.Context, r Request) (Answer, error)
	// Named reports whether a credential of the person's goes along to an origin, as they have named it there.
	Named(ctx context.Context, origin string) bool
}

// New checks what a program asks for. An error says what to do about it, without a full stop.
func New(method, address string, header []Field, body []byte) (Request, error) {
	r := Request{Method: strings.ToUpper(method), Header: []Field{}, Body: body, Left: []string{}}
	if !word(r.Method) || len(r.Method) > 16 || r.Method == "CONNECT" || r.Method == "TRACE" {
		return r, fmt.Errorf("got the method %.20q, want one such as GET or POST", method)
	}
	if len(body) > MaxBody {
		return r, fmt.Errorf("got a body of %d bytes, want at most %d", len(body), MaxBody)
	}
	var err error
	if r.URL, err = canonical(address); err == nil {
		err = r.take(header)
	}
	return r, err
}

// canonical is an address in the one way in which it is shown, judged and sent.
func canonical(address string) (string, error) {
	if len(address) > MaxURL {
		return "", fmt.Errorf("got an address of %d bytes, want at most %d", len(address), MaxURL)
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("%.200q is no address", address)
	}
	origin, err := originOf(u)
	if err != nil {
		return "", err
	}
	path := u.EscapedPath()
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	if u.RawQuery != "" {
		path += "?" + plain(u.RawQuery)
	}
	return origin + path, nil
}

// originOf is who is asked: the scheme, the host and the port where it is not the usual one.
func originOf(u *url.URL) (string, error) {
	host, port := strings.ToLower(u.Hostname()), u.Port()
	switch {
	case u.Scheme != "http" && u.Scheme != "https" || u.Opaque != "":
		return "", fmt.Errorf("got an address of the scheme %.20q, want http or https", u.Scheme)
	case u.User != nil:
		return "", fmt.Errorf("the address holds a user or a password, which programs do not send: name a credential of this host when you start lily, with --credential")
	case !isHost(host):
		return "", fmt.Errorf("got the host %.100q, want a name of letters, digits, points and hyphens", host)
	case u.Scheme == "http" && port == "80" || u.Scheme == "https" && port == "443":
		port = ""
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port != "" {
		host += ":" + port
	}
	return u.Scheme + "://" + host, nil
}

// isHost reports whether a host is written in the way in which it is looked up: a name, or an address of numbers.
// What is not ASCII looks like other letters, so it must be written as it travels (xn--…).
func isHost(host string) bool {
	if strings.Contains(host, ":") {
		return strings.Trim(host, "0123456789abcdef:.") == ""
	}
	return host != "" && len(host) <= 253 && strings.Trim(host, "abcdefghijklmnopqrstuvwxyz0123456789.-_") == "" &&
		!strings.HasPrefix(host, ".") && !strings.HasSuffix(host, ".") && !strings.Contains(host, "..")
}

// plain escapes what may not stand in a query as it is.
func plain(query string) string {
	var b strings.Builder
	for i := range len(query) {
		if c := query[i]; c <= ' ' || c >= 0x7f || c == '"' || c == '<' || c == '>' {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// Origin is who is asked: https://api.example.com, with the port where it is not the usual one.
func (r Request) Origin() string {
	scheme, rest, _ := strings.Cut(r.URL, "://")
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}

// take copies the fields of a header that travel.
func (r *Request) take(header []Field) error {
	size := 0
	for _, f := range header {
		name := strings.ToLower(f.Name)
		size += len(f.Name) + len(f.Value)
		switch {
		case len(header) > MaxFields || size > MaxHeader:
			return fmt.Errorf("got more than %d fields or %d bytes of a header", MaxFields, MaxHeader)
		case !word(name) || strings.ContainsAny(f.Value, "\r\n\x00"):
			return fmt.Errorf("got the field %.60q, which no header can have", f.Name)
		case credential(name):
			if !slices.Contains(r.Left, name) {
				r.Left = append(r.Left, name)
			}
		case !own(name):
			r.Header = append(r.Header, Field{name, strings.ToValidUTF8(strings.TrimSpace(f.Value), "\uFFFD")})
		}
	}
	slices.Sort(r.Left)
	return nil
}

// credential reports a field that says who asks. The person names what is sent there, on the server.
func credential(name string) bool {
	return slices.Contains([]string{"authorization", "cookie", "cookie2", "proxy-authorization"}, name)
}

// own reports a field that belongs to whoever sends the request.
func own(name string) bool {
	return slices.Contains([]string{
		"accept-encoding", "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "via",
	}, name) || strings.HasPrefix(name, "proxy-") || strings.HasPrefix(name, "sec-") || strings.HasPrefix(name, "x-lily-")
}

// word is a token of RFC 9110, 5.6.2.
func word(s string) bool {
	const marks = "!#$%&'*+-.^_`|~"
	return s != "" && strings.IndexFunc(s, func(c rune) bool {
		return !(c|0x20 >= 'a' && c|0x20 <= 'z' && c < 0x80 || c >= '0' && c <= '9' || strings.ContainsRune(marks, c))
	}) < 0
}

// Bare returns the answer without cookies, its names in lower case and its values as text.
func (a Answer) Bare() Answer {
	list := []Field{}
	for _, f := range a.Header {
		if name := strings.ToLower(f.Name); name != "set-cookie" && name != "set-cookie2" {
			list = append(list, Field{name, strings.ToValidUTF8(f.Value, "\uFFFD")})
		}
	}
	a.Header = list
	return a
}

// Check refuses an answer that is none, or is over a bound.
func (a Answer) Check() error {
	size := 0
	for _, f := range a.Header {
		size += len(f.Name) + len(f.Value)
		if !word(f.Name) || strings.ContainsAny(f.Value, "\r\n\x00") {
			return fmt.Errorf("the answer has the field %.60q, which no header can have", f.Name)
		}
	}
	switch {
	case a.Status < 200 || a.Status > 599:
		return fmt.Errorf("the answer has the status %d, which is none", a.Status)
	case len(a.Body) > MaxAnswer:
		return fmt.Errorf("the answer has more than %d bytes", MaxAnswer)
	case len(a.Header) > 2*MaxFields || size > 2*MaxHeader:
		return fmt.Errorf("the answer has too long a header")
	}
	return nil
}
