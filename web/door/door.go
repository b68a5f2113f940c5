// Package door is how the person's browser comes in (MD-4). The address that a launch prints ends in a code that works
// once. The page trades it for the launch's token, and learns by a signature which Lily it talks to.
//
// It promises that a code is worth nothing once it was used or is old, that a wrong one changes nothing, and that only
// who holds the person's key is given another code by a running Lily. It checks the origin, but not Host, as
// [lily/web/server] does before every route. What the token is for is web/proxy's.
package door

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"lily/web/proxy"
)

// The addresses that a door answers at.
const (
	Hello = proxy.Prefix + "hello" // trades a code, and says who answers
	More  = proxy.Prefix + "code"  // gives another code to who holds the key
)

// Door gives out codes and takes them back.
type Door struct {
	Codes
	addr, token string
	key         ed25519.PrivateKey // nil: this Lily cannot be told from others
}

// New is the door of a launch that listens at addr, host:port. What it leads to is the token.
func New(addr, token string, key ed25519.PrivateKey) *Door {
	return &Door{addr: addr, token: token, key: key}
}

// question is what the page or a second launch asks.
type question struct {
	Code  string `json:"code,omitempty"`
	Nonce string `json:"nonce"`
	Proof []byte `json:"proof,omitempty"`
}

// Answer is what a door says: the token or a code where it gave one, and its key with a proof that it holds it.
type Answer struct {
	Token string `json:"token,omitempty"`
	Code  string `json:"code,omitempty"`
	Key   []byte `json:"key,omitempty"`
	Proof []byte `json:"proof,omitempty"`
}

// ServeHTTP implements [http.Handler]: a POST of JSON from the page itself, or from a program that is no page.
func (d *Door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q, wrong := d.read(w, r)
	switch {
	case wrong != nil:
	case r.URL.Path == Hello:
		d.reply(w, http.StatusOK, d.hello(q))
		return
	case d.key == nil || !verified(d.public(), d.addr, forCode, q.Nonce, q.Proof):
		wrong = &fault{http.StatusForbidden, "bad_proof", "Only the person whose Lily this is gets another code."}
	default:
		d.reply(w, http.StatusOK, Answer{Code: d.New(nil)})
		return
	}
	if wrong.status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", http.MethodPost)
	}
	d.reply(w, wrong.status, map[string]any{"error": map[string]string{"type": wrong.kind, "message": wrong.message}})
}

type fault struct {
	status        int
	kind, message string
}

const mostBody = 4 << 10 // bytes: a code, a number and a proof

func (d *Door) read(w http.ResponseWriter, r *http.Request) (q question, _ *fault) {
	switch {
	case r.Method != http.MethodPost:
		return q, &fault{http.StatusMethodNotAllowed, "method_not_allowed", "This address takes POST only."}
	case !proxy.SameOrigin(r, d.addr):
		return q, &fault{http.StatusForbidden, "bad_origin", "Only Lily's own page may ask for this."}
	case r.URL.RawQuery != "" || r.URL.ForceQuery:
		return q, &fault{http.StatusBadRequest, "bad_request", "This address takes no query."}
	case !proxy.IsJSON(r):
		return q, &fault{http.StatusUnsupportedMediaType, "unsupported_media_type", "The body must be application/json."}
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	strict := json.NewDecoder(bytes.NewReader(data))
	strict.DisallowUnknownFields()
	if err != nil || strict.Decode(&q) != nil || len(q.Nonce) != 2*nonceSize {
		return q, &fault{http.StatusBadRequest, "bad_request", fmt.Sprintf("The body must be a JSON object with a nonce of %d letters.", 2*nonceSize)}
	}
	return q, nil
}

// hello trades the code, if there is one. A code that is refused is no error: the page asks who answers here as well.
func (d *Door) hello(q question) (a Answer) {
	if q.Code != "" && d.Take(q.Code) {
		a.Token = d.token
	}
	if d.key != nil {
		a.Key, a.Proof = d.public(), prove(d.key, d.addr, forPage, q.Nonce)
	}
	return a
}

func (d *Door) public() ed25519.PublicKey { return d.key.Public().(ed25519.PublicKey) }

func (d *Door) reply(w http.ResponseWriter, status int, v any) {
	data, _ := json.Marshal(v) // strings and bytes always encode
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(data) // the client may have gone
}
