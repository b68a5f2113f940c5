//go:build linux && (amd64 || arm64)

package native

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// enclosed is the first word of a process that is to put itself behind rules, and then become another program. Between
// a fork and that program no Go code may run, so that it is this program that is started, for that only.
const enclosed = "lily:enclosed"

func init() {
	if len(os.Args) > 3 && os.Args[1] == enclosed {
		fmt.Fprintln(os.Stderr, "lily: the sandbox: "+enclose(os.Args[2], os.Args[3:]).Error())
		os.Exit(125)
	}
}

// enclose becomes a program within a cage, and returns only where it cannot. All is of this thread, which execve(2)
// leaves as the only one.
func enclose(said string, words []string) error {
	runtime.LockOSThread()
	var c cage
	if err := json.Unmarshal([]byte(said), &c); err != nil {
		return err
	}
	if err := lower(c.As); err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	if err := errors.Join(c.lock(), filter()); err != nil {
		return err
	}
	return fmt.Errorf("%s: %w", words[0], syscall.Exec(words[0], words, os.Environ()))
}

// lower becomes a user without rights; 0 stays. Who changes the user loses the end with the parent, and asks again.
func lower(to int) error {
	if to == 0 {
		return nil
	}
	return errors.Join(
		syscall.Setgroups(nil), syscall.Setresgid(to, to, to), syscall.Setresuid(to, to, to),
		unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0),
	)
}
