// Command trace is built for the tests of slim: it calls a library.
package main

import (
	"fmt"
	"strings"
)

func main() { fmt.Println(dash(3)) }

//go:noinline
func dash(n int) string { return strings.Repeat("-", n) }
