//go:build linux && (amd64 || arm64)

package native

import (
	"fmt"
	"runtime"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// refused are the calls that reach beyond a program: other processes, the machine and its mounts, its keys, its clock,
// what processes share by a name, and namespaces, in which a program would be more than it is.
var refused = []uint32{
	unix.SYS_ACCT, unix.SYS_ADD_KEY, unix.SYS_ADJTIMEX, unix.SYS_BPF, unix.SYS_CHROOT, unix.SYS_CLOCK_ADJTIME, unix.SYS_CLOCK_SETTIME,
	unix.SYS_DELETE_MODULE, unix.SYS_FANOTIFY_INIT, unix.SYS_FINIT_MODULE, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSOPEN,
	unix.SYS_FSPICK, unix.SYS_INIT_MODULE, unix.SYS_KCMP, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_KEXEC_LOAD, unix.SYS_KEYCTL,
	unix.SYS_MOUNT, unix.SYS_MOUNT_SETATTR, unix.SYS_MOVE_MOUNT, unix.SYS_MQ_OPEN, unix.SYS_MSGGET, unix.SYS_NAME_TO_HANDLE_AT,
	unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_OPEN_TREE, unix.SYS_PERF_EVENT_OPEN, unix.SYS_PIDFD_GETFD, unix.SYS_PIVOT_ROOT,
	unix.SYS_PROCESS_MADVISE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PTRACE, unix.SYS_QUOTACTL,
	unix.SYS_REBOOT, unix.SYS_REQUEST_KEY, unix.SYS_SEMGET, unix.SYS_SETDOMAINNAME, unix.SYS_SETHOSTNAME, unix.SYS_SETNS,
	unix.SYS_SETTIMEOFDAY, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_SHMGET, unix.SYS_SWAPOFF, unix.SYS_SWAPON, unix.SYS_SYSLOG,
	unix.SYS_UMOUNT2, unix.SYS_UNSHARE, unix.SYS_USERFAULTFD, unix.SYS_VHANGUP,
}

// absent are the calls that a program does without where a kernel has none: a new way to start a process, whose flags
// no filter sees, and rings, whose calls no filter sees.
var absent = []uint32{unix.SYS_CLONE3, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER, unix.SYS_IO_URING_SETUP}

// spaces are the flags of clone(2) that make a namespace.
const spaces = unix.CLONE_NEWCGROUP | unix.CLONE_NEWIPC | unix.CLONE_NEWNET | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWUSER | unix.CLONE_NEWUTS

// The parts of what a filter sees: struct seccomp_data of seccomp(2), of which the first half of a word is the lower one.
const (
	ofNumber  = 0
	ofMachine = 4
	ofFirst   = 16 // argument
	ofSecond  = 24
)

// filter refuses calls to this thread, and to all that it starts: sockets of every kind but pairs, what reaches beyond
// the program, and to type into a terminal. https://man7.org/linux/man-pages/man2/seccomp.2.html
func filter() error {
	list := filtered(runtime.GOARCH)
	prog := unix.SockFprog{Len: uint16(len(list)), Filter: &list[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&prog)))
	runtime.KeepAlive(list)
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	return nil
}

// filtered is the program of the filter.
func filtered(arch string) []unix.SockFilter {
	machine := map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[arch]
	list := []unix.SockFilter{
		load(ofMachine), jump(unix.BPF_JEQ, machine, 1, 0), end(unix.SECCOMP_RET_KILL_PROCESS),
		load(ofNumber), jump(unix.BPF_JGE, 0x40000000, 0, 1), end(failed(unix.ENOSYS)), // x32, whose numbers are others
	}
	for _, call := range absent {
		list = append(list, jump(unix.BPF_JEQ, call, 0, 1), end(failed(unix.ENOSYS)))
	}
	for _, call := range refused {
		list = append(list, jump(unix.BPF_JEQ, call, 0, 1), end(failed(unix.EPERM)))
	}
	return slices.Concat(list,
		[]unix.SockFilter{jump(unix.BPF_JEQ, unix.SYS_SOCKET, 0, 1), end(failed(unix.EAFNOSUPPORT))},
		[]unix.SockFilter{jump(unix.BPF_JEQ, unix.SYS_CLONE, 0, 3), load(ofFirst), jump(unix.BPF_JSET, spaces, 0, 1), end(failed(unix.EPERM))},
		[]unix.SockFilter{load(ofNumber), jump(unix.BPF_JEQ, unix.SYS_IOCTL, 0, 4), load(ofSecond)},
		[]unix.SockFilter{jump(unix.BPF_JEQ, unix.TIOCSTI, 1, 0), jump(unix.BPF_JEQ, tioclinux, 0, 1), end(failed(unix.EPERM))},
		[]unix.SockFilter{end(unix.SECCOMP_RET_ALLOW)},
	)
}

const tioclinux = 0x541c // TIOCLINUX of ioctl_console(2)

func load(at uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
}

func jump(how uint16, k uint32, then, otherwise uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | how, K: k, Jt: then, Jf: otherwise}
}

func end(with uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: with}
}

func failed(with unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(with) }
