//go:build js && wasm

package home

import (
	"testing"

	"lily/core"
	"lily/core/coretest"
	"lily/core/model"
	"lily/core/tool"
	"lily/core/world"
	"lily/persona"
	"lily/skills"
	"lily/wasm/bridge/bridgetest"
	"lily/web/port"
	"lily/web/port/porttest"
)

// VF-4, VF-5: what keeps the person's work in the browser keeps the promises of its ports.
// playwright-free-e2e runs this in the page, beside the engine, as another tab would.
func TestHomeConforms(t *testing.T) {
	bridgetest.InBrowser(t)
	w, err := world.New(skills.Files(), persona.Files())
	if err != nil {
		t.Fatal(err)
	}
	h, w := New(w)
	e := core.New(w, tool.Builtin(), core.Ports{Model: model.Offline{}, Keeper: h.Worlds(), Sessions: h})
	h.engine = e
	for range 2 {
		id, err := e.Open(true)
		if err != nil {
			t.Fatal(err)
		}
		e.Turn(t.Context(), id, "/skills")
	}
	t.Run("Sessions", func(t *testing.T) { porttest.TestSessions(t, e, h) })
	t.Run("Bundles", func(t *testing.T) { porttest.TestBundles(t, h) })
	t.Run("Storage", func(t *testing.T) { porttest.TestStorage(t, h) })
	t.Run("the engine's Keeper", func(t *testing.T) { coretest.TestKeeper(t, h.Worlds(), e.World()) })
	t.Run("the engine's Sessions", func(t *testing.T) { coretest.TestSessions(t, h, e.World()) })
	t.Run("Drafts", func(t *testing.T) {
		porttest.TestDrafts(t, func() port.Drafts { return draftsOf(h.db, "a tab of a test") })
	})
}
