package persist

import (
	"bytes"
	"encoding/hex"
	"errors"

	"lily/core/tree"
)

// seal puts the digest of what is kept under a name before it, so that no byte of it
// changes unseen; a blob has its digest as its name.
func seal(data []byte) []byte {
	d := tree.Sum(data)
	return append(append(hex.AppendEncode(nil, d[:]), '\n'), data...)
}

var (
	errMissing = errors.New("it is missing")
	errChanged = errors.New("its bytes are not those that were written")
)

// unseal is what was sealed.
func unseal(value []byte) ([]byte, error) {
	if value == nil {
		return nil, errMissing
	}
	_, data, _ := bytes.Cut(value, []byte("\n"))
	if !bytes.Equal(seal(data), value) {
		return nil, errChanged
	}
	return data, nil
}
