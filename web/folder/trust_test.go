package folder_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"lily/core"
	"lily/core/archive"
	"lily/core/bundle"
	"lily/core/call"
	"lily/core/intake"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/persist"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/store"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/port"
	"lily/web/port/porttest"
	"lily/web/state/statetest"
	"lily/web/turns"
)

var walked = flag.Uint64("trust.seed", 0, "take this walk in place of one by chance")

// PO-5: no sequence of operations makes a byte out of an archive run unasked, but for the person's
// own trust. Each file of an archive, and each that a program of one writes, has a mark in its text;
// where a program runs with such a mark before it, the person was asked about that very call, or
// has trusted the mark.
func TestTrustHolds(t *testing.T) {
	chance := *walked
	if chance == 0 {
		chance = uint64(time.Now().UnixNano())
	}
	t.Logf("the walk by chance: -trust.seed=%d", chance)
	ran, evil, unasked, restored := 0, 0, 0, 0
	did := map[string]int{}
	for _, seed := range []uint64{1, 2, 3, 4, 5, chance} {
		w := newWalk(t, seed)
		for w.at = range 400 {
			w.step()
			if t.Failed() {
				t.Logf("seed %d, the last steps: %s", seed, strings.Join(w.did[max(0, len(w.did)-40):], ", "))
				return
			}
		}
		did["unzip"] += w.unzipped
		did["fixed"] += w.fixed
		did["undone"] += w.undone
		for _, name := range w.did {
			did[name]++
			did["steps"]++
		}
		ran, evil, unasked, restored = ran+w.ran, evil+w.evil, unasked+w.unasked, restored+w.restored
	}
	if evil == 0 || unasked == 0 || restored == 0 {
		t.Errorf("got %d programs, %d with marks, %d unasked and %d exports restored, want some of each", ran, evil, unasked, restored)
	}
	for name, want := range map[string]int{
		"steps": 2000, "import": 50, "unzip": 50, "edit": 50, "run": 50, "mount": 50, "restore": 50, "fork": 50, "keep": 50, "reload": 50, "start": 50,
		"fixed": 50, "undone": 50, "save": 50, "fresh": 50, "put back": 50,
	} {
		if did[name] < want {
			t.Errorf("got %d of %q, want at least %d", did[name], name, want)
		}
	}
	t.Logf("%v", did)
	t.Logf("%d programs, %d with marks, %d unasked, %d restored", ran, evil, unasked, restored)
}

// PO-5: what is trusted without a file is not trusted with it: one that comes back as it was before, from a snapshot or
// because a call is undone, comes from where it came from then.
func TestWhatComesBackIsNotTrusted(t *testing.T) {
	for name, back := range map[string]func(w *strayed, c *loader.Candidate, at string, was world.World){
		"put back": func(w *strayed, c *loader.Candidate, at string, _ world.World) {
			f, _ := c.Folder().File("run.sh")
			w.page.Edits.PutBack(c, at, f)
		},
		"a call undone": func(w *strayed, _ *loader.Candidate, at string, was world.World) {
			gone, err := was.Tree.Remove(at)
			if err != nil {
				w.t.Fatal(err)
			}
			w.page.Edits.UndoCall("tidy", turns.Undoing{
				Changes: []tree.Change{{Path: at, Op: tree.Removed}}, Before: was.Tree, After: gone, Origins: was.Origins,
			})
		},
	} {
		w := newWalk(t, 1)
		w.page.Imports.Dropped("user", intake.Gather([]intake.File{{Path: "a.zip", Data: zipOf(t, map[string]string{
			"kit/SKILL.md": tooled("kit", ""), "kit/run.sh": "EVIL-1\n",
		})}}, nil, nil))
		w.page.Imports.Accept(false)
		w.page.Say(t, "/reload_skills")
		at, was := "user/skills/kit/run.sh", w.page.Engine.World()
		c := kit(t, w)
		w.page.Edits.Remove(at, "Removed.")
		w.page.Say(t, "/reload_skills")
		w.page.Edits.Trust(kit(t, w))
		if now := w.page.Engine.World(); now.Origins.AnyForeign() {
			t.Fatalf("got %v, want it trusted", now.Origins)
		}
		back(w, c, at, was)
		now := w.page.Engine.World()
		if _, there := now.Tree.File(at); !there {
			t.Fatalf("%s: got no file", name)
		}
		if _, foreign := now.Origins.Foreign("/" + at); !foreign {
			t.Errorf("%s: got it trusted", name)
		}
	}
}

