//go:build js && wasm

package idb

import (
	"encoding/binary"

	"lily/core/store"
	"lily/wasm/bridge"
)

// Blobs of a change go into packs where they are many and small: a value by itself costs the browser as much as 60 KB
// of it, and one blob of a pack is read with all of it.
const (
	fewBlobs  = 32
	smallBlob = 64 << 10
	packBytes = 256 << 10
)

// packed are the packs of a change, and the blobs that go by themselves. What mends goes by itself: it comes before what
// a pack has.
func packed(c store.Change) (packs []any, alone []store.Blob) {
	packs = []any{}
	if len(c.Blobs) < fewBlobs || c.Mends {
		return packs, c.Blobs
	}
	var table, data []byte
	seal := func() {
		if len(table) > 0 {
			packs = append(packs, map[string]any{"table": bridge.ToJS(table), "bytes": bridge.ToJS(data)})
		}
		table, data = table[:0], data[:0]
	}
	for _, b := range c.Blobs {
		if len(b.Data) > smallBlob {
			alone = append(alone, b)
			continue
		}
		table = binary.LittleEndian.AppendUint32(append(table, b.Digest[:]...), uint32(len(b.Data)))
		if data = append(data, b.Data...); len(data) >= packBytes {
			seal()
		}
	}
	seal()
	return packs, alone
}
