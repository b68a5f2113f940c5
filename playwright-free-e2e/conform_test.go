package e2e

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// conform runs a Go test binary beside the page's engine, with the page's own wasm_exec.js.
// What it prints is kept.
const conform = `globalThis.conform = { text: "" };
(async () => {
	const decoder = new TextDecoder(), write = fs.writeSync, go = new Go();
	fs.writeSync = (fd, bytes) => { conform.text += decoder.decode(bytes, { stream: true }); return bytes.length; };
	go.argv = ["wasm.test", "-test.v", "-test.run=^TestConforms$"];
	go.exit = (code) => { conform.code = code; };
	const { instance } = await WebAssembly.instantiateStreaming(fetch("/conform.wasm"), go.importObject);
	conform.compiled = true;
	await go.run(instance);
	fs.writeSync = write;
	conform.done = true;
})().catch((err) => { conform.text += err; conform.compiled = conform.done = true; });`

// TS-2 to TS-7: the page's runner passes the suite that every runner passes, in the real
// page: wasm's test binary runs where the engine does, with the same scripts, frame and policy.
func TestRunnerConforms(t *testing.T) {
	t.Parallel()
	binary := filepath.Join(t.TempDir(), "wasm.test")
	build := exec.CommandContext(t.Context(), "go", "test", "-c", "-o", binary, "../wasm")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	p := visit(t, serve(t, func(page http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/conform.wasm" {
				page.ServeHTTP(w, r)
				return
			}
			w.Header().Set("Content-Type", "application/wasm")
			http.ServeFile(w, r, binary)
		})
	}))
	p.engine("started")
	_, err := eval[any](p, conform)
	p.must(err)
	for _, state := range []string{"compiled", "done"} {
		p.until("the suite "+state, func() (bool, error) { return eval[bool](p, "conform."+state+" === true") })
	}
	text, err := eval[string](p, "conform.text")
	p.must(err)
	code, err := eval[int](p, "conform.code ?? -1")
	p.must(err)
	if code != 0 || !strings.Contains(text, "--- PASS: TestConforms ") || strings.Count(text, "    --- PASS: TestConforms/") != 6 {
		t.Errorf("got the code %d, want 0 and 6 parts passed:\n%s", code, text)
	}
}
