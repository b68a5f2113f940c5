// Package aes stands in for crypto/aes in the page's engine, as wasm/http does for
// net/http: go-app can encrypt what it keeps, which Lily never asks for.
//
// It promises the names that go-app is written with. Nothing imports it under its own name.
package aes

import (
	"crypto/cipher"
	"errors"
)

// NewCipher fails: there is no cipher in the page.
func NewCipher([]byte) (cipher.Block, error) { return nil, errors.New("the page has no AES") }
