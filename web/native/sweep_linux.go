package native

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// own makes a process the first of its own group, which ends when Lily does, and runs it as a user. Who is left behind
// by its parents becomes Lily's child, so that [sweep] finds it (prctl(2), PR_SET_CHILD_SUBREAPER).
func own(as int) *syscall.SysProcAttr {
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) // since Linux 3.4
	attr := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if as != 0 {
		attr.Credential = &syscall.Credential{Uid: uint32(as), Gid: uint32(as)}
	}
	return attr
}

// sweep ends what a program has left behind in another group: all children that this process has, so that nothing else
// may be started meanwhile.
func sweep() {
	const rounds = 1000 // who starts others meanwhile is met again
	for range rounds {
		list := orphans()
		for _, pid := range list {
			_ = syscall.Kill(pid, syscall.SIGSTOP)
		}
		for _, pid := range list {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			_, _ = syscall.Wait4(pid, nil, 0, nil)
		}
		if len(list) == 0 {
			return
		}
	}
}

// orphans are this process's children.
func orphans() (list []int) {
	all, _ := os.ReadDir("/proc")
	for _, e := range all {
		if pid, err := strconv.Atoi(e.Name()); err == nil && adopted(pid) {
			list = append(list, pid)
		}
	}
	return list
}

// adopted reports whether a process is a child of this one (proc_pid_stat(5)).
func adopted(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	return len(fields) > 3 && string(fields[1]) == strconv.Itoa(os.Getpid())
}
