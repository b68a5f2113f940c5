//go:build linux

package native

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"

	"lily/web/gate"
)

// way is how a program asks the network where its sandbox has one of its own, in which there is nothing but a gate: who
// starts in it opens the gate's socket, gives that to Lily, and becomes the program. So nothing of the machine's
// network is in the sandbox, and nothing of Lily either.
type way struct {
	gate         *gate.Gate
	dir, exe     string
	ours, theirs *os.File
	stop         context.CancelFunc
	over         chan struct{}
}

// atGate is the first word of a process that is to open the gate's socket.
const atGate = "lily:gate"

func init() {
	if len(os.Args) > 2 && os.Args[1] == atGate {
		fmt.Fprintln(os.Stderr, "lily: the sandbox: "+pass(os.Args[2:]).Error())
		os.Exit(125)
	}
}

const (
	gatePort = 3128
	given    = 3 // the descriptor by which the socket goes
)

// pass gives the gate's socket away, and becomes another program.
func pass(words []string) error {
	l, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	err = errors.Join(
		unix.Bind(l, &unix.SockaddrInet4{Port: gatePort, Addr: [4]byte{127, 0, 0, 1}}), unix.Listen(l, 64),
		unix.Sendmsg(given, []byte{1}, unix.UnixRights(l), nil, 0), unix.Close(given),
	)
	if err != nil {
		return err
	}
	return fmt.Errorf("%s: %w", words[0], syscall.Exec(words[0], words, os.Environ()))
}

// newWay opens one. What the sandbox shows of it everybody may read.
func newWay(b *Box, fetch gate.Fetch) (w *way, err error) {
	w = &way{over: make(chan struct{})}
	if w.gate, err = gate.New(fetch); err != nil {
		return nil, err
	}
	if w.dir, err = os.MkdirTemp(base(), "lily-gate-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(w.dir)
		}
	}()
	if err = errors.Join(os.Chmod(w.dir, 0o755), os.WriteFile(w.roots(), w.gate.Roots(), 0o644)); err != nil {
		return nil, err
	}
	if w.exe, err = b.self(w.dir); err != nil {
		return nil, err
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	w.ours, w.theirs = os.NewFile(uintptr(pair[0]), "gate"), os.NewFile(uintptr(pair[1]), "gate")
	return w, nil
}

func (w *way) roots() string { return filepath.Join(w.dir, "roots.pem") }

// self is this program, where the user of a sandbox may read it: a copy where that is not where it lies.
func (b *Box) self(dir string) (string, error) {
	exe, err := os.Executable()
	if err == nil && (b.as == 0 || open(exe)) {
		return exe, nil
	}
	from, err := os.Open("/proc/self/exe")
	if err != nil {
		return "", err
	}
	defer from.Close()
	to, err := os.OpenFile(filepath.Join(dir, "lily"), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(to, from)
	return to.Name(), errors.Join(err, to.Close(), os.Chmod(to.Name(), 0o755))
}

// serve answers at the gate from when the program has one.
func (w *way) serve(ctx context.Context) {
	ctx, w.stop = context.WithCancel(ctx)
	go func() {
		defer close(w.over)
		if l, err := w.listener(); err == nil {
			w.gate.Serve(ctx, l)
		}
	}()
}

// listener takes the gate's socket. Nothing comes where the program did not start.
func (w *way) listener() (net.Listener, error) {
	defer w.ours.Close()
	room := make([]byte, unix.CmsgSpace(4))
	_, n, _, _, err := unix.Recvmsg(int(w.ours.Fd()), make([]byte, 1), room, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return nil, err
	}
	list, err := unix.ParseSocketControlMessage(room[:n])
	if err != nil || len(list) == 0 {
		return nil, errors.Join(err, io.ErrUnexpectedEOF)
	}
	fds, err := unix.ParseUnixRights(&list[0])
	if err != nil || len(fds) == 0 {
		return nil, errors.Join(err, io.ErrUnexpectedEOF)
	}
	file := os.NewFile(uintptr(fds[0]), "gate")
	defer file.Close()
	return net.FileListener(file)
}

// close returns when nothing of the way is under way. Of none it does nothing.
func (w *way) close() {
	if w == nil {
		return
	}
	w.theirs.Close()
	w.stop()
	<-w.over
	os.RemoveAll(w.dir)
}

// end is what the program is given of the way; nil for none.
func (w *way) end() *os.File {
	if w == nil {
		return nil
	}
	return w.theirs
}

// where are the words of bubblewrap that show the way.
func (w *way) where() []string {
	list := []string{"--ro-bind", w.roots(), gateRoots, "--ro-bind", w.exe, gateExe}
	for _, at := range []string{"/etc/ssl/certs/ca-certificates.crt", "/etc/ssl/certs/ca-bundle.crt"} {
		if info, err := os.Lstat(at); err == nil && info.Mode().IsRegular() {
			list = append(list, "--ro-bind", w.roots(), at)
		}
	}
	return list
}

const (
	gateRoots = "/run/lily/roots.pem"
	gateExe   = "/run/lily/lily"
)

// through are words that start at the gate.
func (w *way) through(words []string) []string { return append([]string{gateExe, atGate}, words...) }

// env are the variables by which programs find the gate, and trust it.
func (w *way) env() (list []string) {
	at := fmt.Sprintf("http://127.0.0.1:%d", gatePort)
	for _, name := range []string{"http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"} {
		list = append(list, name+"="+at)
	}
	for _, name := range []string{"CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "NODE_EXTRA_CA_CERTS", "PIP_CERT", "REQUESTS_CA_BUNDLE", "SSL_CERT_FILE"} {
		list = append(list, name+"="+gateRoots)
	}
	return append(list, "NODE_USE_ENV_PROXY=1")
}
