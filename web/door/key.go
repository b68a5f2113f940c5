package door

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"lily/web/disk"
)

// What a proof is for. One that was given for the page opens nothing.
const (
	forPage = "page"
	forCode = "code"
)

const nonceSize = 32 // bytes; written with two letters for each

// prove signs a number of the asker's. The address is in it, so that nobody at another port can pass the question on.
func prove(key ed25519.PrivateKey, addr, use, nonce string) []byte {
	return ed25519.Sign(key, signed(addr, use, nonce))
}

func verified(key ed25519.PublicKey, addr, use, nonce string, proof []byte) bool {
	return len(key) == ed25519.PublicKeySize && ed25519.Verify(key, signed(addr, use, nonce), proof)
}

func signed(addr, use, nonce string) []byte {
	return []byte("lily\n" + use + "\n" + addr + "\n" + nonce)
}

// Home is the person's folder for what Lily keeps on this machine: lily in the system's folder for settings.
func Home() (string, error) {
	dir, err := os.UserConfigDir()
	return filepath.Join(dir, "lily"), err
}

// Key is the person's key in a folder: it is made where there is none, and nobody else may read it. It is what tells
// this person's Lily from another that listens at the same address.
func Key(dir string) (ed25519.PrivateKey, error) {
	path := filepath.Join(dir, "key")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	seed, err := read(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err = create(path); err == nil {
			seed, err = read(path) // another launch's, where that was later
		}
	}
	if err != nil {
		return nil, err
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

func read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: got no regular file, want the key; remove it, and lily makes another", path)
	}
	if disk.Shared(info) {
		return nil, fmt.Errorf("%s: others of this machine may use it: remove it, and lily makes another", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 4*ed25519.SeedSize))
	if err != nil {
		return nil, err
	}
	seed, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("%s: got no key, want %d hexadecimal letters; remove it, and lily makes another", path, 2*ed25519.SeedSize)
	}
	return seed, nil
}

// create writes a new key.
func create(path string) error {
	return disk.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, random(ed25519.SeedSize)+"\n")
		return err
	})
}
