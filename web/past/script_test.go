package past_test

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"testing"

	"lily/core"
	"lily/core/event"
	"lily/core/profile"
	"lily/core/replay"
	"lily/core/script"
	"lily/core/tool"
	"lily/core/world"
	"lily/persona"
	"lily/skills"
	"lily/wasm/which"
	"lily/web/past"
)

// days drives a script as someone does who goes on with a session another day for each line: each is answered by a run
// of its own, on the world that the one before has left.
type days struct {
	*script.Engine
	t     *testing.T
	s     *script.Script
	dir   string
	world world.World
	run   *past.Run
}

func (d *days) begin() {
	d.t.Helper()
	kept, err := past.Open(filepath.Join(d.dir, "sessions"), d.world)
	if err != nil {
		d.t.Fatal(err)
	}
	if len(kept.Problems) > 0 {
		d.t.Fatal(kept.Problems)
	}
	if d.run, err = past.New(kept, filepath.Join(d.dir, "events"), filepath.Join(d.dir, "run.lily")); err != nil {
		d.t.Fatal(err)
	}
	ports := d.s.Ports(func() world.World { return d.World() })
	ports.Sessions = d.run
	d.Engine = &script.Engine{Session: d.session(), Engine: core.New(d.world, tool.Builtin(), ports)}
	if id := d.session(); id == "" {
		d.Session, err = d.Open(!d.s.Guest)
	} else {
		_, err = d.run.Resume(d.Engine.Engine, id, io.Discard)
	}
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *days) session() string {
	if d.Engine == nil {
		return ""
	}
	return d.Session
}

// end ends a run, and replays what its bundle has.
func (d *days) end() {
	d.t.Helper()
	d.world = d.World()
	_, events := d.State(d.Session)
	if err := cmp.Or(d.run.Sync(d.t.Output()), d.run.Bundles(d.Engine.Engine, io.Discard), d.run.Close()); err != nil {
		d.t.Fatal(err)
	}
	got, err := replay.Run(d.t.Context(), tool.Builtin(), events, nil)
	if diff := replay.Compare(got, events); err != nil || diff != nil {
		d.t.Fatalf("got %v, %+v, want the same again", err, diff)
	}
}

// said reports whether a person has said something: before that there is nothing to go on with.
func (d *days) said() bool {
	_, events := d.State(d.Session)
	for _, e := range events {
		switch e.Body.(type) {
		case event.Command, event.Message:
			return true
		}
	}
	return false
}

// Type implements [script.Driver].
func (d *days) Type(line string) (out, code string, err error) {
	out, code, err = d.Engine.Type(line)
	if d.said() {
		d.end()
		d.begin()
	}
	return out, code, err
}

// EV-5, TM-6: the scripts of the contract give the same events through the store and the recorder of lily session as in
// the page, also where each line is another run's; and each run's bundle replays.
func TestScriptsOverDays(t *testing.T) {
	paths, err := filepath.Glob("../../core/testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s, err := script.Parse(data)
			if err != nil {
				t.Fatal(err)
			}
			n++
			overDays(t, s)
		})
	}
	if n < 60 {
		t.Errorf("got %d scripts, want 60 or more", n)
	}
}

func overDays(t *testing.T, s *script.Script) {
	w, err := s.World(skills.Files(), persona.Files(), profile.Browser("linux", which.Programs()))
	if err != nil {
		t.Fatal(err)
	}
	d := &days{t: t, s: s, dir: t.TempDir(), world: w}
	d.begin()
	out, events, err := script.Run(s, d)
	if err != nil {
		t.Fatal(err)
	}
	if d.end(); out != s.Out {
		t.Errorf("got\n%s\nwant\n%s", out, s.Out)
	}
	if s.Events != "" && events != s.Events {
		t.Errorf("got the events\n%s\nwant\n%s", events, s.Events)
	}
}
