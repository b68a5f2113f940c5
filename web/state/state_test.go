package state

import (
	"testing"
	"testing/fstest"

	"lily/core"
	"lily/core/model"
	"lily/core/tool"
	"lily/core/world"
	"lily/web/port/porttest"
)

// small is the state of a page with one bundled skill.
func small(t *testing.T) *Store {
	t.Helper()
	w, err := world.New(fstest.MapFS{"plain/SKILL.md": {Data: []byte("Say hello.\n")}}, fstest.MapFS{})
	if err != nil {
		t.Fatal(err)
	}
	e := core.New(w, tool.Builtin(), core.Ports{Model: model.Offline{}})
	s, err := New(e, porttest.Ports(e))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
