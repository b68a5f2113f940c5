// Package aside keeps what a session has changed of a project until the person says what becomes of it (TM-3).
//
// It promises that what was answered is in the journal before the answer is shown, that a yes is there before the first
// file is written, and that the next start in the same folder finishes what was agreed to, says what it did, and loses
// nothing else, whatever ended the program. It writes no file that nobody has agreed to.
//
//	a, err := aside.Open(aside.Terms{Project: p, Dir: home, Out: os.Stderr})
//	w.Tree, err = a.Settle(w.Tree)
package aside

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/sight"
	"lily/core/store"
	"lily/core/tree"
	"lily/web/kept"
	"lily/web/past"
	"lily/web/worktree"
)

// Terms are what is agreed beforehand.
type Terms struct {
	Project *worktree.Project // nil keeps nothing
	Dir     string            // of the journal
	Skills  func() tree.Tree  // as their folders were read last
	Lies    func(path string) string
	Out     io.Writer          // where things are said
	Far     func(done, of int) // is told how many files are written; nil for nobody
	// Resumes is the session that the run goes on with, and takes up what it had changed; Sessions are all of the run.
	Resumes  string
	Sessions func() []string
	Lasts    bool // the sessions of the run are kept, so that one can go on
	Flags
}

// Aside is what is kept aside of one run.
type Aside struct {
	Terms
	store *kept.Store
	lock  *kept.Lock
	name  string // of its ref
	value []byte // as it was set last
	known map[tree.Digest]bool
	ended bool // amid writing, so that the next start goes on with it
}

// entry is a change as the journal has it. The digests of nothing are empty.
type entry struct {
	Path   string       `json:"path"`
	Op     tree.Op      `json:"op"`
	Was    *tree.Digest `json:"was,omitempty"`
	Is     *tree.Digest `json:"is,omitempty"`
	Agreed bool         `json:"agreed,omitempty"`
}

// journal is what one run has changed of a folder.
type journal struct {
	Dir      string   `json:"dir"`
	Sessions []string `json:"sessions,omitempty"`
	Changes  []entry  `json:"changes"`
}

// Open opens the journal of a run. Without a project there is nothing to keep, and the run has none.
func Open(t Terms) (*Aside, error) {
	if t.Project == nil {
		return nil, nil
	}
	a := &Aside{Terms: t, known: map[tree.Digest]bool{}}
	s, err := kept.Open(t.Dir)
	if err != nil {
		a.say("what is changed of the project is in memory alone, since there is no journal in %s: %s", sight.Spell(t.Dir), err)
		return a, nil
	}
	a.store = s
	refs, err := s.Refs(context.Background(), a.mine())
	if err != nil {
		return nil, err
	}
	for n := 1; ; n++ {
		a.name = fmt.Sprintf("%s%06d", a.mine(), n)
		if slices.ContainsFunc(refs, func(r store.Ref) bool { return r.Name == a.name }) {
			continue // of an earlier run
		}
		if a.lock, err = s.Hold(a.name); !errors.Is(err, kept.ErrHeld) {
			return a, err
		}
	}
}

// Home is the folder of the journals: beside the sessions.
func Home(getenv func(string) string) (string, error) {
	sessions, err := past.Home(getenv)
	return filepath.Join(filepath.Dir(sessions), "changes"), err
}

// where is the project's folder as it stands in a sentence.
func (a *Aside) where() string { return sight.Spell(a.Project.Dir()) }

// mine is what the names of a folder's journals begin with.
func (a *Aside) mine() string { return tree.Sum([]byte(a.Project.Dir())).String() + "/" }

// Close lets the journal go.
func (a *Aside) Close() {
	if a != nil && a.store != nil {
		a.lock.Release()
		a.store.Close() // all that counts is on the disk
	}
}

// keep sets the journal of this run, of which all is agreed to or nothing.
func (a *Aside) keep(list []worktree.Change, agreed bool) error {
	return a.record(list, func(worktree.Change) bool { return agreed })
}

