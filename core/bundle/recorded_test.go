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

// EV-4: what Lily of other commits wrote is read whole, replays to the same events and is
// written to the same bytes. The first has a conversation with calls, an approval, a selected
// skill, reloads, and the skills that shipped then; the second was kept from a recording when
// session_kept stood alone.
func TestRecordedBundles(t *testing.T) {
	for _, tt := range []struct {
		file, title string
		events      int
	}{{"session-a256b30.lily.gz", "A title", 38}, {"kept-7324392.lily.gz", "Kept", 22}} {
		data := unpacked(t, tt.file)
		b, problems, err := bundle.Read(data, tool.Builtin())
		if err != nil || problems != nil || b.Title != tt.title || len(b.Events) != tt.events {
			t.Fatalf("%s: got %q with %d events, %v, %v", tt.file, b.Title, len(b.Events), problems, err)
		}
		got, err := replay.Run(t.Context(), tool.Builtin(), b.Events, func(int) {})
		if d := replay.Compare(got, b.Events); err != nil || d != nil {
			t.Errorf("%s: got %+v, %v, want it to replay", tt.file, d, err)
		}
		var again bytes.Buffer
		if err := b.Write(&again); err != nil || !bytes.Equal(again.Bytes(), data) {
			t.Errorf("%s: got %d bytes, %v, want the same %d", tt.file, again.Len(), err, len(data))
		}
	}
}

func unpacked(t *testing.T, file string) []byte {
	t.Helper()
	f, err := os.Open("testdata/" + file)
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
	return data
}
