// Command beats counts how often a program is heard of while its garbage is collected.
package main

import (
	"fmt"
	"runtime"
	"time"
)

type node struct{ left, right *node }

func grow(depth int) *node {
	if depth == 0 {
		return &node{}
	}
	return &node{grow(depth - 1), grow(depth - 1)}
}

func main() {
	kept := grow(19)
	beats, over := 0, make(chan bool)
	go func() {
		runtime.GC()
		close(over)
	}()
	for {
		select {
		case <-over:
			runtime.KeepAlive(kept)
			fmt.Println(beats)
			return
		case <-time.After(time.Millisecond):
			beats++
		}
	}
}
