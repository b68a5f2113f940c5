package core_test

import (
	"fmt"
	"strings"
	"testing"

	"lily/core"
	"lily/core/event"
	"lily/core/model"
	"lily/core/policy"
	"lily/core/world"
)

// reach is a world with a skill that a request uses, and others that it does not, of
// every kind; each file says what it is.
func reach() map[string]string {
	return map[string]string{
		"workspace/skills/act/SKILL.md":            "---\nsummary: Act.\n---\nSee references/board.md.\nbody of act\n",
		"workspace/skills/act/references/board.md": "pinned board\n",
		"workspace/skills/act/both.md":             "both of act\n",
		"workspace/skills/act/deep/SKILL.md":       "resource of act\n",
		"workspace/skills/b/SKILL.md":              "---\nsummary: B.\n---\nbody of b\n",
		"workspace/skills/b/ref.md":                "pinned ref\n",
		"workspace/skills/b/gone.md":               "pinned gone\n",
		"workspace/skills/out/SKILL.md":            "---\nsummary: Out.\nrequires_tools: [nope]\n---\nbody of out\n",
		"workspace/skills/person/SKILL.md":         "---\nsummary: P.\ndisable-model-invocation: true\n---\nbody of person\n",
		"workspace/skills/guide/SKILL.md":          "---\nsummary: Over the bundled one.\n---\nbody of guide\n",
		"workspace/skills/see/SKILL.md":            "---\ninvocation_mode: tool_dispatch\ncommand_tool: read\n---\n",
		"workspace/skills/see/own.md":              "pinned own\n",
		"workspace/skills/look/SKILL.md":           "---\ninvocation_mode: tool_dispatch\ncommand_tool: grep\n---\n",
		"workspace/skills/show/SKILL.md":           "---\ninvocation_mode: tool_dispatch\ncommand_tool: list\n---\n",
		"user/skills/u/SKILL.md":                   "---\nsummary: U.\n---\nbody of u\n",
		"workspace/both.md":                        "both of workspace\n",
		"workspace/references/loose.md":            "loose\n",
		"workspace/loose.md":                       "loose\n",
		"workspace/docs/SKILL.md":                  "no skill of any root\n",
	}
}

// moved changes the world after the snapshot.
func moved(t *testing.T, e *core.Engine) {
	t.Helper()
	for path, text := range map[string]string{
		"workspace/skills/act/references/board.md": "edited board\n", "workspace/skills/act/SKILL.md": "edited act\n", "workspace/skills/act/new.md": "new of act\n",
		"workspace/skills/b/ref.md": "edited ref\n", "workspace/skills/b/SKILL.md": "edited b\n", "workspace/skills/b/new.md": "new of b\n",
		"workspace/skills/see/own.md": "edited own\n", "workspace/own.md": "own of workspace\n",
		"workspace/skills/later/SKILL.md": "body of later\n",
	} {
		put(t, e, path, text)
	}
	if err := e.Edit(func(w world.World) (next world.World, err error) {
		w.Tree, err = w.Tree.Remove("workspace/skills/b/gone.md")
		return w, err
	}); err != nil {
		t.Fatal(err)
	}
}

// closedTo is how a call is refused the SKILL.md of another skill.
const closedTo = "is the SKILL.md of another skill"

