package all_test

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"lily/core/agents"
	"lily/core/agents/agentstest"
	"lily/core/agents/all"
)

const (
	testdata = "../testdata"
	corpus   = "../../../../shared/corpus" // real skills, which are not part of the project: compared where they are
)

// Each agent does what the real program did, but for the differences that are known, of which there are few.
func TestGolden(t *testing.T) {
	list, known := cases(t), differences(t)
	for _, a := range all.List {
		g, err := agentstest.Read(os.DirFS(testdata+"/golden"), a.Name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // nobody ran it
		}
		t.Run(a.Name, func(t *testing.T) {
			if err != nil {
				t.Fatal(err)
			}
			held(t, a, list, g, known)
		})
	}
}

// The manual says that no difference is left as long as that is so.
func TestTheManualSaysWhatIsLeft(t *testing.T) {
	text, err := os.ReadFile("../../../static/manual/agents.md")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Contains(string(text), "No difference is left."), len(differences(t)) == 0; got != want {
		t.Errorf("the manual says that no difference is left: got %t, want %t", got, want)
	}
}

func held(t *testing.T, a *agents.Agent, list []agentstest.Case, g agentstest.Golden, known map[string]string) {
	runs, differs := agentstest.Compare(a, list, g)
	t.Logf("%s %s: %d of %d runs are equal; %d are of cases that are not here", a.Name, a.Version, len(runs)-len(differs), len(runs), len(g.Runs)-len(runs))
	if 100*len(differs) > len(runs) {
		t.Errorf("got %d differences in %d runs, want at most one in a hundred", len(differs), len(runs))
	}
	for _, run := range runs {
		got, why := differs[run], known[a.Name+" "+run]
		switch {
		case got != "" && why == "":
			t.Errorf("%s: %s", run, got)
		case got == "" && why != "":
			t.Errorf("%s: got it equal, and known.txt says: %s", run, why)
		}
	}
}

func cases(t *testing.T) []agentstest.Case {
	t.Helper()
	list, err := agentstest.Cases(os.DirFS(testdata + "/cases"))
	if err != nil {
		t.Fatal(err)
	}
	if real, err := agentstest.Corpus(os.DirFS(corpus)); err == nil {
		list = append(list, real...)
	}
	return list
}

func differences(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(testdata + "/known.txt")
	if err != nil {
		t.Fatal(err)
	}
	known, err := agentstest.Known(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return known
}
