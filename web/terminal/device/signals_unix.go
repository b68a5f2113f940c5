//go:build unix

package device

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

func listened() []os.Signal { return []os.Signal{syscall.SIGWINCH, syscall.SIGCONT, os.Interrupt} }

func meaning(s os.Signal) string {
	switch s {
	case syscall.SIGWINCH:
		return Resized
	case syscall.SIGCONT:
		return Continued
	}
	return Interrupted
}

// typed is how many bytes wait to be read.
func typed(in *os.File) int {
	n, err := unix.IoctlGetInt(int(in.Fd()), waiting)
	if err != nil {
		return 0
	}
	return n
}

// sequences has nothing to do: a terminal of Unix reads them.
func sequences(*os.File) func() { return func() {} }

// Stop stops the program as Ctrl-Z does, with the terminal as it was, and returns when it is brought back. Where nobody
// could bring it back the system does not stop it.
func (s *Screen) Stop() error {
	s.Lines()
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return err
	}
	time.Sleep(stops) // the signal is on its way; who was stopped wakes up behind this
	return s.Again()
}

// Again gives keys once more after a stop, whose shell may have set the terminal otherwise. One that gives keys does so
// all along: a key that came in between would be the terminal's.
func (s *Screen) Again() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.keys()
}

const stops = 50 * time.Millisecond
