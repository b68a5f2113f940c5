//go:build linux && (amd64 || arm64)

package native

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"

	"lily/core/program"
)

// leastLandlock is the version from which on a program cannot signal others: that of Linux 6.12.
const leastLandlock = 6

// landlock is the sandbox of the kernel's own rules, for where there is no bubblewrap: Landlock holds files and
// signals, seccomp all sockets and whatever reaches beyond the program. What it does not hold it says.
// https://docs.kernel.org/userspace-api/landlock.html
func landlock(path string) (*Box, error) {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, 1)
	if errno != 0 || version < leastLandlock {
		return nil, errors.New("the kernel has no Landlock that is enough, which Linux 6.12 and later have")
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	b := &Box{
		Name: "Landlock and seccomp", path: path, as: lowered(), copies: true,
		Has: "no network, which needs bubblewrap, nothing to read of your folders, nothing to write but a copy of the workspace; but it can tell " +
			"whether a file of yours is there, and change its mode and its times",
	}
	b.start = locker{exe, b}.start
	if err := b.try(); err != nil {
		return nil, fmt.Errorf("the kernel's Landlock does not work here (%w)", err)
	}
	return b, nil
}

// locker starts this program again, to put itself behind the rules and then become another one ([enclose]).
type locker struct {
	exe string
	box *Box
}

func (l locker) start(s program.Spec, p *place, words []string) process {
	words, env := p.inCopy(s, words)
	c := cage{As: l.box.as, Read: slices.Concat(shown, readable, l.box.besides(), p.borrowed()), Write: []string{p.dir}, Devices: devices}
	said, _ := json.Marshal(c) // texts and a number always encode
	return process{limited(slices.Concat([]string{l.exe, enclosed, string(said)}, words)), env, p.real("/" + strings.Trim(s.Dir, "/")), 0, nil}
}

var (
	devices = []string{"/dev/full", "/dev/null", "/dev/random", "/dev/urandom", "/dev/zero"}
	// readable is what programs ask of the machine, and what says nothing of others.
	readable = []string{
		"/proc/cpuinfo", "/proc/filesystems", "/proc/meminfo", "/proc/sys/kernel/osrelease", "/proc/sys/vm", "/proc/version",
		// What a program gives up over, if it is there and may not be read.
		"/etc/bash.bashrc", "/etc/gitconfig", "/etc/host.conf", "/etc/hosts", "/etc/inputrc", "/etc/npmrc", "/etc/pip.conf", "/etc/ssl/openssl.cnf",
	}
)

// Rights to files, as Landlock numbers them.
const (
	reads  = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	all    = 2*unix.LANDLOCK_ACCESS_FS_IOCTL_DEV - 1
	writes = all &^ (unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV)
	ofFile = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
)

// cage is what one program may have.
type cage struct {
	As                   int
	Read, Write, Devices []string
}

// lock puts this thread behind the rules of the cage.
func (c cage) lock() error {
	attr := unix.LandlockRulesetAttr{
		Handled_access_fs:  all,
		Handled_access_net: unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP,
		Scoped:             unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL,
	}
	rules, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Offsetof(attr.Quiet_access_fs), 0)
	if errno != 0 {
		return fmt.Errorf("landlock_create_ruleset: %w", errno)
	}
	defer unix.Close(int(rules))
	for _, allowed := range []struct {
		paths  []string
		access uint64
	}{{c.Read, reads}, {c.Write, writes}, {c.Devices, unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE}} {
		for _, at := range allowed.paths {
			if err := allow(int(rules), at, allowed.access); err != nil {
				return fmt.Errorf("%s: %w", at, err)
			}
		}
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, rules, 0, 0); errno != 0 {
		return fmt.Errorf("landlock_restrict_self: %w", errno)
	}
	return nil
}

// allow gives rights to what is below a path, or to a file. What is not there, or not for this user, is left out.
func allow(rules int, at string, access uint64) error {
	fd, err := unix.Open(at, unix.O_PATH|unix.O_CLOEXEC, 0)
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EACCES) || errors.Is(err, unix.ENOTDIR) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	var info unix.Stat_t
	if err := unix.Fstat(fd, &info); err != nil {
		return err
	}
	if info.Mode&unix.S_IFMT != unix.S_IFDIR {
		access &= ofFile
	}
	attr := unix.LandlockPathBeneathAttr{Allowed_access: access, Parent_fd: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(rules), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&attr)), 0, 0, 0)
	if errno != 0 {
		return fmt.Errorf("landlock_add_rule: %w", errno)
	}
	return nil
}
