package server

import (
	"fmt"
	"os/user"
	"runtime"
	"strconv"
	"strings"
)

// DefaultAddr is where the first person of a machine has Lily.
const DefaultAddr = "127.0.0.1:7777"

// OwnAddr is the address at which this person has Lily, if they name none. It is the same at each start, because the
// browser keeps what the person made under host and port. It is another one for each user of the machine: at one port
// for all, whoever starts Lily next would get at what the browser keeps of the others.
func OwnAddr() string {
	u, err := user.Current()
	if err != nil {
		return DefaultAddr
	}
	return fmt.Sprintf("127.0.0.1:%d", ownPort(runtime.GOOS, u.Uid))
}

const (
	firstPort = 7777
	ownPorts  = 20011 // a prime; the last one is below those that systems give out by themselves
)

// ownPort counts from the number that a system gives its first person. A number on Windows is the last of a SID.
func ownPort(goos, uid string) int {
	n, err := strconv.ParseInt(uid[strings.LastIndex(uid, "-")+1:], 10, 64)
	if err != nil {
		return firstPort
	}
	first := int64(1000)
	switch goos {
	case "darwin":
		first = 501
	case "windows":
		first = 1001
	}
	return firstPort + int(((n-first)%ownPorts+ownPorts)%ownPorts)
}
