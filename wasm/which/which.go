// Package which finds what the words of a command ask for, among the programs
// that the page has, as a system would before it runs them (TS-7).
//
// It promises that what it refuses has a code and a sentence that names the
// program, and that the words of the command reach the program as they are.
package which

import (
	"bytes"
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"lily/core/program"
)

// The codes of a shell for what does not run at all (POSIX, sh, Exit Status).
const (
	cannot   = 126
	notFound = 127
)

// Node is the program that runs JavaScript.
const Node = "node"

// added are programs of the shell that just-bash does not bring (static/frame).
var added = []string{"curl", "gunzip", "gzip", "pip", "pip3", "python", "python3", "sqlite3", "tar", "unzip", "wget", "yq", "zcat", "zip"}

// shell are the programs that just-bash can run in the page, sorted (make vendor).
//
//go:embed programs.txt
var shell string

// Shell lists the programs that run in the page's shell, sorted.
func Shell() []string { return strings.Fields(shell) }

// Programs lists all programs that can run in the page, sorted: the shell's, what is added to it, and [Node].
func Programs() []string {
	return slices.Sorted(slices.Values(slices.Concat(Shell(), added, []string{Node})))
}

// Find gives the words to run: the first is one of can, and the script that the
// command named, if it did, comes after it. Where there is nothing to run the words
// are nil, and the exit says why.
func Find(s program.Spec, can []string) ([]string, program.Exit) {
	refuse := func(code int, format string, args ...any) ([]string, program.Exit) {
		return nil, program.Exit{Code: code, Files: s.Files, Reason: fmt.Sprintf(format, args...)}
	}
	if len(s.Argv) == 0 || s.Argv[0] == "" {
		return refuse(notFound, "The command names no program.")
	}
	if slices.ContainsFunc(s.Argv, func(w string) bool { return strings.ContainsRune(w, 0) }) {
		return refuse(cannot, "A word of the command holds a NUL, which no program can be given.")
	}
	name, rest := s.Argv[0], s.Argv[1:]
	if !strings.Contains(name, "/") || system(name) && !there(s, name) {
		name = path.Base(name)
		if !slices.Contains(can, name) {
			return refuse(notFound, "%s cannot run here: the page has no such program.", name)
		}
		return slices.Concat([]string{name}, rest), program.Exit{}
	}
	data, err := s.Files.ReadFile(inTree(s, name))
	if err != nil && there(s, name) {
		return refuse(cannot, "%s cannot run: it is a folder.", name)
	}
	if err != nil {
		return refuse(notFound, "%s cannot run: there is no such file.", name)
	}
	by := Interpreter(data)
	if by == nil {
		return refuse(cannot, "%s cannot run here: it is no script.", name)
	}
	if !slices.Contains(can, by[0]) {
		return refuse(notFound, "%s cannot run here: it is a script for %s, and the page has no such program.", name, by[0])
	}
	return slices.Concat(by, []string{name}, rest), program.Exit{}
}

// inTree is where a name leads from the folder that the program runs in.
func inTree(s program.Spec, name string) string {
	if !strings.HasPrefix(name, "/") {
		name = "/" + s.Dir + "/" + name
	}
	return strings.TrimPrefix(path.Clean(name), "/")
}

func there(s program.Spec, name string) bool {
	_, err := s.Files.Stat(inTree(s, name))
	return err == nil
}

func system(name string) bool {
	return slices.Contains([]string{"/bin", "/usr/bin", "/usr/local/bin"}, path.Dir(name))
}

// Interpreter is the program that a script's first line asks for, with its
// options: sh where it asks for none, nil for what is no text. What env is asked
// for is the program itself (execve(2)).
func Interpreter(data []byte) []string {
	line, _, _ := bytes.Cut(data[:min(len(data), 4096)], []byte("\n"))
	if bytes.IndexByte(line, 0) >= 0 {
		return nil
	}
	rest, found := strings.CutPrefix(string(line), "#!")
	words := strings.Fields(rest)
	if !found || len(words) == 0 {
		return []string{"sh"}
	}
	if path.Base(words[0]) == "env" {
		i := slices.IndexFunc(words[1:], func(w string) bool { return !strings.HasPrefix(w, "-") && !strings.Contains(w, "=") })
		if i < 0 {
			return []string{"env"}
		}
		words = words[i+1:]
	}
	return slices.Concat([]string{path.Base(words[0])}, words[1:])
}
