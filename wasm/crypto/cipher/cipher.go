// Package cipher stands in for crypto/cipher in the page's engine, as wasm/http does for net/http.
//
// It promises the names that go-app is written with. Nothing imports it under its own name.
package cipher

import "errors"

// Block is a cipher, of which there is none.
type Block any

// AEAD is what go-app calls of one.
type AEAD interface {
	NonceSize() int
	Seal(dst, nonce, plaintext, additionalData []byte) []byte
	Open(dst, nonce, ciphertext, additionalData []byte) ([]byte, error)
}

// NewGCM fails: there is no cipher in the page.
func NewGCM(Block) (AEAD, error) { return nil, errors.New("the page has no AES") }
