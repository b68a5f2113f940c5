package costtest

import (
	"syscall/js"
	"time"
)

// cpu is how long the processor has worked for this process, which others on the machine do not make longer.
func cpu() time.Duration {
	used := js.Global().Get("process").Call("cpuUsage")
	return time.Duration(used.Get("user").Float()+used.Get("system").Float()) * time.Microsecond
}

// each is which part of the shapes is measured, since Node is slower, and what is looked for is in the code and not in its target.
const each = 9
