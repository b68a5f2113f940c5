package proxy

import (
	"bytes"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"time"
)

// TokenHeader is the header in which the page sends the token of this launch.
const TokenHeader = "X-Lily-Token"

// NewToken is 256 random bits, hexadecimal. Loopback is not authentication: every program of the machine can reach it,
// and every page in the browser can try to. Only who was given the token may use a key (MD-4).
func NewToken() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails: it ends the program instead
	return hex.EncodeToString(b[:])
}

// admit checks method, origin, token and query, in this order (MD-4). No answer has a CORS header, so that to ask for
// permission is refused like any method.
func (c *call) admit(list bool) *fault {
	method := http.MethodPost
	if list {
		method = http.MethodGet
	}
	token, many := one(c.r, TokenHeader)
	switch {
	case c.r.Method != method:
		return refuse(http.StatusMethodNotAllowed, "method_not_allowed", "This address takes %s only.", method).with("Allow", method)
	case !c.sameOrigin():
		return refuse(http.StatusForbidden, "bad_origin", "Only Lily's own page may ask for this.")
	case many || c.Token == "" || subtle.ConstantTimeCompare([]byte(token), []byte(c.Token)) != 1:
		return refuse(http.StatusForbidden, "bad_token", "The token of this launch is missing or wrong: open the address that lily printed when it started.")
	case c.r.URL.RawQuery != "" || c.r.URL.ForceQuery:
		return refuse(http.StatusBadRequest, "bad_request", "This address takes no query.")
	}
	return nil
}

// sameOrigin is stricter than [http.CrossOriginProtection], which trusts Host and lets GET through.
func (c *call) sameOrigin() bool {
	if http.NewCrossOriginProtection().Check(c.r) != nil {
		return false
	}
	if site, many := one(c.r, "Sec-Fetch-Site"); many || !slices.Contains([]string{"", "same-origin", "none"}, site) {
		return false
	}
	origin, many := one(c.r, "Origin")
	return !many && (origin == c.origin || origin == "" && len(c.r.Header.Values("Origin")) == 0)
}

// one is the value of a header that must not be repeated.
func one(r *http.Request, name string) (value string, many bool) {
	values := r.Header.Values(name)
	if len(values) == 0 {
		return "", false
	}
	return values[0], len(values) > 1
}

// body reads what the page sends: a JSON object, bounded. Afterwards neither reading nor writing has a deadline any
// more: a stream may take as long as the upstream says something.
func (c *call) body() ([]byte, *fault) {
	value, many := one(c.r, "Content-Type")
	if kind, _, err := mime.ParseMediaType(value); err != nil || many || kind != "application/json" {
		return nil, refuse(http.StatusUnsupportedMediaType, "unsupported_media_type", "The body must be application/json.")
	}
	data, err := io.ReadAll(http.MaxBytesReader(c.w, c.r.Body, c.MaxBody))
	c.in = int64(len(data))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, refuse(http.StatusRequestEntityTooLarge, "too_large", "The request has more than %d bytes.", c.MaxBody)
	}
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "bad_request", "The request did not arrive whole.")
	}
	if !json.Valid(data) || !bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{")) {
		return nil, refuse(http.StatusBadRequest, "bad_request", "The body must be a JSON object.")
	}
	rc := http.NewResponseController(c.w)
	_, _ = rc.SetReadDeadline(time.Time{}), rc.SetWriteDeadline(time.Time{}) // not every writer has one
	return data, nil
}
