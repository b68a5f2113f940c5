package porttest

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"lily/core/agents"
	"lily/core/agents/glance"
	"lily/core/tree"
	"lily/web/port"
	"lily/web/second"
)

// Second is [port.Second]: an engine on the page's own thread.
type Second struct {
	Err    error // what every question ends with
	Asked  []port.Question
	engine *second.Engine
}

// Ask implements [port.Second].
func (s *Second) Ask(ctx context.Context, q port.Question, tell func(port.Stage)) ([]byte, error) {
	s.Asked = append(s.Asked, q)
	if s.Err != nil {
		return nil, s.Err
	}
	if s.engine == nil {
		s.engine = second.New()
	}
	tell(port.Stage{What: port.Answering})
	answer, err := s.engine.Answer(q, func(int, int) bool { return ctx.Err() == nil })
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return answer, err
}

// TestSecond is the suite of [port.Second]: the answer that a question has natively, also when it is asked again, of
// files of which some changed, or after one that nobody waited for.
func TestSecond(t *testing.T, s port.Second) {
	t.Helper()
	quiet := func(port.Stage) {}
	files, native := skills(t), second.New()
	for range 3 {
		q := table(t, files, agents.AsIs)
		want, err := native.Answer(q, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.Ask(t.Context(), q, quiet); err != nil || string(got) != string(want) {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
		over, stop := context.WithCancel(t.Context())
		stop()
		if got, err := s.Ask(over, table(t, files, "home-claude"), quiet); !errors.Is(err, context.Canceled) {
			t.Errorf("got %s, %v, want %v", got, err, context.Canceled)
		}
		if files, err = files.Put("good/SKILL.md", append([]byte("---\nname: good\ndescription: Other.\n---\n"), want[:9]...)); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := s.Ask(t.Context(), table(t, files, "moon"), quiet); err == nil || !strings.Contains(err.Error(), "moon") {
		t.Errorf("got %s, %v, want an error of the engine", got, err)
	}
}

func table(t *testing.T, files tree.Tree, place string) port.Question {
	t.Helper()
	terms, err := json.Marshal(glance.Asked{Place: place, Window: 200_000})
	if err != nil {
		t.Fatal(err)
	}
	return port.Question{Of: "agents", Name: "workspace/skills", Terms: terms, Files: files}
}

func skills(t *testing.T) tree.Tree {
	t.Helper()
	b := tree.Builder{}
	for at, text := range map[string]string{
		"good/SKILL.md": "---\nname: good\ndescription: Does good.\n---\n", "good/notes.txt": "notes", "good/more/deep.txt": "deep", "good/plugin.json": "{}",
		"Bad/SKILL.md": "no frontmatter", "root.md": "---\nname: root\ndescription: At the root.\n---\n", ".gitignore": "Bad\n", "bytes/SKILL.md": "---\nname: \xff\x00\n---\n",
	} {
		if err := b.Put(at, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return b.Tree()
}
