package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
)

// mounted is set for the program within the space of its own that it starts itself in.
const mounted = "LILY_MOUNTED"

// alone runs what does the work where nobody else has the same folders: two runs at once would measure each other's
// files. Where the system can, they are mounted for this program only; elsewhere a second run is refused.
func alone(work func() error) error {
	if os.Getenv(mounted) != "" {
		return work()
	}
	if err := os.MkdirAll(stage, 0o755); err != nil {
		return err
	}
	own, err := os.MkdirTemp("", "lily-agents-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(own)
	space := []string{"-m", "sh", "-c", `mount --bind "$1" "$2" && shift 2 && exec "$@"`, "sh", own, stage}
	if exec.Command("unshare", append(space, "true")...).Run() != nil {
		return locked(work)
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command("unshare", append(append(space, program), os.Args[1:]...)...)
	cmd.Env = append(os.Environ(), mounted+"=1")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("not all was run: %w", err)
	}
	return nil
}

// locked runs the work unless another one does.
func locked(work func() error) error {
	lock := stage + ".lock"
	f, err := os.OpenFile(lock, os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("another run has %s; where there is none, remove %s", stage, lock)
	}
	if err != nil {
		return err
	}
	f.Close()
	defer os.Remove(lock)
	return work()
}
