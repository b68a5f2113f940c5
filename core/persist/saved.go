package persist

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"lily/core/answer"
	"lily/core/origin"
	"lily/core/plain"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/store"
	"lily/core/tree"
	"lily/core/world"
)

const format = 1 // the number of the way in which a world is written

// saved is a world as its ref has it. The tree is all but what the program brings along.
type saved struct {
	Format    int             `json:"format"`
	Tree      tree.Digest     `json:"tree"`
	Profile   profile.Profile `json:"profile"`
	Policy    policy.Policy   `json:"policy"`
	Untrusted []string        `json:"untrusted"`
	Origins   origin.Places   `json:"origins,omitempty"`
}

const bundled = "bundled" // the folder of the tree that the program brings along (VF-1)

// own is the part of a tree that is kept.
func own(t tree.Tree) tree.Tree {
	if mine, err := t.Remove(bundled); err == nil {
		return mine
	}
	return t
}

func written(w world.World) []byte {
	bare, rest := w.Origins.Bare()
	data, err := json.Marshal(saved{format, own(w.Tree).Digest(), w.Profile, w.Policy, append([]string{}, bare...), rest})
	if err != nil {
		panic(err) // strings, lists and maps of strings always encode
	}
	return seal(data)
}

func parse(value []byte) (v saved, err error) {
	data, err := unseal(value)
	if err != nil {
		return v, err
	}
	if later(data) {
		return v, store.ErrNewer
	}
	if err := plain.Strictly(data, &v); err != nil {
		return v, fmt.Errorf("the record of the files does not read: %w", err)
	}
	if v.Format != format {
		return v, fmt.Errorf("got the format %d of the record of the files, want %d", v.Format, format)
	}
	return v, nil
}

// later reports whether a record has the format of a newer program, whatever else that may hold. One of this program
// begins with its own, and is not read for that: with thousands of skills it is a megabyte, and asked three times.
func later(data []byte) bool {
	if bytes.HasPrefix(data, fmt.Appendf(nil, `{"format":%d,`, format)) {
		return false
	}
	var v struct {
		Format int `json:"format"`
	}
	return json.Unmarshal(data, &v) == nil && v.Format > format
}

// newer reports whether a newer program keeps its world here.
func (r refs) newer() bool {
	data, err := unseal(r[worldRef])
	return err == nil && later(data)
}

// read makes a world of a ref's value. What of its files is missing is left out and named.
func (w *Worlds) read(value []byte) (next world.World, problems []Problem, err error) {
	v, err := parse(value)
	if err != nil {
		return next, nil, err
	}
	t, lost, err := tree.Opener{From: w.blobs, Like: w.like()}.Salvage(v.Tree)
	if err != nil {
		return next, nil, err
	}
	next = w.fresh
	next.Profile, next.Policy = v.Profile, v.Policy
	next.Origins = origin.Marks(v.Untrusted...).Put(v.Origins...)
	brought, _ := w.fresh.Tree.At(bundled)
	if next.Tree, err = t.Graft(bundled, brought); err != nil {
		return world.World{}, nil, err
	}
	for _, p := range lost {
		problems = append(problems, problem("folder_lost", "/"+p, "The list of the folder /%s is missing or damaged "+
			"in the browser's storage; what was in it is not here.", answer.Line(p)))
	}
	return next, problems, nil
}

// seal puts the digest of what is kept under a name before it, so that no byte of it
// changes unseen; a blob has its digest as its name.
func seal(data []byte) []byte {
	d := tree.Sum(data)
	return append(append(hex.AppendEncode(nil, d[:]), '\n'), data...)
}

// unseal is what was sealed.
func unseal(value []byte) ([]byte, error) {
	if value == nil {
		return nil, errors.New("it is missing")
	}
	_, data, _ := bytes.Cut(value, []byte("\n"))
	if !bytes.Equal(seal(data), value) {
		return nil, errors.New("its bytes are not those that were written")
	}
	return data, nil
}
