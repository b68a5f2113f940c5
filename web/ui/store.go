package ui

import (
	"fmt"

	"lily/core"
	"lily/core/event"
	"lily/core/loader"
	"lily/web/drafts"
	"lily/web/folder"
	"lily/web/guide"
	"lily/web/html"
	"lily/web/live"
	"lily/web/port"
	"lily/web/state"
)

// Store is all that the page shows: its state, and what it notes of the person's hand.
type Store struct {
	*state.Store
	Drafts *drafts.Drafts
	Folder *folder.Folder
	Live   *live.Replies
	Guide  *guide.Guide

	hand    html.Hand
	scrolls map[string]*scroll // by session
	refocus bool               // the message box takes the focus when it is made
}

// scroll is how far the turns of a session are looked at.
type scroll struct {
	foot  html.Foot
	older int // turns beyond those that are shown by themselves
}

// NewStore returns the state of a page just opened: see [state.New].
func NewStore(e *core.Engine, p port.Ports) (*Store, error) {
	s, err := state.New(e, p)
	if err != nil {
		return nil, err
	}
	return &Store{Store: s, Drafts: drafts.New(s, p.Drafts), Folder: folder.New(s, p.Mount), Live: &live.Replies{}, Guide: guide.New(s.Loop, p.Manual), scrolls: map[string]*scroll{}}, nil
}

// Watch takes an event as it happens: the page looks again. It is called away
// from the UI goroutine.
func (s *Store) Watch(e event.Event) {
	if _, ok := e.Body.(event.ModelRequest); ok {
		s.Live.Begin(e.Session)
	}
	s.Loop.Post(s.Loop.Changed)
}

// scroll is how far the turns of a session are looked at.
func (s *Store) scroll(session string) *scroll {
	if s.scrolls[session] == nil {
		s.scrolls[session] = &scroll{}
	}
	return s.scrolls[session]
}

// snapshotKey names the session's snapshot.
func (s *Store) snapshotKey() string {
	snap := s.Sessions.Snapshot()
	return fmt.Sprint(s.Sessions.Session, " ", snap.Version, " ", snap.Digest.Short())
}

// selected is the candidate in the inspector, as the snapshot has it.
func (s *Store) selected() *loader.Candidate {
	return find(s.Sessions.Snapshot(), s.Shown.Selected)
}

func treePath(shown string) string {
	if len(shown) > 0 && shown[0] == '/' {
		return shown[1:]
	}
	return shown
}

// writable reports whether a person may edit a path (VF-1).
func writable(path string) bool {
	for _, top := range []string{"user/", "workspace/", "persona/"} {
		if len(path) > len(top) && path[:len(top)] == top {
			return true
		}
	}
	return false
}
