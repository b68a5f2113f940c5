package static

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"lily/core/program"
)

// The Worker and its guard refuse what the page would refuse (VF-6).
func TestWireBounds(t *testing.T) {
	text, err := os.ReadFile("frame/wire.js")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("files: %d, bytes: %d << 20 }", program.Left.Files, program.Left.Bytes>>20); !strings.Contains(string(text), want) {
		t.Errorf("wire.js: got no %q", want)
	}
}