// CV-4, CV-5, SN-3: what a model's tool gives for a path, however it is named: a relative
// path is of the pinned folder of its skill first, the SKILL.md of no other skill is read,
// and nothing is read past the snapshot that the request's skill has there.
func TestModelReaches(t *testing.T) {
	for _, tt := range []struct{ tool, args, want string }{
		// The request's own skill, by any spelling.
		{"read", `{"path":"references/board.md"}`, "pinned board\n"},
		{"read", `{"path":"./references/board.md"}`, "pinned board\n"},
		{"read", `{"path":"references//./board.md"}`, "pinned board\n"},
		{"read", `{"path":"/workspace/skills/act/references/board.md"}`, "pinned board\n"},
		{"read", `{"path":"skills/act/references/board.md"}`, "pinned board\n"},
		{"read", `{"path":"SKILL.md"}`, "body of act"},
		{"read", `{"path":"/workspace/skills/act/SKILL.md"}`, "body of act"},
		{"read", `{"path":"deep/SKILL.md"}`, "resource of act\n"},
		{"read", `{"path":"references/../SKILL.md"}`, "!goes up"},
		{"read", `{"path":"../b/SKILL.md"}`, "!goes up"},
		{"read", `{"path":"new.md"}`, "!there is no file /workspace/new.md"},
		{"read", `{"path":"references"}`, "!there is no file"},
		// A name that both have, and what only the workspace has.
		{"read", `{"path":"both.md"}`, "both of act\n"},
		{"read", `{"path":"/workspace/both.md"}`, "both of workspace\n"},
		{"read", `{"path":"loose.md"}`, "loose\n"},
		{"read", `{"path":"references/loose.md"}`, "loose\n"},
		{"read", `{"path":"docs/SKILL.md"}`, "no skill of any root\n"},
		{"list", `{"path":"references"}`, "board.md\n"},
		{"list", `{"path":"/workspace/references"}`, "loose.md\n"},
		{"list", `{"path":"."}`, "both.md\n"},
		{"list", `{}`, "both.md\ndocs/"},
		{"find", `{"pattern":"*.md","path":"references"}`, "/workspace/skills/act/references/board.md\n"},
		{"grep", `{"pattern":"board","path":"./references/"}`, "/workspace/skills/act/references/board.md:1:pinned board\n"},
		{"grep", `{"pattern":"edited","path":"skills/act"}`, ""},
		// Another skill's SKILL.md, whatever its state; its other files are files.
		{"read", `{"path":"/workspace/skills/b/SKILL.md"}`, "!" + closedTo},
		{"read", `{"path":"skills/b/SKILL.md"}`, "!" + closedTo},
		{"read", `{"path":"./skills//b/./SKILL.md","from":1,"lines":1}`, "!" + closedTo},
		{"read", `{"path":"/workspace/skills/out/SKILL.md"}`, "!" + closedTo},
		{"read", `{"path":"/workspace/skills/person/SKILL.md"}`, "!" + closedTo},
		{"read", `{"path":"/workspace/skills/guide/SKILL.md"}`, "!" + closedTo},
		{"read", `{"path":"/workspace/skills/see/SKILL.md"}`, "!" + closedTo},
		{"read", `{"path":"/workspace/skills/b/skill.md"}`, "!there is no file"},
		{"read", `{"path":"/user/skills/u/SKILL.md"}`, "!there is no file"},
		{"read", `{"path":"/bundled/skills/guide/SKILL.md"}`, "!there is no file"},
		{"read", `{"path":"/workspace/skills/b/ref.md"}`, "edited ref\n"},
		{"list", `{"path":"skills/b"}`, "SKILL.md\nnew.md\nref.md\n"},
		{"find", `{"pattern":"SKILL.md","path":"skills/b"}`, "/workspace/skills/b/SKILL.md\n"},
		{"grep", `{"pattern":"body of|edited b|later"}`, "/workspace/skills/act/SKILL.md:5:body of act\n/workspace/skills/later/SKILL.md:1:body of later\n" +
			"(not searched: the SKILL.md of 7 other skills)\n"},
		{"grep", `{"pattern":".","path":"skills/b"}`, "/workspace/skills/b/new.md:1:new of b\n/workspace/skills/b/ref.md:1:edited ref\n(not searched: the SKILL.md of 1 other skill)\n"},
		{"edit", `{"path":"skills/b/SKILL.md","old":"edited b","new":"x"}`, "!" + closedTo},
		{"check_skills", `{"name":"b"}`, "State: available"},
		// Programs of a model get the workspace without them.
		{"shell", `{"command":"cat skills/b/SKILL.md"}`, "-"},
		{"shell", `{"command":"cat /workspace/skills/out/SKILL.md"}`, "-"},
		{"shell", `{"command":"bash -c 'cat skills/b/SKILL.md'"}`, "-"},
		{"shell", `{"command":"cat /workspace/skills/act/SKILL.md"}`, "body of act"},
		{"shell", `{"command":"cat skills/b/ref.md"}`, "edited ref"},
		{"shell", `{"command":"cat docs/SKILL.md"}`, "no skill of any root"},
		// Authoring: a new skill is written and read back; what writes is of the workspace.
		{"read", `{"path":"/workspace/skills/later/SKILL.md"}`, "body of later\n"},
		{"write", `{"path":"skills/fresh/SKILL.md","content":"x"}`, "Wrote 1 bytes"},
		{"write", `{"path":"both.md","content":"x"}`, "Wrote 1 bytes to /workspace/both.md."},
		{"edit", `{"path":"both.md","old":"workspace","new":"x"}`, "Wrote 10 bytes to /workspace/both.md."},
		{"edit", `{"path":"references/board.md","old":"pinned","new":"x"}`, "!there is no file /workspace/references/board.md"},
		{"edit", `{"path":"skills/later/SKILL.md","old":"later","new":"x"}`, "Wrote 10 bytes"},
	} {
		k := running(t, reach(), core.Ports{Person: always(policy.Once)}, calls(tt.tool, tt.args), says("done"))
		moved(t, k.Engine)
		k.line(t, "/skill act go")
		judged(t, tt.tool+" "+tt.args, k, tt.want)
	}
}

