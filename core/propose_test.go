package core_test

import (
	"strings"
	"testing"

	"lily/core"
	"lily/core/event"
	"lily/core/world"
)

// PO-8: a default that its tool does not take is a finding and a proposal that was
// recorded and refused; the call goes on without it. One that fits is applied.
func TestProposedDefaults(t *testing.T) {
	for _, tt := range []struct{ metadata, fault string }{
		{`{lily.tool_defaults: '{"read":{"lines":1}}'}`, ""},
		{`{lily: {tool_defaults: {read: {lines: 1}}}}`, ""},
		{`{lily.tool_defaults: '{"read":{"lines":"many"}}'}`, `tool_defaults.read.lines: The argument lines: got "many", want an integer.`},
		{`{lily.tool_defaults: '{"read":{"lines":1.5}}'}`, `tool_defaults.read.lines: The argument lines: got 1.5, want an integer.`},
		{`{lily.tool_defaults: '{"read":{"lines":null}}'}`, `tool_defaults.read.lines: The argument lines: got null, want an integer.`},
		{`{lily.tool_defaults: '{"read":{"path":5}}'}`, `tool_defaults.read.path: The argument path: got 5, want a string.`},
		{`{lily.tool_defaults: '{"read":{"path":["a"]}}'}`, `tool_defaults.read.path: The argument path: got ["a"], want a string.`},
		{`{lily.tool_defaults: '{"read":{"lins":5}}'}`, `tool_defaults.read.lins: The tool has no such argument.`},
		{`{lily.tool_defaults: '{"reed":{"lines":5}}'}`, `tool_defaults.reed.lines: There is no such tool.`},
		{`{lily.tool_defaults: '{"Read":{"lines":5}}'}`, `tool_defaults.Read.lines: There is no such tool.`},
		{`{lily.tool_defaults: '{"select_skill":{"name":"x"}}'}`, `tool_defaults.select_skill.name: There is no such tool.`},
		{`{lily.tool_defaults: '{"read":{"lines":1},"nope":{"a":1}}'}`, `tool_defaults.nope.a: There is no such tool.`},
		{`{lily: {tool_defaults: {read: {lines: many}}}}`, `tool_defaults.read.lines: The argument lines: got "many", want an integer.`},
		{`{lily: {tool_defaults: {nope: {lines: 1}}}}`, `tool_defaults.nope.lines: There is no such tool.`},
		{`{lily.tool_defaults: '[1]'}`, `lily.tool_defaults: the text is not a JSON object.`},
		{`{lily.tool_defaults: {read: {lines: 1}}}`, `lily.tool_defaults: got a mapping, want text.`},
	} {
		files := map[string]string{
			"user/skills/kit/SKILL.md": "---\nname: kit\ndescription: Reads.\nmetadata: " + tt.metadata + "\n---\nRead.\n",
			"workspace/a.txt":          "one\ntwo\n",
		}
		k := running(t, files, core.Ports{}, calls("read", `{"path":"a.txt"}`), says("done"))
		_ = k.Edit(func(w world.World) (world.World, error) { w.Policy.Proposals = true; return w, nil })
		k.id, _ = k.Open(true)
		k.line(t, "/skill kit go")
		p := bodies[event.Proposal](k)
		if len(p) != 1 || p[0].Kind != "tool_defaults" || p[0].Applied != (tt.fault == "") || tt.fault != "" && p[0].Message != tt.fault {
			t.Errorf("%s: got %+v, want %q", tt.metadata, p, tt.fault)
		}
		want := "one\ntwo\n"
		if tt.fault == "" {
			want = "one\n"
		}
		if done := bodies[event.ToolResult](k); len(done) != 1 || done[0].Result.Output != want {
			t.Errorf("%s: got %+v, want %q", tt.metadata, done, want)
		}
		s, _ := k.State(k.id)
		found := 0
		for _, f := range s.Snapshot.Find("kit").Findings {
			if f.Code == "bad_proposal" && strings.Contains(f.Message, strings.TrimPrefix(tt.fault, "lily.")) && f.Line == 4 && f.Column > 11 {
				found++
			}
		}
		if (found == 1) != (tt.fault != "") {
			t.Errorf("%s: got %+v", tt.metadata, s.Snapshot.Find("kit").Findings)
		}
		k.replayed(t)
	}
}

// PO-8: a tool of the skill's own takes defaults by either of its names, checked like
// any other.
func TestProposedOwnDefaults(t *testing.T) {
	for defaults, want := range map[string]string{
		`{"say":{"text":"a b"}}`: "echo|a b", `{"kit__say":{"text":"a b"}}`: "echo|a b", `{"say":{"text":1}}`: "", `{"say":{"word":"a"}}`: "", `{"more__say":{"text":"a"}}`: "",
	} {
		files := map[string]string{
			"bundled/skills/kit/SKILL.md":  kit("kit", "read_only: true\nmetadata: {lily.tool_defaults: '"+defaults+"'}\n", say),
			"bundled/skills/more/SKILL.md": kit("more", "read_only: true\n", say),
		}
		k := running(t, files, core.Ports{}, calls("kit__say", `{}`), says("done"))
		_ = k.Edit(func(w world.World) (world.World, error) { w.Policy.Proposals = true; return w, nil })
		k.id, _ = k.Open(true)
		k.line(t, "go")
		got := ""
		if ran := bodies[event.ToolCall](k); len(ran) == 1 {
			got = strings.Join(ran[0].Argv, "|")
		}
		if p := bodies[event.Proposal](k); got != want || len(p) != 1 || p[0].Applied != (want != "") {
			t.Errorf("%s: got %q, %+v", defaults, got, p)
		}
	}
}
