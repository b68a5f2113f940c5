// Package slim makes a built engine smaller to download, by an eighth, as stripping
// does for a native program: it takes out what only a trace of libraries' functions
// would tell, and writes the memory that the engine starts with in few pieces.
//
// It promises an engine that does the same in the same order, with every table that the collector and the scheduler
// read, and whole traces through Lily's own functions: names, files and lines. A library's function is called
// "library" in a trace, at no line.
//
// It does not promise to know the tables of another release of Go: what it
// does not find laid out as Go 1.26 lays it is an error. It does not touch code.
//
//	small, err := slim.Engine(engine)
package slim

import (
	"slices"
	"strings"
)

const library = "library" // what a trace calls a function whose name was taken out

var own = []string{"lily/", "main."} // the functions that a trace tells in full

// kinds are how names begin by which the runtime tells one kind of functions from another
// (runtime.isSystemGoroutine, runtime.showframe); the functions of a kind have one name.
var kinds = []string{"runtime.", "reflect.", "internal/", ""}

// named are the functions that the runtime looks for by their whole names, of which it
// asks where a call's arguments lie (runtime.argMapInternal).
var named = []string{"reflect.makeFuncStub", "reflect.methodValueCall"}

// Engine returns a wasm that Go built, without the lines, files and names of
// libraries' functions, and without the points at which a signal may not stop a
// function: wasm has no signals. The error says what was not as Go 1.26 makes it.
func Engine(wasm []byte) ([]byte, error) {
	m, err := open(wasm)
	if err != nil {
		return nil, err
	}
	t, err := find(m.mem)
	if err != nil {
		return nil, err
	}
	t.dropLines()
	t.dropTables()
	t.dropNames()
	return m.close(), nil
}

func in(name string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}
