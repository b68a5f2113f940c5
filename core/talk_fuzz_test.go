package core_test

import (
	"context"
	"strings"
	"testing"

	"lily/core"
	"lily/core/event"
	"lily/core/model"
	"lily/core/policy"
)

// CV-4, CV-8, PO-2, VF-1, EV-4: whatever a model asks for, at most one skill is
// selected in a request, nothing outside of /workspace changes, every call has one
// answer, and the session comes again from its events.
func FuzzTalk(f *testing.F) {
	for _, seed := range []string{
		"select_skill {\"name\":\"guide\"}\nread {\"path\":\"a\"}\n\nselect_skill {\"name\":\"second\"}",
		"write {\"path\":\"/persona/SOUL.md\",\"content\":\"x\"}\nwrite {\"path\":\"../persona/SOUL.md\",\"content\":\"x\"}",
		"edit {\"path\":\"a.txt\",\"old\":\"a\",\"new\":\"b\"}\nlist\nlist null\nlist []\nlist {\"path\":\"/\"}",
		"grep {\"pattern\":\"(\"}\nfind {\"pattern\":\"[\"}\nnope\n\n\n\nread {\"path\":\"/workspace/skills\"}",
		"word_count {\"text\":\"a b\"}\ncompile_plan {\"text\":\"a\\nb\"}\ncheck_skills {}",
		"kit__copy {\"from\":\"a.txt\",\"to\":\"/persona/SOUL.md\"}\nkit__task {\"text\":\"../../user/x\"}\nmore__copy {\"from\":\"a.txt\",\"to\":\"b\"}",
		"more__copy {\"from\":\"a.txt\",\"to\":\"/bundled/skills/more/SKILL.md\"}\n\nkit__say {\"text\":\"x\"}\nselect_skill {\"name\":\"guide\"}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, script string) {
		files := map[string]string{
			"workspace/a.txt": "a", "user/skills/kit/SKILL.md": kit("kit", "", say, copies, task), "user/skills/kit/scripts/task.sh": "cp a.txt $1\n",
			"bundled/skills/more/SKILL.md": kit("more", "read_only: true\n", copies),
		}
		k := running(t, files, core.Ports{Person: always(policy.Digest)}, replies(script)...)
		before := k.World().Tree
		k.Turn(context.Background(), k.id, "go")
		k.replayed(t)
		for _, top := range []string{"bundled", "persona", "user"} {
			was, _ := before.At(top)
			is, _ := k.World().Tree.At(top)
			if was.Digest() != is.Digest() {
				t.Errorf("/%s changed", top)
			}
		}
		if n := len(bodies[event.SkillSelected](k)); n > 1 {
			t.Errorf("got %d skills in one request", n)
		}
		asked := k.model.asked[len(k.model.asked)-1]
		pending := map[string]bool{}
		for _, m := range asked.Messages {
			for _, c := range m.Calls {
				pending[c.ID] = true
			}
			if m.Role == model.Tool && !pending[m.Call] {
				t.Errorf("got an answer to %q, which nobody asked", m.Call)
			}
			delete(pending, m.Call)
		}
		if len(pending) > 0 {
			t.Errorf("got no answer to %v", pending)
		}
	})
}

// replies makes a reply of each paragraph, a call of each line, and an end.
func replies(script string) (list []model.Reply) {
	for n, paragraph := range strings.Split(script, "\n\n") {
		var all []string
		for line := range strings.Lines(paragraph) {
			name, args, _ := strings.Cut(strings.TrimSpace(line), " ")
			all = append(all, name, args)
		}
		r := calls(all...)
		for i := range r.Calls {
			r.Calls[i].ID += string(rune('a' + n%26))
		}
		if list = append(list, r); len(list) == 5 {
			break
		}
	}
	return append(list, says("done"))
}
