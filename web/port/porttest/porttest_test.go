package porttest

import (
	"testing"
	"testing/fstest"

	"lily/core"
	"lily/core/model"
	"lily/core/tool"
	"lily/core/world"
	"lily/web/port"
)

// The browser in memory passes the suites.
func TestMemoryConforms(t *testing.T) {
	w, err := world.New(fstest.MapFS{}, fstest.MapFS{})
	if err != nil {
		t.Fatal(err)
	}
	e := core.New(w, tool.Builtin(), core.Ports{Model: model.Offline{}})
	for range 2 {
		id, err := e.Open(true)
		if err != nil {
			t.Fatal(err)
		}
		e.Turn(t.Context(), id, "/skills")
	}
	p, d := Ports(e), &Drafts{}
	TestFiles(t, p.Files)
	TestReader(t, p.Reader)
	TestWork(t, p.Work)
	TestHistory(t, p.History)
	TestMount(t, &Mount{Files: map[string]string{"mine/old": "was"}})
	TestDrafts(t, func() port.Drafts { return d })
	TestModels(t, Models{Behind: []port.Upstream{{ID: "up"}}, Listing: map[string][]string{"up": {"a", "b"}}, Own: []port.LocalModel{{Name: "own", About: "Here."}}})
	TestSessions(t, e, p.Sessions)
	TestBundles(t, p.Bundles)
	TestStorage(t, &Storage{})
	TestManual(t, p.Manual)
	TestSecond(t, p.Second)
	edits := &Editors{Boxes: map[string]string{}}
	TestEditors(t, edits, func(text string) func() string {
		edits.Boxes["box"] = text
		return func() string { return edits.Boxes["box"] }
	}, func(text string) { edits.Pen.Type(text) })
}
