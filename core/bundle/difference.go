package bundle

import (
	"bytes"
	"encoding/json"
	"errors"

	"lily/core/plain"
	"lily/core/tree"
)

// difference is a request by the one before it in the session, which it mostly
// repeats: the conversation so far. As an entry it is a line of JSON and then the new
// bytes.
type difference struct {
	Like  tree.Digest `json:"like"`  // the other request
	First int         `json:"first"` // how many of its bytes it begins with
	Last  int         `json:"last"`  // and how many it ends with

	between []byte
}

// differ is the one difference of a request from another that is taken.
func differ(like tree.Digest, before, now []byte) difference {
	first := same(before, now)
	before, rest := before[first:], now[first:]
	last := 0
	for last < min(len(before), len(rest)) && before[len(before)-1-last] == rest[len(rest)-1-last] {
		last++
	}
	return difference{like, first, last, rest[:len(rest)-last]}
}

// same is how many bytes two texts begin with that are the same.
func same(a, b []byte) (n int) {
	const block = 4096 // compared at once
	for n+block <= min(len(a), len(b)) && bytes.Equal(a[n:n+block], b[n:n+block]) {
		n += block
	}
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func (d difference) encode() []byte {
	return append(append(plain.JSON(d), '\n'), d.between...)
}

// parse reads what encode wrote.
func parse(data []byte) (d difference, err error) {
	head, between, _ := bytes.Cut(data, []byte("\n"))
	if err := json.Unmarshal(head, &d); err != nil {
		return d, err
	}
	d.between = between
	if !bytes.Equal(d.encode(), data) {
		return d, errors.New("it is not written as Lily writes it")
	}
	return d, nil
}

// apply makes the request again. Another one than was meant may come of what is
// damaged: its digest tells.
func (d difference) apply(before []byte) ([]byte, error) {
	if d.First < 0 || d.Last < 0 || d.First > len(before)-d.Last {
		return nil, errors.New("it takes more of the other request than that has")
	}
	now := make([]byte, 0, d.First+len(d.between)+d.Last)
	now = append(append(now, before[:d.First]...), d.between...)
	now = append(now, before[len(before)-d.Last:]...)
	if again := differ(d.Like, before, now); again.First != d.First || again.Last != d.Last {
		return nil, errors.New("it is not written as Lily writes it")
	}
	return now, nil
}
