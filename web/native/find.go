package native

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"lily/core/program"
)

// find gives the words to start: a program of the machine, or a script of the Spec's files. Where there is nothing to
// run the words are nil, and the exit says why (TS-7).
func (r *Runner) find(s program.Spec) ([]string, program.Exit) {
	refuse := func(code int, format string, args ...any) ([]string, program.Exit) {
		return nil, program.Exit{Code: code, Files: s.Files, Reason: fmt.Sprintf(format, args...)}
	}
	if len(s.Argv) == 0 || s.Argv[0] == "" {
		return refuse(program.ExitNotFound, "The command names no program.")
	}
	if slices.ContainsFunc(s.Argv, func(w string) bool { return strings.ContainsRune(w, 0) }) {
		return refuse(program.ExitDenied, "A word of the command holds a NUL, which no program can be given.")
	}
	name, rest := s.Argv[0], s.Argv[1:]
	if !strings.Contains(name, "/") {
		at := r.look(name)
		if at == "" {
			return refuse(program.ExitNotFound, "%s cannot run here: no folder of PATH has such a program.", name)
		}
		return slices.Concat([]string{at}, rest), program.Exit{}
	}
	inside := within(s.Dir, name)
	data, err := s.Files.ReadFile(inside)
	_, folder := s.Files.At(inside)
	switch {
	case err == nil && bytes.IndexByte(data[:min(len(data), 4096)], 0) >= 0:
		return refuse(program.ExitDenied, "%s cannot run here: it is no script.", name)
	case err == nil && !script(data): // as a shell does it (POSIX, sh, Command Search and Execution)
		return slices.Concat([]string{"/bin/sh", "/" + inside}, rest), program.Exit{}
	case err == nil:
		return slices.Concat([]string{"/" + inside}, rest), program.Exit{}
	case folder == nil:
		return refuse(program.ExitDenied, "%s cannot run: it is a folder.", name)
	case path.IsAbs(name) && slices.Contains(folders(r.path()), path.Dir(name)) && runs(name):
		return slices.Clone(s.Argv), program.Exit{}
	}
	return refuse(program.ExitNotFound, "%s cannot run: there is no such file.", name)
}

// Look says where the program of a command is on this machine, empty for nowhere; own is one that is named by a path, a
// file of what the command sees.
func (r *Runner) Look(name string) (at string, own bool) {
	if strings.Contains(name, "/") {
		return "", !slices.Contains(folders(r.path()), path.Dir(name)) || !runs(name)
	}
	return r.look(name), false
}

// look finds a program by its name; empty where there is none.
func (r *Runner) look(name string) string { return find(name, r.path()) }

// find finds it in the folders of a PATH.
func find(name, path string) string {
	for _, dir := range folders(path) {
		if at := filepath.Join(dir, name); runs(at) {
			return at
		}
	}
	return ""
}

// runs reports whether a file of the machine is a program.
func runs(at string) bool {
	info, err := os.Stat(at)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// within is where a name leads from a folder, as a path of the tree.
func within(dir, name string) string {
	if !strings.HasPrefix(name, "/") {
		name = dir + "/" + name
	}
	return strings.TrimPrefix(path.Clean("/"+name), "/")
}

// script reports whether a file says what runs it.
func script(data []byte) bool { return bytes.HasPrefix(data, []byte("#!")) }
