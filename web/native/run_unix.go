//go:build unix

package native

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"lily/core/program"
)

// grace is how long output may still come after the program has ended: by what it has left running.
const grace = 200 * time.Millisecond

// process is what is started: words, and an environment and a folder to start them in.
type process struct {
	words, env []string
	dir        string
	as         int      // the user who starts it; 0 is this one
	given      *os.File // that it has beside its output; nil for nothing
}

// run waits for the end of a process, and of all that it started. An error is that it did not start, or that the
// context ended it.
func (p process) run(ctx context.Context, out func(program.Stream, []byte)) (int, error) {
	cmd := exec.Command(p.words[0], p.words[1:]...)
	cmd.Env, cmd.Dir, cmd.SysProcAttr = p.env, p.dir, own(p.as)
	if p.given != nil {
		cmd.ExtraFiles = []*os.File{p.given}
	}
	seal()
	stdout, stderr, err := start(cmd)
	if p.given != nil {
		p.given.Close() // so that its end is seen
	}
	if err != nil {
		return -1, err
	}
	read := pour(out, stdout, stderr)
	stop := context.AfterFunc(ctx, func() { kill(cmd.Process.Pid) })
	ended, err := cmd.Process.Wait()
	stop()
	kill(cmd.Process.Pid)
	sweep()
	select { // nobody is left to write, unless it is out of reach
	case <-read:
	case <-time.After(grace):
	}
	err = errors.Join(err, stdout.Close(), stderr.Close())
	<-read
	if ctx.Err() != nil {
		return -1, ctx.Err()
	}
	return codeOf(ended), err
}

// start starts a command, and returns the ends to read of what it writes.
func start(cmd *exec.Cmd) (stdout, stderr *os.File, err error) {
	stdout, out, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	defer out.Close()
	stderr, errs, err := os.Pipe()
	if err != nil {
		return nil, nil, errors.Join(err, stdout.Close())
	}
	defer errs.Close()
	cmd.Stdout, cmd.Stderr = out, errs // files, and no writers of ours, which exec would wait for
	if err = cmd.Start(); err != nil {
		return nil, nil, errors.Join(err, stdout.Close(), stderr.Close())
	}
	return stdout, stderr, nil
}

// pour tells all that comes, a piece at a time, until both ends are closed.
func pour(out func(program.Stream, []byte), stdout, stderr io.Reader) <-chan struct{} {
	var one sync.Mutex
	var both sync.WaitGroup
	for stream, from := range map[program.Stream]io.Reader{program.Stdout: stdout, program.Stderr: stderr} {
		both.Go(func() {
			piece := make([]byte, 64<<10)
			for {
				n, err := from.Read(piece)
				if n > 0 {
					one.Lock()
					out(stream, piece[:n])
					one.Unlock()
				}
				if err != nil {
					return
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { both.Wait(); close(done) }()
	return done
}

// kill ends a process and all of its group, now.
func kill(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) } // it may have ended

// codeOf is the exit code as shells have it: of a signal 128 and its number.
func codeOf(state *os.ProcessState) int {
	if state == nil {
		return -1
	}
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return state.ExitCode()
}
