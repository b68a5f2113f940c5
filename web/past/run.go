package past

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"time"

	"lily/core"
	"lily/core/answer"
	"lily/core/bundle"
	"lily/core/event"
	"lily/core/tree"
	"lily/web/kept"
	"lily/web/recorder"
)

type lock = kept.Lock

// Run is the sessions of one run: the engine's port of that name. What is recorded goes to the files that the person
// named, and where sessions are kept, to the data folder.
type Run struct {
	*recorder.Recorder
	kept *Kept // nil keeps nothing
	told string
}

var _ core.Sessions = (*Run)(nil)

// New returns a run that writes the files of events and of the bundle, where they are named; of no kept sessions, one
// that keeps nothing.
func New(k *Kept, events, bundle string) (r *Run, err error) {
	r = &Run{kept: k}
	if k != nil {
		err = k.enter()
	}
	if err == nil {
		r.Recorder, err = recorder.New(events, bundle)
	}
	if err != nil && k != nil {
		err = errors.Join(err, k.Close())
	}
	return r, err
}

// Name implements [core.Sessions]: a session that begins here is written here.
func (r *Run) Name() string {
	if r.kept == nil {
		return r.Recorder.Name()
	}
	for {
		id := r.kept.keeper.Sessions.Name()
		if r.kept.hold(id) == nil {
			return id
		}
	}
}

// Writer implements [core.Sessions].
func (r *Run) Writer(id string) error {
	if r.kept == nil {
		return nil
	}
	return r.kept.keeper.Sessions.Writer(id)
}

// Watch implements [core.Sessions].
func (r *Run) Watch(e event.Event) {
	r.Recorder.Watch(e)
	if r.kept != nil {
		r.kept.keeper.Sessions.Watch(e)
	}
}

// Now implements [core.Sessions]. What is not kept says no time.
func (r *Run) Now() int64 {
	if r.kept == nil {
		return 0
	}
	return time.Now().UnixMilli()
}

// Sync returns when all that was recorded is on the disk. What cannot be kept goes on in memory, and the person is told
// once why.
func (r *Run) Sync(told io.Writer) error {
	if r.kept != nil {
		r.kept.keeper.Sessions.Flush()
		why := r.kept.keeper.Blobs.Status().Why
		if err := r.kept.store.Sync(); err != nil {
			why = cmp.Or(why, err.Error())
		}
		if why != r.told && why != "" {
			fmt.Fprintln(told, "lily: "+why)
		}
		r.told = why
	}
	return r.Recorder.Sync()
}

// Bundles writes the bundles of the run, where they are named. A session that was to be kept and is not is an error.
func (r *Run) Bundles(e *core.Engine, told io.Writer) error {
	err := r.Recorder.Bundles(e, told)
	if r.kept != nil && r.kept.wanted && r.told != "" {
		err = errors.Join(err, errors.New("not all of the session is kept"))
	}
	return err
}

// Close lets go of the files and of the sessions.
func (r *Run) Close() error {
	err := r.Recorder.Close()
	if r.kept != nil {
		err = errors.Join(err, r.kept.Close())
	}
	return err
}

// Resume opens a kept session to go on with, the last one where none is named.
func (r *Run) Resume(e *core.Engine, id string, told io.Writer) (string, error) {
	if r.kept == nil {
		return "", errors.New("no session is kept here, so that there is none to go on with")
	}
	if id == "" {
		last, err := r.kept.Last()
		if err != nil {
			return "", err
		}
		id = last
	}
	if err := r.kept.hold(id); err != nil {
		return "", err
	}
	events, err := r.read(id, told)
	if err != nil {
		return "", err
	}
	if r.kept.keeper.Sessions.Find(id).Damaged {
		return "", fmt.Errorf("the session %s is damaged: go on from what is left with lily session --fork %[1]s", id)
	}
	e.Adopt(id, events)
	for _, ev := range events {
		r.Recorder.Watch(ev)
	}
	m := r.kept.keeper.Sessions.Find(id)
	fmt.Fprintf(told, "lily: going on with the session %s, %s: %s\n", answer.Line(id), answer.Number(m.Lines, "line"), answer.Line(m.Title))
	return id, e.Settle(id)
}

// read reads a session, and tells what of it cannot be had.
func (r *Run) read(id string, told io.Writer) ([]event.Event, error) {
	if err := r.kept.keeper.Sessions.Look(); err != nil {
		return nil, err
	}
	events, problems, err := r.kept.Read(id)
	tell(told, problems)
	return events, err
}

// Fork opens a session that goes on from where a kept one stands, and leaves that as it is.
func (r *Run) Fork(e *core.Engine, id string, told io.Writer) (string, error) {
	if r.kept == nil {
		return "", errors.New("no session is kept here, so that there is none to fork")
	}
	events, err := r.read(id, told)
	if err != nil {
		return "", err
	}
	e.Adopt(id, events)
	defer e.Forget(id)
	next, err := e.Fork(id, len(events))
	if err == nil {
		fmt.Fprintf(told, "lily: the session %s goes on from where %s stands\n", next, answer.Line(id))
	}
	return next, err
}

// Bring goes on with the session of a bundle (EV-4): one's own copy of it, with the model of a new session. One that was
// brought before is gone on with as it stands here.
func (r *Run) Bring(e *core.Engine, b bundle.Bundle, told io.Writer) (string, error) {
	if r.kept == nil {
		id := b.Events[0].Session
		return id, e.Receive(id, b.Events, "")
	}
	export := tree.Sum(event.Lines(b.Events))
	sessions := r.kept.keeper.Sessions
	if id := sessions.From(export); id != "" {
		fmt.Fprintf(told, "lily: that bundle is the session %s here, which goes on\n", id)
		return r.Resume(e, id, told)
	}
	id := r.Name()
	for core.Opened(b.Events, id) {
		r.kept.release(id)
		id = r.Name()
	}
	if err := e.Receive(id, b.Events, ""); err != nil {
		return "", err
	}
	sessions.Flush()
	err := sessions.Came(id, export)
	if b.Title != "" && err == nil {
		err = sessions.Rename(id, b.Title)
	}
	return id, err
}
