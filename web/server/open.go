package server

import (
	"cmp"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"runtime"
	"sync"

	"lily/web/door"
)

// show opens an address in the browser, where that is wanted. What the system's opener is given stands in the list of
// processes, which every user of the machine can read. So it is given a file of this person's alone that leads on to
// the address. The file goes when its code was used, or else when the returned function is called.
func (c Config) show(url string, codes *door.Door) (done func()) {
	if c.Open == nil {
		return func() {}
	}
	path, err := leading()
	remove := sync.OnceFunc(func() { _ = os.Remove(path) }) // the person's folder may have gone
	if err == nil {
		if codes != nil {
			url += codes.New(remove)
		}
		if err = os.WriteFile(path, []byte(lead(url)), 0o600); err == nil {
			err = c.Open(path)
		}
	}
	if err != nil {
		fmt.Fprintf(c.Log, "The browser could not be opened (%v): open the address yourself.\n", err)
		remove()
	}
	return remove
}

// leading makes the file. A browser in a sandbox of its own reads no folder for temporary files and no hidden one.
func leading() (string, error) {
	home, err := os.UserHomeDir()
	f, err2 := os.CreateTemp(cmp.Or(home, os.TempDir()), "lily-*.html") // 0600
	if err = errors.Join(err, err2); err != nil {
		f, err = os.CreateTemp("", "lily-*.html")
	}
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

// lead is a page that goes on to an address, and leaves no way back to itself.
func lead(url string) string {
	url = html.EscapeString(url)
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lily</title><meta name="referrer" content="no-referrer">` +
		`<meta http-equiv="refresh" content="0;url=` + url + `"><p><a href="` + url + `">Open Lily</a></p></html>` + "\n"
}

// Open shows a file or a URL in the person's browser by the system's own opener, and does not wait for it.
func Open(what string) error {
	name, args := opener(runtime.GOOS)
	cmd := exec.Command(name, append(args, what)...)
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
