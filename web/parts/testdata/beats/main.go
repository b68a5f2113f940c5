// Command beats counts how often a program is heard of while its garbage is collected: by a timer of its own; as the
// page, with "page"; as the page that has work with each of it, with "work".
package main

import (
	"fmt"
	"os"
	"runtime"
	"syscall/js"
	"time"
)

type node struct{ left, right *node }

func grow(depth int) *node {
	if depth == 0 {
		return &node{}
	}
	return &node{grow(depth - 1), grow(depth - 1)}
}

var garbage []byte

func main() {
	kept := grow(19)
	over := make(chan bool)
	go func() {
		runtime.GC()
		close(over)
	}()
	beats := 0
	switch {
	case len(os.Args) == 1:
		beats = timer(over)
	case os.Args[1] == "page":
		beats = page(over, 200, func() {})
	default:
		beats = page(over, 20_000, func() { garbage = make([]byte, 64<<10) })
	}
	runtime.KeepAlive(kept)
	fmt.Println(beats)
}

func timer(over <-chan bool) (beats int) {
	for {
		select {
		case <-over:
			return beats
		case <-time.After(time.Millisecond):
			beats++
		}
	}
}

// page is heard of so often at most, each time as soon as it has its turn.
func page(over <-chan bool, most int, work func()) (beats int) {
	var f js.Func
	f = js.FuncOf(func(js.Value, []js.Value) any {
		work()
		if beats++; beats < most {
			js.Global().Call("setImmediate", f)
		}
		return nil
	})
	js.Global().Call("setImmediate", f)
	<-over
	return beats
}
