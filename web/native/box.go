package native

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lily/core/program"
	"lily/core/tree"
)

// Box is a sandbox that this machine has.
type Box struct {
	Name   string // as a person knows it
	Has    string // what a program has there, after "it has"
	path   string // the folders of programs, which are shown in it
	as     int    // the user who starts it; 0 is this one
	copies bool   // a program sees its copy where that lies, not at the paths of its Spec
	gated  bool   // a program may be given a [way] to the network there
	start  func(s program.Spec, p *place, words []string) process
}

// nobody is the user who has no rights, on every Linux: root would have some of the machine's even in a sandbox, as
// to write what /proc/sys holds.
const nobody = 65534

// lowered is the user whom a program belongs to in a sandbox; 0 is this one.
func lowered() int {
	if os.Getuid() == 0 {
		return nobody
	}
	return 0
}

// Holds says what a sandbox keeps a program from, in one sentence.
func (b *Box) Holds() string { return "It runs in a sandbox (" + b.Name + "): " + b.Has + "." }

// NewBox finds the sandbox of this machine, and tries it. path is where programs are, as for [Runner]. The error says
// why there is none, and what to do.
func NewBox(path string) (*Box, error) {
	if path == "" {
		path = Usual
	}
	var why []error
	for _, find := range boxes {
		b, err := find(path)
		if err == nil {
			return b, nil
		}
		why = append(why, err)
	}
	return nil, joined(why)
}

// joined says several reasons in one line.
func joined(why []error) error {
	said := make([]string, len(why))
	for i, err := range why {
		said[i] = err.Error()
	}
	return errors.New(strings.Join(said, "; "))
}

// try runs nothing in the sandbox.
func (b *Box) try() error {
	p, err := lay(context.Background(), tree.Tree{})
	if err != nil {
		return err
	}
	defer p.remove()
	if err := p.give(b); err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	var said strings.Builder
	nothing := cmp.Or(find("true", Usual), "/bin/true")
	code, err := b.start(program.Spec{Dir: "/"}, p, []string{nothing}).run(ctx, func(_ program.Stream, data []byte) { said.Write(data) })
	if err == nil && code == 0 {
		return nil
	}
	line, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
	return cmp.Or(err, errors.New(cmp.Or(line, fmt.Sprintf("it ended with %d", code))))
}

// shown are folders of the machine that a program needs to run at all; none of them has what is a person's own.
var shown = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store", "/run/current-system",
	"/etc/alternatives", "/etc/ca-certificates", "/etc/fonts", "/etc/group", "/etc/java", "/etc/ld.so.cache", "/etc/ld.so.conf",
	"/etc/ld.so.conf.d", "/etc/localtime", "/etc/magic", "/etc/mime.types", "/etc/nsswitch.conf", "/etc/passwd", "/etc/perl",
	"/etc/profile.d", "/etc/python3", "/etc/ssl/certs", "/etc/terminfo", "/etc/timezone",
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