func kit(t *testing.T, w *strayed) *loader.Candidate {
	t.Helper()
	for _, c := range w.page.Sessions.Snapshot().Candidates {
		if c.Name == "kit" {
			return c
		}
	}
	t.Fatal("got no skill")
	return nil
}

// strayed is a walk: a page, its folder, and what is known of the marks.
type strayed struct {
	*rand.Rand
	t     *testing.T
	page  *statetest.Page
	fresh world.World // what the program brings along
	disk  *porttest.Mount
	at    int
	did   []string

	next               int             // the number of the next mark
	fine               map[string]bool // the marks that the person trusts
	asked              bool            // about the call that is under way
	ran, evil, unasked int
	restored, unzipped int
	fixed, undone      int
	before             []world.World // of another tab
}

func newWalk(t *testing.T, seed uint64) *strayed {
	t.Helper()
	w := &strayed{Rand: rand.New(rand.NewPCG(seed, 1)), t: t, fine: map[string]bool{}}
	start, err := world.New(fstest.MapFS{
		"plain/SKILL.md": {Data: []byte("---\nsummary: Say hello.\n---\nSay hello.\n")},
	}, fstest.MapFS{"SOUL.md": {Data: []byte("You are Lily.\n")}})
	if err != nil {
		t.Fatal(err)
	}
	w.disk = &porttest.Mount{Files: map[string]string{"mine/one/SKILL.md": tooled("one", ""), "mine/one/run.sh": "own\n"}}
	e := core.New(start, tool.Builtin(), core.Ports{Model: w, Runner: w, Person: w})
	w.page, w.fresh = statetest.Of(t, e, func(p *port.Ports) { p.Mount = w.disk }), start
	return w
}

