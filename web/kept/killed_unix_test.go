//go:build unix

package kept_test

import (
	"bufio"
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"lily/core/store"
	"lily/core/store/storetest"
	"lily/core/tree"
	"lily/web/kept"
)

var rounds = flag.Int("killed", 20, "how often programs are killed amid their work")

// The tests start this program again as one that keeps steps in a folder until it is killed, or fills it.
const (
	writesTo = "LILY_TEST_WRITES"
	fills    = "LILY_TEST_FILLS"
)

func TestMain(m *testing.M) {
	flag.Parse()
	if dir := os.Getenv(writesTo); dir != "" {
		writes(dir)
	}
	os.Exit(m.Run())
}

// writes keeps steps and says each that is done. Now and then it collects, which keeps all.
func writes(dir string) {
	s, err := kept.Open(dir)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	log, err := s.Log(context.Background(), "log", 0)
	for n := len(log); err == nil; n++ {
		c := step(n)
		c.Relaxed = n%3 > 0
		if err = s.Commit(context.Background(), c); err == nil {
			fmt.Println(n + 1)
		}
		if n%7 == 6 && err == nil {
			c := store.Change{Blobs: []store.Blob{{Digest: tree.Sum([]byte("garbage")), Data: []byte("garbage")}}}
			err = s.Commit(context.Background(), c)
			if err == nil {
				_, err = s.Collect(context.Background(), nil, func(d tree.Digest) bool { return d != tree.Sum([]byte("garbage")) })
			}
		}
	}
	fmt.Println(err)
	os.Exit(1)
}

func again(t *testing.T, env ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), env...)
	return cmd
}

// EV-6: whatever moment a program is killed in, what it was told is kept is kept, and nothing is half there. Two write
// at once: one of them is refused what the other one did first.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	before := 0
	for round := range *rounds {
		cmd := again(t, writesTo+"="+dir)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Duration(rand.IntN(60_000))*time.Microsecond+20*time.Millisecond, func() { cmd.Process.Kill() })
		told := before
		for lines := bufio.NewScanner(out); lines.Scan(); {
			n, err := strconv.Atoi(lines.Text())
			if err != nil {
				t.Fatalf("round %d: got %q", round, lines.Text())
			}
			told = n
		}
		cmd.Wait()
		before = whole(t, open(t, dir))
		if before < told || before > told+1 {
			t.Fatalf("round %d: got %d steps, want the %d that were done, or one more", round, before, told)
		}
	}
	if before < *rounds/4 {
		t.Errorf("got %d steps in %d rounds, too few to say anything", before, *rounds)
	}
	files, err := os.ReadDir(filepath.Join(dir, "blobs"))
	var size int64
	for _, f := range files {
		if info, err := f.Info(); err == nil {
			size += info.Size()
		}
	}
	if most := 2 + int(size>>24); len(files) > most || err != nil { // one that was being made, and two for 32 MiB at most
		t.Errorf("got %d packs of %d bytes, %v, want at most %d", len(files), size, err, most)
	}
}

// A disk without room keeps nothing of a change, and all that was there; here files may not grow beyond 128 KiB.
func TestFull(t *testing.T) {
	if dir := os.Getenv(fills); dir != "" {
		storetest.Full(t, func() store.Store { return open(t, dir) })
		return
	}
	cmd := again(t, fills+"="+t.TempDir())
	cmd.Args = []string{"sh", "-c", `ulimit -f 256; exec "$0" -test.run=TestFull -test.v`, cmd.Path}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	cmd.Path = shell
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "PASS: TestFull") {
		t.Errorf("got %v, %s", cmp.Or(err, fmt.Errorf("no pass")), out)
	}
}