func (a *Aside) record(list []worktree.Change, agreed func(worktree.Change) bool) error {
	if a.store == nil || len(list) == 0 && a.value == nil {
		return nil
	}
	j := journal{Dir: a.Project.Dir(), Sessions: a.sessions()}
	change := store.Change{}
	blob := func(data []byte) *tree.Digest {
		if data == nil {
			return nil
		}
		d := tree.Sum(data)
		if !a.known[d] {
			change.Blobs = append(change.Blobs, store.Blob{Digest: d, Data: data})
		}
		return &d
	}
	for _, c := range list {
		j.Changes = append(j.Changes, entry{c.Path, c.Op, blob(c.Was), blob(c.Is), agreed(c)})
	}
	var now []byte
	if len(list) > 0 {
		now, _ = json.Marshal(j) // texts and digests always encode
	}
	if string(now) == string(a.value) {
		return nil
	}
	change.Refs = []store.Set{{Name: a.name, Was: a.value, Now: now}}
	if err := a.store.Commit(context.Background(), change); err != nil {
		return err
	}
	a.value = now
	for _, b := range change.Blobs {
		a.known[b.Digest] = true
	}
	return nil
}

// sessions are those whose changes a journal has.
func (a *Aside) sessions() (list []string) {
	if a.Sessions != nil {
		list = a.Sessions()
	}
	if len(list) == 0 && a.Resumes != "" {
		list = []string{a.Resumes}
	}
	return list
}

// Overtaken keeps a change for a later session whose file has changed on the disk, too, and is from now on what it is there.
func (a *Aside) Overtaken(path string, was, is []byte) {
	if a == nil || a.store == nil {
		return
	}
	c := worktree.Change{Path: path, Op: tree.Changed, Was: was, Is: is}
	switch {
	case was == nil:
		c.Op = tree.Added
	case is == nil:
		c.Op = tree.Removed
	}
	a.say("%s has changed on the disk, and is what it is there from now on; what the session had made of it is kept aside", c.Name())
	if err := a.apart(c); err != nil {
		a.say("that is not in the journal, and is lost: %s", err)
	}
}

// apart keeps a change in a journal of its own, which is no run's any more.
func (a *Aside) apart(c worktree.Change) error {
	refs, err := a.store.Refs(context.Background(), a.mine())
	if err != nil {
		return err
	}
	other := &Aside{Terms: a.Terms, store: a.store, known: a.known}
	for n := 1; other.name == "" || slices.ContainsFunc(refs, func(r store.Ref) bool { return r.Name == other.name }); n++ {
		other.name = fmt.Sprintf("%sover-%06d", a.mine(), n)
	}
	return other.keep([]worktree.Change{c}, false)
}

// Pending are the changes of a tree that are not written.
func (a *Aside) Pending(now tree.Tree) ([]worktree.Change, error) {
	if a == nil {
		return nil, nil
	}
	return a.Project.Pending(now, a.Skills())
}

// Sync has on the disk what the session has changed, before its answer is shown. With the flag it is written at once.
func (a *Aside) Sync(ctx context.Context, now tree.Tree) {
	list, err := a.Pending(now)
	if a == nil {
		return
	}
	if err == nil && a.Flags.Write && len(list) > 0 {
		a.unasked(ctx, list)
		return
	}
	if err = cmp.Or(err, a.keep(list, false)); err != nil {
		a.say("what was changed of the project is not in the journal, and is lost if this ends now: %s", err)
	}
}

// mark is the letter of a change, as git writes it.
func mark(c worktree.Change) string {
	return map[tree.Op]string{tree.Added: "A", tree.Removed: "D", tree.Changed: "M"}[c.Op]
}

const mostNamed = 20

// names are the first of a list, and how many more there are.
func names(list []string) string {
	text := answer.Line(strings.Join(list[:min(len(list), mostNamed)], ", "))
	if more := len(list) - mostNamed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func listed(list []worktree.Change) string {
	var all []string
	for _, c := range list {
		all = append(all, mark(c)+" "+c.Name())
	}
	return names(all)
}

func (a *Aside) say(format string, args ...any) { fmt.Fprintf(a.Out, "lily: "+format+"\n", args...) }

// Begin opens the journal of a run, and settles those of earlier ones.
func Begin(now tree.Tree, t Terms) (a *Aside, next tree.Tree, err error) {
	if t.Project == nil {
		return nil, now, nil
	}
	if t.Dir, err = Home(os.Getenv); err != nil {
		t.Dir = ""
		a = &Aside{Terms: t, known: map[tree.Digest]bool{}}
		a.say("what is changed of the project is in memory alone, and is lost when this ends, unless it is written: %s", err)
		return a, now, nil
	}
	if a, err = Open(t); err != nil {
		return nil, now, err
	}
	next, err = a.Settle(now)
	return a, next, err
}