// judged holds what the model was given: whole where it ends a line, or begins with ! an
// error, or is - for nothing of any skill.
func judged(t *testing.T, what string, k *talk, want string) {
	t.Helper()
	got := k.lastResult()
	part, fails := strings.CutPrefix(want, "!")
	switch {
	case want == "-":
		fails, part = strings.Contains(got, "body of") || strings.Contains(got, "edited b"), got
		if fails || !strings.Contains(got, `"success":false`) {
			t.Errorf("%s: got %q, want nothing of it", what, got)
		}
	case fails != strings.HasPrefix(got, "Error: ") || !strings.Contains(got, part):
		t.Errorf("%s: got %q, want %q", what, got, want)
	case strings.HasSuffix(want, "\n") && !strings.HasPrefix(want, "both.md\n") && got != want, want == "" && got != "":
		t.Errorf("%s: got %q, want just %q", what, got, want)
	}
}

// CV-4, CV-5: before a skill is selected the catalog closes every SKILL.md; the one that
// is selected is read then; without a skill and a catalog they are files.
func TestModelReachesByTheCatalog(t *testing.T) {
	read := func(name string) model.Reply {
		return calls("read", fmt.Sprintf(`{"path":"/workspace/skills/%s/SKILL.md"}`, name))
	}
	k := newTalk(t, reach(), "", "", read("act"), calls("select_skill", `{"name":"act"}`), read("act"), read("b"), calls("read", `{"path":"references/board.md"}`), says("ok"),
		read("act"), says("ok"), calls("read", `{"path":"references/board.md"}`), says("ok"))
	k.line(t, "hello")
	k.line(t, "again")
	k.line(t, "and without it")
	var got []string
	for _, r := range bodies[event.ToolResult](k) {
		got = append(got, strings.TrimSpace(strings.Split(r.Result.Output+r.Result.Error, "\n")[0]))
	}
	const act, b = "/workspace/skills/act/SKILL.md ", "/workspace/skills/b/SKILL.md "
	rest := closedTo + "; a request gets that of its one skill only, by select_skill"
	want := []string{act + rest, "---", b + rest, "pinned board", act + rest, "there is no file /workspace/references/board.md"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
	k = newTalk(t, reach(), "catalog_tokens: 0", "", read("b"), says("ok"))
	k.line(t, "hello")
	if got := k.lastResult(); !strings.Contains(got, "body of b") {
		t.Errorf("without a catalog: got %q, want the file", got)
	}
}

// SN-3, CV-5: what a person's tool gives: the files of every skill as the snapshot pins
// them, and all else as it is.
func TestPersonReaches(t *testing.T) {
	for line, want := range map[string]string{
		"/skill see /workspace/skills/act/references/board.md": "pinned board\n",
		"/skill see skills/act/references/board.md":            "pinned board\n",
		"/skill see ./skills/b//ref.md":                        "pinned ref\n",
		"/skill see /workspace/skills/b/gone.md":               "pinned gone\n",
		"/skill see /workspace/skills/b/SKILL.md":              "---\nsummary: B.\n---\nbody of b\n",
		"/skill see /workspace/skills/b/new.md":                "new of b\n",
		"/skill see /workspace/skills/later/SKILL.md":          "body of later\n",
		"/skill see /user/skills/u/SKILL.md":                   "---\nsummary: U.\n---\nbody of u\n",
		"/skill see own.md":                                    "pinned own\n",
		"/skill see /workspace/own.md":                         "own of workspace\n",
		"/skill see loose.md":                                  "loose\n",
		"/skill see path=/workspace/skills/act/SKILL.md":       "---\nsummary: Act.\n---\nSee references/board.md.\nbody of act\n",
		`/skill look {"pattern":"ref|gone","path":"skills/b"}`: "/workspace/skills/b/gone.md:1:pinned gone\n/workspace/skills/b/ref.md:1:pinned ref\n",
		"/skill show skills/b":                                 "SKILL.md\ngone.md\nnew.md\nref.md\n",
	} {
		k := newTalk(t, reach(), "", "")
		moved(t, k.Engine)
		if got := k.line(t, line).Output(); strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}
