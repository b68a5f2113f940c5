package door

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// ErrStranger is that what listens at the address is not this person's Lily.
var ErrStranger = errors.New("what listens there is not your Lily")

// Again asks the Lily that listens at addr for another code. It first has the other prove that it holds the key, on the
// connection on which it then proves the same: who merely sits on the port learns nothing, and is believed nothing.
func Again(ctx context.Context, addr string, key ed25519.PrivateKey) (code string, err error) {
	ctx, stop := context.WithTimeout(ctx, 5*time.Second)
	defer stop()
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	held := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return conn, nil }}
	defer held.CloseIdleConnections()
	c := &http.Client{Transport: held, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	nonce := random(nonceSize)
	a, err := ask(ctx, c, "http://"+addr+Hello, question{Nonce: nonce})
	if err != nil || !bytes.Equal(a.Key, key.Public().(ed25519.PublicKey)) || !verified(a.Key, addr, forPage, nonce, a.Proof) {
		return "", ErrStranger
	}
	nonce = random(nonceSize)
	a, err = ask(ctx, c, "http://"+addr+More, question{Nonce: nonce, Proof: prove(key, addr, forCode, nonce)})
	if err == nil && !IsCode(a.Code) {
		err = ErrStranger
	}
	return a.Code, err
}

// IsCode reports 256 bits, hexadecimal.
func IsCode(text string) bool {
	ok := len(text) == 64
	for _, c := range []byte(text) {
		ok = ok && (c >= '0' && c <= '9' || c >= 'a' && c <= 'f')
	}
	return ok
}

func ask(ctx context.Context, c *http.Client, url string, q question) (a Answer, err error) {
	body, err := json.Marshal(q)
	if err != nil {
		return a, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return a, err
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := c.Do(r)
	if err != nil {
		return a, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(io.LimitReader(res.Body, mostBody))
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("it answered %d", res.StatusCode)
	}
	if err != nil {
		return a, err
	}
	return a, json.Unmarshal(data, &a)
}
