package bundle_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"testing"

	"lily/core/bundle"
	"lily/core/replay"
	"lily/core/tool"
)

// EV-4: a bundle that Lily of commit a256b30 wrote is read whole, replays to the same
// events and is written to the same bytes. It has a conversation with calls, an approval,
// a selected skill, reloads, and the skills that shipped then.
func TestRecordedBundle(t *testing.T) {
	f, err := os.Open("testdata/session-a256b30.lily.gz")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	packed, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	b, problems, err := bundle.Read(data, tool.Builtin())
	if err != nil || problems != nil || b.Title != "A title" || len(b.Events) != 38 {
		t.Fatalf("got %q with %d events, %v, %v", b.Title, len(b.Events), problems, err)
	}
	got, err := replay.Run(t.Context(), tool.Builtin(), b.Events, func(int) {})
	if d := replay.Compare(got, b.Events); err != nil || d != nil {
		t.Errorf("got %+v, %v, want it to replay", d, err)
	}
	var again bytes.Buffer
	if err := b.Write(&again); err != nil || !bytes.Equal(again.Bytes(), data) {
		t.Errorf("got %d bytes, %v, want the same %d", again.Len(), err, len(data))
	}
}
