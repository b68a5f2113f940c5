package native

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"lily/core/program"
)

// Box is a sandbox that this machine has.
type Box struct {
	Name string // as a person knows it
	exe  string
	path string // the folders of programs, which are shown in it
	more []string
	as   int // the user who starts it; 0 is this one
}

// nobody is the user who has no rights, on every Linux: root would have some of the machine's even in a sandbox, as
// to write what /proc/sys holds.
const nobody = 65534

// Holds says what a sandbox keeps a program from, in one sentence.
func (b *Box) Holds() string {
	return "It runs in a sandbox (" + b.Name + "): no network, nothing of your folders, nothing to write but a copy of the workspace."
}

// NewBox finds the sandbox of this machine, and tries it. path is where programs are, as for [Runner]. The error says
// why there is none, and what to do.
func NewBox(path string) (*Box, error) {
	if runtime.GOOS != "linux" {
		return nil, fmt.Errorf("no sandbox is known for %s yet", runtime.GOOS)
	}
	if path == "" {
		path = Usual
	}
	for _, dir := range folders(path) {
		if exe := filepath.Join(dir, "bwrap"); runs(exe) {
			b := &Box{Name: "bubblewrap", exe: exe, path: path}
			if os.Getuid() == 0 {
				b.as = nobody
			}
			return tried(b)
		}
	}
	return nil, errors.New("bubblewrap is not installed; install the package bubblewrap")
}

// tried runs nothing in the sandbox, with all that this version of it can.
func tried(b *Box) (*Box, error) {
	var said strings.Builder
	for _, more := range [][]string{{"--disable-userns"}, nil} {
		b.more = more
		said.Reset()
		ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
		words := b.words(program.Spec{Dir: "/"}, &place{}, []string{"/bin/true"})
		code, err := process{words, []string{}, "/", b.as}.run(ctx, func(_ program.Stream, data []byte) { said.Write(data) })
		stop()
		if err == nil && code == 0 {
			return b, nil
		}
	}
	line, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
	return nil, fmt.Errorf("bubblewrap does not work here (%s): the system may not let a user make namespaces", line)
}

// shown are folders of the machine that a program needs to run at all; none of them has what is a person's own.
var shown = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store", "/run/current-system",
	"/etc/alternatives", "/etc/ca-certificates", "/etc/fonts", "/etc/group", "/etc/java", "/etc/ld.so.cache", "/etc/ld.so.conf",
	"/etc/ld.so.conf.d", "/etc/localtime", "/etc/magic", "/etc/mime.types", "/etc/nsswitch.conf", "/etc/passwd", "/etc/perl",
	"/etc/profile.d", "/etc/python3", "/etc/ssl/certs", "/etc/terminfo", "/etc/timezone",
}

// words are those that start a program in the sandbox.
func (b *Box) words(s program.Spec, p *place, words []string) []string {
	list := []string{
		b.exe, "--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
		"--die-with-parent", "--new-session", "--cap-drop", "ALL", "--hostname", "lily",
	}
	list = append(list, b.more...)
	list = append(list, "--proc", "/proc", "--dev", "/dev", "--size", fmt.Sprint(program.Left.Bytes), "--tmpfs", "/tmp")
	if home := homeOf(s.Env); home != "" {
		list = append(list, "--size", fmt.Sprint(program.Left.Bytes), "--tmpfs", home)
	}
	for _, at := range slices.Concat(shown, b.besides()) {
		list = append(list, show(at)...)
	}
	for _, top := range p.tops {
		list = append(list, "--bind", filepath.Join(p.dir, top), "/"+top)
	}
	list = append(list, "--remount-ro", "/", "--chdir", "/"+strings.Trim(s.Dir, "/"), "--")
	return append(list, unsaid(words)...)
}

// unsaid takes out the variable that bubblewrap adds. Before a name with "=", env would take that for a variable: then
// it stays, and says no more than a shell finds out.
func unsaid(words []string) []string {
	if strings.Contains(words[0], "=") {
		return words
	}
	return append([]string{"/usr/bin/env", "-u", "PWD", "--"}, words...)
}

// show lets a folder be seen, or the link that it is on this machine.
func show(at string) []string {
	if to, err := os.Readlink(at); err == nil && !strings.HasPrefix(at, "/etc/") {
		return []string{"--symlink", to, at}
	}
	return []string{"--ro-bind-try", at, at}
}

// besides are the folders of programs that lie elsewhere, each with the libraries beside it.
func (b *Box) besides() (list []string) {
	for _, dir := range folders(b.path) {
		if slices.ContainsFunc(shown, func(at string) bool { return dir == at || strings.HasPrefix(dir, at+"/") }) {
			continue
		}
		list = append(list, dir)
		if filepath.Base(dir) == "bin" {
			for _, name := range []string{"lib", "lib64", "libexec", "pkg", "src", "Cellar", "opt"} {
				list = append(list, filepath.Join(filepath.Dir(dir), name))
			}
		}
	}
	return slices.DeleteFunc(list, func(at string) bool { return b.as != 0 && !open(at) })
}

// open reports whether everybody may go to a folder.
func open(at string) bool {
	for ; at != "/" && at != "."; at = filepath.Dir(at) {
		if info, err := os.Stat(at); err != nil || info.Mode()&0o001 == 0 {
			return false
		}
	}
	return true
}

// homeOf is the home folder of an environment, where a sandbox can have an empty one in its place.
func homeOf(env []string) string {
	for _, entry := range env {
		home, found := strings.CutPrefix(entry, "HOME=")
		home = filepath.Clean(home)
		if found && filepath.IsAbs(home) && home != "/" && !slices.Contains(shown, home) {
			return home
		}
	}
	return ""
}