// starts reloads the page: the world comes back as a store has it, and the sessions as a bundle has them.
func (w *strayed) starts() {
	st, was := &store.Memory{}, w.page.Engine.World()
	k := persist.New(st, w.fresh, tool.Builtin())
	first, _, err := k.Open()
	if err == nil {
		_, err = k.Worlds.Save(first, was)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	now, problems, err := persist.New(st, w.fresh, tool.Builtin()).Open()
	if err != nil || len(problems) > 0 || now.Tree.Digest() != was.Tree.Digest() {
		w.t.Fatalf("got %v, %v, want the world as it was", problems, err)
	}
	e := core.New(now, tool.Builtin(), core.Ports{Model: w, Runner: w, Person: w})
	id := w.page.Sessions.Session
	_, events := w.page.Engine.State(id)
	var kept bytes.Buffer
	if err := (bundle.Bundle{Events: events}).Write(&kept); err != nil {
		w.t.Fatal(err)
	}
	b, _, err := bundle.Read(kept.Bytes(), tool.Builtin())
	if err != nil {
		w.t.Fatal(err)
	}
	e.Adopt(id, b.Events)
	w.page = statetest.Of(w.t, e, func(p *port.Ports) { p.Mount = w.disk })
	w.page.Sessions.GoTo(id)
}

// tooled is a SKILL.md in the format of tools, whose one tool runs run.sh.
func tooled(name, mark string) string {
	return fmt.Sprintf("---\nname: %s\nversion: 1.0.0\ndescription: Tools of %s. %s\n---\n### do\n\nDoes.\n\n#### Command\n\n```bash\nbash run.sh\n```\n", name, name, mark)
}

var marks = regexp.MustCompile(`EVIL-\d+`)

// stray are the marks in a text that the person has not trusted.
func (w *strayed) stray(text string) (list []string) {
	for _, m := range marks.FindAllString(text, -1) {
		if !w.fine[m] {
			list = append(list, m)
		}
	}
	return list
}

func (w *strayed) mark() string { w.next++; return fmt.Sprintf("EVIL-%d", w.next) }

func one[T any](w *strayed, list ...T) T { return list[w.IntN(len(list))] }

func (w *strayed) name() string { return one(w, "one", "two", "helper", "kit", "deep") }

func (w *strayed) root() string { return one(w, "user", "workspace") }

// steps are what may happen, each with a word.
var steps = []struct {
	name string
	do   func(w *strayed)
}{
	{"import", (*strayed).imports},
	{"folder", (*strayed).brings},
	{"edit", (*strayed).edits},
	{"copy", (*strayed).copies},
	{"remove", (*strayed).removes},
	{"undo", func(w *strayed) {
		if undo := w.page.Loop.Notice.Undo; undo != nil {
			undo()
		}
	}},
	{"run", (*strayed).runs},
	{"run", (*strayed).runs},
	{"run", (*strayed).runs},
	{"talk", func(w *strayed) { w.page.Say(w.t, "go") }},
	{"talk", func(w *strayed) { w.page.Say(w.t, "go") }},
	{"reload and run", func(w *strayed) { w.page.Say(w.t, "/reload_skills"); w.runs() }},
	{"reload and run", func(w *strayed) { w.page.Say(w.t, "/reload_skills"); w.runs() }},
	{"reload", func(w *strayed) { w.page.Say(w.t, "/reload_skills") }},
	{"mount", (*strayed).mounts},
	{"fork", (*strayed).forks},
	{"keep", (*strayed).keeps},
	{"trust", (*strayed).trusts},
	{"fix", (*strayed).fixes},
	{"save", (*strayed).saves},
	{"fresh", func(w *strayed) {
		name := w.name()
		w.page.Edits.Fresh("workspace/skills/"+name, tooled(name, ""), func(error) {})
	}},
	{"put back", (*strayed).putsBack},
	{"undo call", (*strayed).undoesCall},
	{"policy", (*strayed).rules},
	{"restore", (*strayed).restores},
	{"tab", (*strayed).tab},
	{"start", (*strayed).starts},
}

func (w *strayed) step() {
	s := steps[w.IntN(len(steps))]
	w.did = append(w.did, s.name)
	if len(w.before) > 8 {
		w.before = w.before[1:]
	}
	w.before = append(w.before, w.page.Engine.World())
	w.asked = false
	s.do(w)
}

func zipOf(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b tree.Builder
	for at, text := range files {
		if err := b.Put(at, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := archive.Write(&out, b.Tree()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// packs is an archive with one skill, each file with a mark.
func (w *strayed) packs() []byte {
	name := w.name()
	text := tooled(name, w.mark())
	if w.IntN(3) == 0 {
		text = strings.Replace(text, "Tools of", "Tools: of", 1) // no YAML; a fix is offered
	}
	return zipOf(w.t, map[string]string{name + "/SKILL.md": text, name + "/run.sh": w.mark() + "\n"})
}

func (w *strayed) drops(files ...intake.File) {
	w.page.Imports.Dropped(w.root(), intake.Gather(files, nil, nil))
	if p := w.page.Imports.Preview; p != nil {
		w.page.Imports.Accept(false)
	}
}

func (w *strayed) imports() { w.drops(intake.File{Path: "a.zip", Data: w.packs()}) }

// brings is a folder of the person's own, which may have an archive in it.
func (w *strayed) brings() {
	name := w.name()
	files := []intake.File{{Path: name + "/SKILL.md", Data: []byte(tooled(name, ""))}, {Path: name + "/run.sh", Data: []byte("own\n")}}
	if w.IntN(2) == 0 {
		files = append(files, intake.File{Path: name + "/a.zip", Data: w.packs()})
	}
	w.drops(files...)
}

// some is a path of the world, of a file or of the folder around it.
func (w *strayed) some(folder bool) string {
	var list []string
	for at := range w.page.Engine.World().Tree.Walk() {
		if top, _, _ := strings.Cut(at, "/"); top == "user" || top == "workspace" {
			if folder {
				at = path.Dir(at)
			}
			if strings.Count(at, "/") >= 2 || !folder {
				list = append(list, at)
			}
		}
	}
	if len(list) == 0 {
		return "workspace/none"
	}
	return one(w, list...)
}

func (w *strayed) edits() {
	at := w.some(false)
	text, _ := w.page.Engine.World().Tree.ReadFile(at)
	w.page.Put(at, string(text)+"own\n")
}

// saves writes a file as the editor does, over what it began from.
func (w *strayed) saves() {
	at := w.some(false)
	text, _ := w.page.Engine.World().Tree.ReadFile(at)
	w.page.Edits.Saver(at)(string(text), string(text)+"own\n", func(error) {})
}

// fixes makes all fixes that are offered.
func (w *strayed) fixes() {
	for _, c := range w.page.Sessions.Snapshot().Candidates {
		for _, f := range c.Findings {
			if f.Fix != nil && c.Source != world.Bundled {
				w.page.Edits.Fix(c, f)
				w.fixed++
			}
		}
	}
}

// putsBack brings files back that the snapshot has.
func (w *strayed) putsBack() {
	for _, c := range w.page.Sessions.Snapshot().Candidates {
		for at, f := range c.Folder().Walk() {
			at = strings.TrimPrefix(c.Path, "/") + "/" + at
			if _, there := w.page.Engine.World().Tree.File(at); !there && c.Source != world.Bundled {
				w.page.Edits.PutBack(c, at, f)
			}
		}
	}
}

// undoesCall takes back what some call of the session changed.
func (w *strayed) undoesCall() {
	_, events := w.page.Engine.State(w.page.Sessions.Session)
	var trace turns.Trace
	trace.Take(events)
	for _, turn := range trace.Turns() {
		for _, step := range turn.Steps {
			if step.Tool == nil || w.IntN(2) == 0 {
				continue
			}
			if u, ok := step.Tool.Undoing(events); ok && len(u.Changes) > 0 {
				w.page.Edits.UndoCall(step.Tool.Name, u)
				w.undone++
			}
		}
	}
}

func (w *strayed) copies() {
	from := w.some(true)
	to := one(w, w.root()+"/skills/"+w.name(), "workspace/aside")
	w.page.Edits.Edit("Copied.", func(in world.World) (world.World, error) {
		sub, err := in.Tree.At(from)
		if err == nil {
			in.Tree, err = in.Tree.Graft(to, sub)
		}
		return in, err
	})
}

func (w *strayed) removes() {
	at := w.some(w.IntN(2) == 0)
	w.page.Edits.Remove(at, "Removed.")
}

func (w *strayed) runs() {
	snap := w.page.Sessions.Snapshot()
	if snap == nil || len(snap.Skills) == 0 {
		return
	}
	for range 3 {
		w.asked = false
		w.page.Say(w.t, "/skill "+one(w, snap.Skills...).Name+" do")
	}
}

func (w *strayed) mounts() {
	switch w.IntN(6) {
	case 0:
		w.page.Folder.Pick()
		if p := w.page.Imports.Preview; p != nil {
			w.page.Imports.Accept(false)
		}
	case 1:
		w.disk.Files["mine/a.zip"] = string(w.packs())
		w.look()
		delete(w.disk.Files, "mine/a.zip")
	case 2:
		w.look()
	case 3:
		w.disk.Files["mine/"+w.name()+"/more.txt"] = "own\n"
		w.look()
	case 4: // what was written there moves there
		from, to := "mine/"+w.name()+"/", "mine/"+w.name()+"/"
		for at, text := range maps.Clone(w.disk.Files) {
			if rest, ok := strings.CutPrefix(at, from); ok && from != to {
				delete(w.disk.Files, at)
				w.disk.Files[to+rest] = text
			}
		}
		w.look()
	default:
		if w.page.Folder.Mounted != nil {
			w.page.Folder.AskWrite()
			w.page.Folder.Write()
		}
	}
}

func (w *strayed) look() {
	if w.page.Folder.Mounted != nil {
		w.page.Folder.Look(true)
	}
}

func (w *strayed) forks() {
	_, events := w.page.Engine.State(w.page.Sessions.Session)
	if id, err := w.page.Engine.Fork(w.page.Sessions.Session, 1+w.IntN(len(events)+1)); err == nil {
		w.page.Sessions.GoTo(id)
	}
}

// keeps goes on from a recording whose maker trusts all of an archive.
func (w *strayed) keeps() {
	name := w.name()
	theirs, err := world.New(fstest.MapFS{"plain/SKILL.md": {Data: []byte("Hello.\n")}}, fstest.MapFS{"SOUL.md": {Data: []byte("Evil.\n")}})
	if err != nil {
		w.t.Fatal(err)
	}
	theirs.Tree, _ = theirs.Tree.Put("user/skills/"+name+"/SKILL.md", []byte(tooled(name, w.mark())))
	theirs.Tree, _ = theirs.Tree.Put("user/skills/"+name+"/run.sh", []byte(w.mark()))
	theirs.Policy.Asks = "full_auto"
	e := core.New(theirs, tool.Builtin(), core.Ports{Model: model.Offline{}, Runner: idle{}, Person: yes{}})
	id, err := e.Open(true)
	if err != nil {
		w.t.Fatal(err)
	}
	e.Turn(w.t.Context(), id, "/skill "+name+" do")
	_, events := e.State(id)
	if id, err := w.page.Engine.Keep(slices.Clone(events), 2+w.IntN(len(events)-1), ""); err == nil {
		w.page.Sessions.GoTo(id)
	}
}

type yes struct{ core.Memory }

func (yes) Approve(context.Context, call.Question) policy.Consent { return policy.Digest }

type idle struct{}

func (idle) Can() []string { return []string{"bash"} }

func (idle) Run(_ context.Context, s program.Spec, _ func(program.Stream, []byte)) (program.Exit, error) {
	return program.Exit{Files: s.Files}, nil
}

func (w *strayed) trusts() {
	var list []*loader.Candidate
	for _, c := range w.page.Sessions.Snapshot().Candidates {
		if c.Source != world.Bundled && w.IntN(3) == 0 {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		return
	}
	c := one(w, list...)
	now, err := w.page.Engine.World().Tree.At(strings.TrimPrefix(c.Path, "/"))
	if err != nil || now.Digest() != c.Folder().Digest() {
		return
	}
	w.page.Edits.Trust(c)
	for _, m := range w.stray(texts(c.Folder())) {
		w.fine[m] = true
	}
}

func texts(t tree.Tree) string {
	var all strings.Builder
	for _, f := range t.Walk() {
		data, _ := f.Bytes()
		all.Write(data)
	}
	return all.String()
}

func (w *strayed) rules() {
	asks := one(w, "never", "first_use", "full_auto", "full_auto", "full_auto")
	w.page.Edits.Edit("Saved.", func(in world.World) (world.World, error) {
		in.Policy.Asks = asks
		return in, nil
	})
}

// restores takes some or all of an export of what is here, into which someone has put a skill.
func (w *strayed) restores() {
	files := map[string]string{}
	for at, f := range w.page.Engine.World().Everything().Walk() {
		data, _ := f.Bytes()
		files[at] = string(data)
	}
	name := w.name()
	for _, at := range []string{w.root() + "/skills/" + name, "workspace/aside"} {
		files[at+"/SKILL.md"], files[at+"/run.sh"] = tooled(name, w.mark()), w.mark()
	}
	files["untrusted.yaml"] = "folders: []\n"
	w.page.Restore.Takes("lily.zip", zipOf(w.t, files), nil)
	if x := w.page.Restore.Waiting; x != nil {
		x.Take = world.Take{Profile: w.IntN(2) == 0, Policy: w.IntN(2) == 0, Persona: w.IntN(2) == 0, Differing: w.IntN(2) == 0}
		w.page.Restore.All()
		w.restored++
	}
}

// tab is another tab, which goes on from a world of before and is merged in.
func (w *strayed) tab() {
	was := one(w, w.before...)
	at := w.root() + "/skills/" + w.name()
	mark := w.mark()
	w.page.Edits.Edit("Merged.", func(now world.World) (world.World, error) {
		plan, err := intake.Gather([]intake.File{{Path: "a.zip", Data: zipOf(w.t, map[string]string{
			path.Base(at) + "/SKILL.md": tooled(path.Base(at), mark), path.Base(at) + "/run.sh": mark,
		})}}, nil, nil).Plan(loader.Input{World: was, Tools: tool.Builtin().Names()}, world.User, nil)
		if err != nil {
			return now, err
		}
		next, clashes := now.Merge(was, plan.World)
		if len(clashes) > 0 {
			return now, port.Error(clashes[0])
		}
		return next, nil
	})
}
