//go:build js && wasm

package mount

import (
	"strings"
	"syscall/js"
	"testing"

	"lily/core/tree"
	"lily/wasm/bridge/bridgetest"
	"lily/wasm/drop"
	"lily/web/port"
	"lily/web/port/porttest"
)

// linked is a folder as Chromium gives one: it does not find a link, and gives what a link
// leads to who asks to make something of that name.
const linked = `
globalThis.linkedFolder = () => {
  const missing = () => { throw new DOMException("", "NotFoundError") };
  const file = (at, name) => ({ kind: "file", name,
    getFile: async () => ({ name, size: at[name].length, arrayBuffer: async () => new TextEncoder().encode(at[name]).buffer }),
    createWritable: async () => ({ write: async data => { at[name] = new TextDecoder().decode(data) }, close: async () => {} }) });
  const folder = (at, links, name = "mine") => ({ kind: "directory", at, name,
    values: async function* () { for (const key in at) yield typeof at[key] === "string" ? file(at, key) : folder(at[key], {}, key) },
    getDirectoryHandle: async (name, { create } = {}) => {
      if (links[name] !== undefined) return create ? folder(links[name], {}) : missing();
      if (at[name] === undefined) { if (!create) missing(); at[name] = {} }
      return folder(at[name], {});
    },
    getFileHandle: async (name, { create } = {}) => {
      if (links[name] !== undefined) return create ? file(links, name) : missing();
      if (at[name] === undefined) { if (!create) missing(); at[name] = "" }
      return file(at, name);
    },
    requestPermission: async () => "granted",
  });
  const links = { out: {}, key: "SECRET" };
  return Object.assign(folder({ old: "was" }, links), { links });
};`

// VF-8: nothing is written through a link, neither a file nor below a folder.
func TestMountDoesNotWriteThroughLinks(t *testing.T) {
	js.Global().Call("eval", linked)
	m := &Mount{folder: js.Global().Call("linkedFolder")}
	refused, err := m.Write([]port.DiskChange{
		{Path: "mine/out/x.txt", Is: []byte("through")},
		{Path: "mine/out/deep/x.txt", Is: []byte("through")},
		{Path: "mine/key", Is: []byte("through")},
		{Path: "mine/new/x.txt", Is: []byte("1")},
		{Path: "mine/old", Was: tree.Sum([]byte("was")), Is: []byte("2")},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range refused {
		if !strings.Contains(r.Message, "such as a link") {
			t.Errorf("%s: got %s", r.Path, r.Message)
		}
		got = append(got, r.Path)
	}
	bridgetest.Same(t, got, []string{"mine/out/x.txt", "mine/out/deep/x.txt", "mine/key"})
	json := func(v js.Value) string { return js.Global().Get("JSON").Call("stringify", v).String() }
	bridgetest.Same(t, []string{json(m.folder.Get("links")), json(m.folder.Get("at"))}, []string{`{"out":{},"key":"SECRET"}`, `{"old":"2","new":{"x.txt":"1"}}`})
}

func TestMountConforms(t *testing.T) {
	js.Global().Call("eval", linked)
	js.Global().Call("eval", `globalThis.showDirectoryPicker = async () => linkedFolder()`)
	t.Cleanup(func() { js.Global().Delete("showDirectoryPicker") })
	porttest.TestMount(t, New(&drop.Reader{Progress: func(int, int) {}}, nil))
}
