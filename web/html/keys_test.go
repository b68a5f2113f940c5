package html

import "testing"

// Keys stand as the system writes them.
func TestKeysAreWritten(t *testing.T) {
	for _, tt := range []struct{ text, here, apple string }{
		{"Save (Mod+S)", "Save (Ctrl+S)", "Save (⌘S)"},
		{"Alt+4", "Alt+4", "⌥4"},
		{"Enter sends, Shift+Enter breaks the line", "Enter sends, Shift+Enter breaks the line", "Enter sends, ⇧Enter breaks the line"},
		{"F8", "F8", "F8"},
		{"Mode", "Mode", "Mode"},
	} {
		if got := written(false, tt.text); got != tt.here {
			t.Errorf("got %q, want %q", got, tt.here)
		}
		if got := written(true, tt.text); got != tt.apple {
			t.Errorf("on a Mac: got %q, want %q", got, tt.apple)
		}
	}
}
