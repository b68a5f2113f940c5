package native

import (
	"fmt"
	"os"

	"lily/core/program"
)

// What one process may have. Time, output and files are bounded besides, by the [program.Spec] and by what is kept.
const (
	mostMemory    = 4 << 30 // bytes
	mostOpen      = 1024    // files
	mostProcesses = 512     // beside those that the user has
)

// limited bounds what a program takes of the machine, where prlimit is there to do it before it starts, and lets it be
// the first to end where memory is short, where choom is (util-linux has both).
func limited(words []string) []string {
	list := tool("choom", "-n", "1000", "--")
	list = append(list, tool("prlimit", "--core=0", fmt.Sprint("--data=", int64(mostMemory)), fmt.Sprint("--fsize=", 2*program.Left.Bytes),
		fmt.Sprint("--nofile=", mostOpen), fmt.Sprint("--nproc=", mostProcesses+processes()), "--")...)
	return append(list, words...)
}

// Limits are the tools of this machine that bound what a program takes of it, sorted.
func Limits() []string {
	list := []string{}
	for _, name := range []string{"choom", "prlimit"} {
		if tool(name) != nil {
			list = append(list, name)
		}
	}
	return list
}

// tool is a program of the machine with its first words; nil where it is not there.
func tool(name string, words ...string) []string {
	if exe := find(name, Usual); exe != "" {
		return append([]string{exe}, words...)
	}
	return nil
}

// processes is about how many there are.
func processes() int {
	list, _ := os.ReadDir("/proc")
	return len(list)
}
