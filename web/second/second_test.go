package second_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"lily/core/agents"
	"lily/core/agents/all"
	"lily/core/agents/glance"
	"lily/core/tree"
	"lily/web/port"
	"lily/web/second"
)

func files(t *testing.T, n int) tree.Tree {
	t.Helper()
	b := tree.Builder{}
	for i := range n {
		for name, text := range map[string]string{"SKILL.md": fmt.Sprintf("---\nname: s%d\ndescription: Does %d.\n---\n", i, i), "notes.txt": "notes", ".gitignore": "x\n"} {
			if err := b.Put(fmt.Sprintf("s%d/%s", i, name), []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return b.Tree()
}

func question(t *testing.T, files tree.Tree, asked glance.Asked) port.Question {
	t.Helper()
	terms, err := json.Marshal(asked)
	if err != nil {
		t.Fatal(err)
	}
	return port.Question{Of: "agents", Name: "workspace/skills", Terms: terms, Files: files}
}

var usual = glance.Asked{Place: agents.AsIs, Window: 200_000}

// The answer is the table that the command prints, in short, and a row of it is the row of that table.
func TestAgentsAreAsNatively(t *testing.T) {
	in, e := files(t, 5), second.New()
	want := agents.Evaluate(agents.AsDropped(in), all.List, agents.Terms{Window: 200_000})
	data, err := e.Answer(question(t, in, usual), nil)
	var short glance.Table
	if err == nil {
		short, err = glance.Unpack(data)
	}
	if err != nil || !reflect.DeepEqual(short, glance.Of(want)) {
		t.Errorf("got %+v, %v", short, err)
	}
	row := usual
	row.Row = "s3/SKILL.md"
	data, err = e.Answer(question(t, in, row), nil)
	var cells []glance.Cell
	if err == nil {
		err = json.Unmarshal(data, &cells)
	}
	if err != nil || !reflect.DeepEqual(cells, glance.Cells(want, row.Row)) {
		t.Errorf("got %+v, %v", cells, err)
	}
}

// A row of a table that was made costs no table.
func TestARowIsRemembered(t *testing.T) {
	in, e := files(t, 50), second.New()
	ticks := func(asked glance.Asked) (n int) {
		if _, err := e.Answer(question(t, in, asked), func(int, int) bool { n++; return true }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	first, row := ticks(usual), usual
	if row.Row = "s3/SKILL.md"; first == 0 || ticks(row) != 0 {
		t.Errorf("got %d ticks, and some for a row", first)
	}
}

// source gives files one by one, and counts what it was asked for.
type source struct {
	of    map[tree.Digest][]byte
	asked []tree.Digest
	calls int
}

func (s *source) Blobs(list []tree.Digest) (found [][]byte, err error) {
	s.calls++
	for _, d := range list {
		s.asked = append(s.asked, d)
		found = append(found, s.of[d])
	}
	return found, nil
}

// Only the files that agents read are fetched, and all of them at once.
func TestOnlyWhatIsReadTravels(t *testing.T) {
	in := files(t, 20)
	s := &source{of: map[tree.Digest][]byte{}}
	for b := range in.Blobs(nil) {
		s.of[b.Digest()], _ = b.Bytes()
	}
	opened, err := tree.Opener{From: s}.Open(in.Digest())
	if err != nil {
		t.Fatal(err)
	}
	s.calls, s.asked = 0, nil
	if _, err = second.New().Answer(question(t, opened, usual), nil); err != nil || s.calls != 1 || len(s.asked) != 21 {
		t.Errorf("got %d files in %d calls, %v, want 20 skills and the one ignore file at once", len(s.asked), s.calls, err)
	}
}

func TestRefusals(t *testing.T) {
	e, in := second.New(), files(t, 3)
	for name, c := range map[string]struct {
		q    port.Question
		tick tree.Tick
		want string
	}{
		"topic":   {port.Question{Of: "weather"}, nil, `"weather"`},
		"terms":   {port.Question{Of: "agents", Terms: []byte("[")}, nil, "JSON"},
		"place":   {question(t, in, glance.Asked{Place: "moon"}), nil, `"moon"`},
		"stopped": {question(t, in, usual), func(int, int) bool { return false }, "stopped"},
	} {
		if _, err := e.Answer(c.q, c.tick); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
	if _, err := e.Answer(question(t, in, usual), nil); err != nil {
		t.Errorf("after one that was stopped: got %v", err)
	}
}

// Which agents a skill is something else to is what the tables of both sides say, also where a side is not there.
func TestEyesAreAsNatively(t *testing.T) {
	was, is := files(t, 3), files(t, 4)
	is, err := is.Put("s1/SKILL.md", []byte("---\nname: s1\ndescription: 'Does: 1.'\nmetadata:\n  a:\n    b: c\n---\n"))
	if err != nil {
		t.Fatal(err)
	}
	pairs := []glance.Pair{{Was: "s0/SKILL.md", Is: "s0/SKILL.md"}, {Was: "s1/SKILL.md", Is: "s1/SKILL.md"}, {Is: "s3/SKILL.md"}, {Was: "none"}}
	terms, err := json.Marshal(glance.Between{Window: 200_000, Skills: pairs})
	if err != nil {
		t.Fatal(err)
	}
	for name, sides := range map[string][2]tree.Tree{"both": {was, is}, "none before": {{}, is}, "none after": {was, {}}} {
		var both tree.Tree
		for i, at := range []string{glance.Was, glance.Is} {
			if sides[i].Files() > 0 {
				both, err = both.Graft(at, sides[i])
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		data, err := second.New().Answer(port.Question{Of: "eyes", Terms: terms, Files: both}, nil)
		var got [][]glance.Eye
		if err == nil {
			got, err = glance.UnpackEyes(data)
		}
		a := agents.Evaluate(agents.AsDropped(sides[0]), all.List, agents.Terms{Window: 200_000})
		b := agents.Evaluate(agents.AsDropped(sides[1]), all.List, agents.Terms{Window: 200_000})
		for i, at := range pairs {
			if want := glance.Eyes(a, b, at); err != nil || i >= len(got) || !reflect.DeepEqual(got[i], want) {
				t.Errorf("%s, %v: got %v, %v, want %v", name, at, got, err, want)
			}
		}
		if name == "both" && (len(got) != 4 || len(got[0]) != 0 || len(got[1]) == 0 || len(got[2]) != len(all.List) || len(got[3]) != 0) {
			t.Errorf("got %v, want none of what is the same, some of what changed and all of what is new", got)
		}
	}
}

// What scripts want is told as it is natively, and no other file travels.
func TestRunsAreAsNatively(t *testing.T) {
	in, err := files(t, 2).Put("scripts/a.sh", []byte("git x | sort\n"))
	if err != nil {
		t.Fatal(err)
	}
	s := &source{of: map[tree.Digest][]byte{}}
	for b := range in.Blobs(nil) {
		s.of[b.Digest()], _ = b.Bytes()
	}
	opened, err := tree.Opener{From: s}.Open(in.Digest())
	if err != nil {
		t.Fatal(err)
	}
	s.asked = nil
	data, err := second.New().Answer(port.Question{Of: "runs", Terms: []byte(`["sort"]`), Files: opened}, nil)
	if want := `[{"path":"scripts/a.sh","lack":true,"said":"needs git"}]`; err != nil || string(data) != want || len(s.asked) != 1 {
		t.Errorf("got %s, %v of %d files, want %s of one", data, err, len(s.asked), want)
	}
}
