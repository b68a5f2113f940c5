//go:build js && wasm

package idb

import (
	"bytes"
	"encoding/binary"
	"syscall/js"

	"lily/core/store"
	"lily/wasm/bridge"
)

// A call from Go to JavaScript costs as much as the bytes of a small file, so lists of
// byte strings cross the border in pieces of many at once (static/store.js, give and take),
// of about so many bytes.
const pieceBytes = 4 << 20

// listJS makes a list of byte strings, null for nil.
func listJS(items [][]byte) js.Value {
	list := js.Global().Get("Array").New()
	for len(items) > 0 {
		n, total, sizes := 0, 0, []byte{}
		for n < len(items) && (n == 0 || total+len(items[n]) <= pieceBytes) {
			size := int32(len(items[n]))
			if items[n] == nil {
				size = -1
			}
			sizes = binary.LittleEndian.AppendUint32(sizes, uint32(size))
			total += len(items[n])
			n++
		}
		js.Global().Get("lilyStore").Call("give", list, bridge.ToJS(bytes.Join(items[:n], nil)), bridge.ToJS(sizes))
		items = items[n:]
	}
	return list
}

// listGo takes a list of byte strings, each with room for itself alone. Those of a
// piece share memory, which is free again when none of them is used.
func listGo(list js.Value) [][]byte {
	n := list.Length()
	items := make([][]byte, 0, n)
	for next := 0; next < n; {
		piece := js.Global().Get("lilyStore").Call("take", list, next, pieceBytes)
		data, sizes := bridge.ToGo(piece.Get("bytes")), bridge.ToGo(piece.Get("sizes"))
		for ; len(sizes) > 0; sizes = sizes[4:] {
			size := int32(binary.LittleEndian.Uint32(sizes))
			if size < 0 {
				items = append(items, nil)
				continue
			}
			items = append(items, data[:size:size])
			data = data[size:]
		}
		next = piece.Get("next").Int()
	}
	return items
}

func orNull(data []byte) js.Value {
	if data == nil {
		return js.Null()
	}
	return bridge.ToJS(data)
}

func change(c store.Change) map[string]any {
	packs, alone := packed(c)
	blobs := make([][]byte, 0, 2*len(alone))
	for _, b := range alone {
		blobs = append(blobs, b.Digest[:], there(b.Data))
	}
	refs, drops, appends := make([]any, len(c.Refs)), make([]any, len(c.Drop)), make([]any, len(c.Append))
	for i, r := range c.Refs {
		refs[i] = map[string]any{"name": bridge.ToJS([]byte(r.Name)), "was": orNull(r.Was), "now": orNull(r.Now)}
	}
	for i, name := range c.Drop {
		drops[i] = bridge.ToJS([]byte(name))
	}
	for i, a := range c.Append {
		records := make([][]byte, len(a.Records))
		for j, r := range a.Records {
			records[j] = there(r)
		}
		appends[i] = map[string]any{"log": bridge.ToJS([]byte(a.Log)), "after": a.After, "records": listJS(records)}
	}
	return map[string]any{"blobs": listJS(blobs), "packs": packs, "refs": refs, "drops": drops, "appends": appends, "relaxed": c.Relaxed}
}

func there(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}
