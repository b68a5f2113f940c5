package native

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lily/core/program"
)

// bubblewrap finds bwrap, and tries it with all that its version can.
// https://github.com/containers/bubblewrap
func bubblewrap(path string) (*Box, error) {
	for _, dir := range folders(path) {
		exe := filepath.Join(dir, "bwrap")
		if !runs(exe) {
			continue
		}
		var err error
		for _, more := range [][]string{{"--disable-userns"}, nil} {
			b := &Box{Name: "bubblewrap", Has: "no network but what the policy and you allow, nothing of your folders, nothing to write but a copy of the workspace", path: path, as: lowered(), gated: true}
			b.start = wrapper{exe, more, b}.start
			if err = b.try(); err == nil {
				return b, nil
			}
		}
		return nil, fmt.Errorf("bubblewrap does not work here (%w): the system may not let a user make namespaces", err)
	}
	return nil, errors.New("bubblewrap is not installed; install the package bubblewrap")
}

// wrapper is a version of bubblewrap.
type wrapper struct {
	exe  string
	more []string
	box  *Box
}

func (w wrapper) start(s program.Spec, p *place, words []string) process {
	env := s.Env
	if p.way != nil {
		env = slices.Concat(env, p.way.env())
	}
	return process{limited(w.words(s, p, words)), env, "/", w.box.as, p.way.end()}
}

// words are those that start a program in the sandbox.
func (w wrapper) words(s program.Spec, p *place, words []string) []string {
	list := []string{
		w.exe, "--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
		"--die-with-parent", "--new-session", "--cap-drop", "ALL", "--hostname", "lily",
	}
	list = append(list, w.more...)
	list = append(list, "--proc", "/proc", "--dev", "/dev", "--size", fmt.Sprint(program.Left.Bytes), "--tmpfs", "/tmp")
	if home := homeOf(s.Env); home != "" {
		list = append(list, "--size", fmt.Sprint(program.Left.Bytes), "--tmpfs", home)
	}
	for _, at := range slices.Concat(shown, w.box.besides()) {
		list = append(list, show(at)...)
	}
	if p.way != nil {
		list, words = append(list, p.way.where()...), p.way.through(words)
	}
	for _, at := range p.borrowed() {
		list = append(list, "--ro-bind-try", at, at)
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
