package argv

import (
	"path"
	"slices"
	"strings"
)

// Run is what the words of a command run: the file that a word names, or the code that it holds.
type Run struct {
	Word int    // which of the words
	From int    // where in it the name or the code begins: -c'code', --eval=code
	Code bool   // it is the code itself
	By   string // the program that is given it; empty where the file is the program

	own bool // it is the script of the command's own program, and surely so
}

// Text is the name of the file, or the code.
func (r Run) Text(words []string) string { return words[r.Word][r.From:] }

// traced are the programs whose words are known well enough to say what they run.
var traced = strings.Fields(`
bash sh dash ash ksh zsh node nodejs python python3 perl ruby awk gawk mawk nawk sed
env timeout nice ionice stdbuf time exec sudo doas xargs chroot nohup setsid command busybox find`)

// Runs finds all that the words of a command run, also through programs that start
// others, as in timeout 5 env A=b bash -e x.sh (PO-6). It follows what the manuals of
// the programs say of their words; what a program does of its own accord it cannot know.
func Runs(words []string) []Run {
	if len(words) == 0 {
		return nil
	}
	list := make([]word, len(words))
	for i, text := range words {
		list[i] = word{{text: text}}
	}
	k := &walk{tracing: true, begins: map[int]bool{}}
	k.run(list)
	return k.runs
}

// Script finds the word that names the script which an interpreter surely runs, as in bash -e x.sh, or gives -1.
func Script(words []string) int {
	for _, r := range Runs(words) {
		if r.own {
			return r.Word
		}
	}
	return -1
}

// trace goes on with the words of a program, also of one that is written with the folder
// of a system's programs, or notes it where it is a file itself.
func (k *walk) trace(head string) {
	name := head
	if slices.Contains([]string{"/bin", "/usr/bin", "/usr/local/bin"}, path.Dir(head)) {
		name = path.Base(head)
	}
	switch {
	case slices.Contains(traced, name):
		k.next.add(state{by: readerOf(name), name: name, own: k.at == 0})
	case strings.Contains(name, "/"):
		k.add(Run{Word: k.at})
	}
}

func (k *walk) found(s state, from int, code bool) {
	k.add(Run{Word: k.at, From: from, Code: code, By: s.name})
}

func (k *walk) add(r Run) {
	if k.tracing && !slices.Contains(k.runs, r) {
		k.runs = append(k.runs, r)
	}
}
