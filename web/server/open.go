package server

import (
	"os/exec"
	"runtime"
)

// Open shows a URL in the person's browser by the system's own opener, and does
// not wait for it.
func Open(url string) error {
	name, args := opener(runtime.GOOS)
	cmd := exec.Command(name, append(args, url)...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // reaps it; what became of it is on the screen
	return nil
}

func opener(goos string) (name string, args []string) {
	switch goos {
	case "darwin":
		return "open", nil
	case "windows":
		return "rundll32", []string{"url.dll,FileProtocolHandler"}
	default:
		return "xdg-open", nil
	}
}
