// Package sha1 stands in for crypto/sha1 in the page's engine, as wasm/http does for
// net/http: only go-app's server, which the page never starts, hashes by it.
//
// It promises the names that go-app is written with. Nothing imports it under its own name.
package sha1

import (
	"crypto/sha256"
	"hash"
)

// New returns another hash, as nothing asks for SHA-1.
func New() hash.Hash { return sha256.New() }

// Sum returns the beginning of another sum, as nothing asks for SHA-1.
func Sum(data []byte) (sum [20]byte) {
	other := sha256.Sum256(data)
	copy(sum[:], other[:])
	return sum
}
