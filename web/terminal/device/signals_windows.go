package device

import (
	"os"

	"golang.org/x/sys/windows"
)

func listened() []os.Signal { return []os.Signal{os.Interrupt} }

func meaning(os.Signal) string { return Interrupted }

const mostLine = 1 << 30 // none is known

// sequences makes the console act on escape sequences, and returns what makes it as it was.
func sequences(out *os.File) func() {
	var mode uint32
	h := windows.Handle(out.Fd())
	if windows.GetConsoleMode(h, &mode) != nil {
		return func() {}
	}
	_ = windows.SetConsoleMode(h, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) // an old one shows them
	return func() { _ = windows.SetConsoleMode(h, mode) }
}

// Stop does nothing: nothing stops a program here.
func (s *Screen) Stop() error { return nil }

// Again does nothing.
func (s *Screen) Again() error { return nil }

// typed is nothing: what was typed before is read as it was typed.
func typed(*os.File) int { return 0 }
