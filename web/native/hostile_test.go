//go:build linux

package native

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TM-4: what a sandbox holds. Each text tries to get at something of the machine, and says "got" where it could; it
// is contained where it did not, nothing of it stands outside, and the run ended in time.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for the end of programs that never end")
	}
	home := t.TempDir()
	secret := filepath.Join(home, "secret.txt")
	if err := os.WriteFile(secret, []byte("the-secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	heard := listen(t)
	sandboxes(t, func(t *testing.T, r *Runner) { contained(t, r, attacks(home, secret, heard.addr), home) })
	if n := heard.calls(); n > 0 {
		t.Errorf("got %d connections, want none", n)
	}
}

// contained runs attacks.
func contained(t *testing.T, r *Runner, list []attack, home string) {
	for _, tt := range list {
		t.Run(tt.name, func(t *testing.T) {
			began := time.Now()
			got := sh(t, r, tt.text, map[string]string{"a.txt": "a"}, 1)
			if strings.Contains(got.out, "got") || strings.Contains(got.out, "the-secret") {
				t.Errorf("got %d, %v, %q", got.exit.Code, got.err, got.out)
			}
			if took := time.Since(began); took > 6*time.Second {
				t.Errorf("got an end after %s, want it within its time", took)
			}
			if list, _ := os.ReadDir(home); len(list) != 1 {
				t.Errorf("got %v in a folder of the person's", list)
			}
			if pid := running(t, "7777777"); pid != "" {
				t.Errorf("got the process %s running", pid)
			}
		})
	}
}

// attack is one text of a shell's.
type attack struct{ name, text string }

func attacks(home, secret, addr string) []attack {
	host, port, _ := net.SplitHostPort(addr)
	fill := strings.NewReplacer("%home%", home, "%secret%", secret, "%host%", host, "%port%", port).Replace
	list := []attack{
		// The network.
		{"a socket of bash", "bash -c 'echo x >/dev/tcp/%host%/%port%' 2>/dev/null && echo got"},
		{"a datagram of bash", "bash -c 'echo x >/dev/udp/%host%/%port%' 2>/dev/null; ls /sys/class/net 2>/dev/null | grep -v lo && echo got"},
		{"perl's socket", `perl -MIO::Socket -e 'print "got" if IO::Socket::INET->new(PeerAddr=>"%host%:%port%",Timeout=>2)'`},
		{"the name of a host", "getent hosts localhost.example && echo got"},
		{"a socket with an abstract name", `perl -MIO::Socket::UNIX -e 'for (map{(split)[7]} grep /@/, do{local @ARGV="/proc/net/unix"; <>}) { s/^@/\0/; print "got" if IO::Socket::UNIX->new(Peer=>$_) }'`},
		{"a socket of a service", "for s in /run/docker.sock /var/run/docker.sock /run/dbus/system_bus_socket /tmp/.X11-unix/X0; do test -e $s && echo got; done"},
		{"a datagram", `perl -MIO::Socket -e '$s = IO::Socket::INET->new(Proto=>"udp",PeerAddr=>"%host%:%port%") and $s->send("x")'`},
		{"a raw socket", `perl -MSocket -e 'print "got" if socket(my $s, PF_INET, SOCK_RAW, 1)'`},
		{"a new interface", "ip link set lo down 2>/dev/null && ip link add x type dummy 2>/dev/null && echo got"},
		// The person's files.
		{"a file of the person's", "cat %secret% && echo got"},
		{"by way of a link", "ln -s %secret% l && cat l && echo got"},
		{"by way of /proc/1/root", "cat /proc/1/root%secret% 2>/dev/null && echo got"},
		{"by way of another process", "for p in /proc/[0-9]*; do cat $p/root%secret% $p/cwd/../..%secret% 2>/dev/null; done"},
		{"by way of open files", "for p in /proc/[0-9]*/fd/*; do readlink $p | grep -v '^/dev\\|pipe\\|/proc' | grep / && echo got; done"},
		{"the home folders", "ls -A /root /home/*/.ssh 2>/dev/null | grep . && echo got"},
		{"the shadow", "cat /etc/shadow /etc/sudoers 2>/dev/null && echo got"},
		{"keys of the machine", "cat /etc/ssh/ssh_host* 2>/dev/null && echo got"},
		{"the environment of others", "cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | grep -v '^HOME=\\|^LANG=\\|^PATH=\\|^PWD=\\|^SHLVL=\\|^_=\\|^OLDPWD=' | grep = && echo got"},
		{"the disks", "cat /dev/vda /dev/sda /dev/nvme0n1 2>/dev/null | head -c1 | grep -q . && echo got"},
		{"the memory of the machine", "head -c1 /dev/mem /dev/kmem /proc/kcore 2>/dev/null | grep . && echo got"},
		{"the log of the kernel", "dmesg 2>/dev/null | head -1 | grep . && echo got"},
		{"what others keep in /tmp", "ls -A /tmp /var/tmp 2>/dev/null | grep -v ^/ | grep . && echo got"},
		{"what systems keep", "ls /var/lib /var/log /srv /mnt /media 2>/dev/null | grep . && echo got"},
		// Writing.
		{"into /usr", "touch /usr/x 2>/dev/null && echo got"},
		{"into /etc", "touch /etc/x 2>/dev/null && echo got; echo x >>/etc/passwd 2>/dev/null && echo got"},
		{"into the root", "touch /x 2>/dev/null && echo got; mkdir /y 2>/dev/null && echo got"},
		{"into the person's folder", "mkdir -p %home%/x; echo x >%home%/x/y; echo x >>%secret%"},
		{"into /proc/sys", "(echo 1 >/proc/sys/kernel/printk_delay) 2>/dev/null && echo got; (echo h >/proc/sysrq-trigger) 2>/dev/null && echo got"},
		{"into /sys", "echo x >/sys/power/state 2>/dev/null && echo got"},
		{"into a crash handler", "test -w /proc/sys/kernel/core_pattern && echo got"},
		{"a device is made", "mknod d b 8 0 2>/dev/null && echo got"},
		{"a program of the machine is replaced", "cp a.txt /bin/ls 2>/dev/null && echo got; rm /usr/bin/env 2>/dev/null && echo got"},
		{"the root is made writable", "mount -o remount,rw / 2>/dev/null && echo got"},
		{"/usr is made writable", "mount -o remount,rw /usr 2>/dev/null && echo got"},
		{"a mount is taken off", "umount /usr 2>/dev/null && echo got; umount -l /proc 2>/dev/null && echo got"},
		{"another root", "mkdir r && chroot r /bin/true 2>/dev/null && echo got; pivot_root . . 2>/dev/null && echo got"},
		{"a mount of its own", "mkdir m && mount -t tmpfs x m 2>/dev/null && echo got; mount --bind /usr m 2>/dev/null && echo got"},
		// Being more.
		{"another user", "su -c true 2>/dev/null </dev/null && echo got; sudo -n true 2>/dev/null && echo got"},
		{"namespaces within", "unshare -Ur true 2>/dev/null && echo got"},
		{"namespaces of others", "nsenter -t 1 -m true 2>/dev/null && echo got"},
		{"capabilities", "grep CapEff /proc/self/status | grep -v 0000000000000000 && echo got; grep CapBnd /proc/self/status | grep -v 0000000000000000 && echo got"},
		{"a program with another's rights", `perl -e 'print "got" if syscall(157, 39, 0, 0, 0, 0) != 1'`}, // prctl, PR_GET_NO_NEW_PRIVS
		{"another process is traced", `perl -e 'syscall(101, 16, 1, 0, 0)'; perl -e 'print "got" if syscall(101, 16, getppid(), 0, 0) == 0 && readlink("/proc/1/ns/pid") ne readlink("/proc/self/ns/pid")'`},
		{"another process is ended", "kill -9 -1 2>/dev/null; kill -9 1 2>/dev/null; true"},
		{"the parent is ended", "kill -9 $PPID 2>/dev/null; true"},
		{"the clock is set", "date -s 2000-01-01 2>/dev/null >&2 && echo got"},
		{"the name of the machine", "hostname evil 2>/dev/null && echo got; uname -n | grep evil && echo got"},
		{"a module of the kernel", "insmod a.txt 2>/dev/null && echo got; modprobe dummy 2>/dev/null && echo got"},
		{"the terminal", "exec 3<>/dev/tty && echo got"},
		{"root by its number", `perl -e '$< = $> = 0; open F, "/etc/shadow" and print "got"'`},
		{"work for later", "echo 'touch %home%/x' | at now 2>/dev/null; echo '* * * * * touch %home%/x' | crontab - 2>/dev/null; systemd-run true 2>/dev/null && echo got"},
		{"a file of the machine by its number", `perl -e 'print "got" if syscall(304, -100, pack("x128"), 0) >= 0'`},
		{"a ring of the kernel's", `perl -e 'my $p = "\0" x 120; my $fd = syscall(425, 8, $p); exit if $fd < 0; print "held"'`},
		{"shared memory of others", "ipcs -m 2>/dev/null | grep 0x && echo got; ls -A /dev/shm | grep . && echo got"},
		// Never ending.
		{"a daemon", "setsid sleep 7777777 & exit 0"},
		{"a daemon of a daemon", "(setsid sh -c 'setsid sleep 7777777 &' &); exit 0"},
		{"one that hears nothing", "trap '' TERM INT HUP QUIT; sleep 7777777"},
		{"one that stops itself", "kill -STOP $$"},
		{"one that waits for input", "cat; read x; echo $x"},
		{"forks", "f() { f | f & }; f; sleep 7777777"},
		{"a flood of output", "yes the-flood"},
		{"all memory", `perl -e '$x = "x" x (1<<30); push @a, $x . $_ for 1..64; sleep 7777777'`},
		{"a file without an end", "cat /dev/zero >z"},
		{"files without an end", "i=0; while :; do i=$((i+1)); echo x >f$i; done"},
		{"folders without an end", "while :; do mkdir d 2>/dev/null; cd d || exit; done"},
		{"a full temporary folder", "cat /dev/zero >/tmp/z 2>/dev/null; ls -l /tmp | awk '$5 > 200000000 { print \"got\" }'"},
	}
	for i := range list {
		list[i].text = fill(list[i].text)
	}
	return list
}

// ear counts who connects.
type ear struct {
	addr  string
	count chan struct{}
}

func listen(t *testing.T) ear {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	e := ear{l.Addr().String(), make(chan struct{}, 1000)}
	u, err := net.ListenPacket("udp", e.addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { u.Close() })
	go func() {
		for data := make([]byte, 9); ; e.count <- struct{}{} {
			if _, _, err := u.ReadFrom(data); err != nil {
				return
			}
		}
	}()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			e.count <- struct{}{}
			c.Close()
		}
	}()
	return e
}

func (e ear) calls() int { return len(e.count) }
