package core_test

import (
	"strings"
	"testing"

	"lily/core"
	"lily/core/command"
	"lily/core/event"
	"lily/core/model"
	"lily/core/policy"
	"lily/core/world"
)

// ownable are skills of every format that can be called by more than one name.
func ownable() map[string]string {
	return map[string]string{
		"user/skills/count/SKILL.md":  "---\ninvocation_mode: tool_dispatch\ncommand: wc\ncommand_tool: word_count\n---\n",
		"user/skills/teach/SKILL.md":  "---\nsummary: Teaches.\ncommand: t\n---\nTeach.\n",
		"user/skills/kit/SKILL.md":    kit("kit", "command: k\n", say),
		"user/skills/one/SKILL.md":    "---\nsummary: One.\ncommand: both\n---\nOne.\n",
		"user/skills/two/SKILL.md":    "---\nsummary: Two.\ncommand: both\n---\nTwo.\n",
		"user/skills/broken/SKILL.md": "---\ninvocation_mode: tool_dispatch\ncommand: br\ncommand_tool: nope\n---\n",
	}
}

// way is a way to make a session do something: a person's line, or a model's call.
type way struct {
	line string
	call model.Reply
}

// PO-4: what is the owner's is so by whatever name it is called. For each thing, every
// rule that names it refuses every way to it in a guest's session, and none in the
// owner's; and other things stay as they are.
func TestOwnerOnlyByEveryName(t *testing.T) {
	things := []struct {
		name     string
		commands []string // rules of owner_only.commands
		tools    []string // rules of owner_only.tools
		ways     []way
	}{
		{"a dispatch", []string{"wc", "/wc", "count", "skill:count", "/skill:count", "/skill count", " wc "}, []string{"word_count"}, []way{
			{line: "/wc a"}, {line: "/skill wc a", call: model.Reply{}}, {line: "/skill count a"}, {line: "/skill:count a"}, {line: "  /skill\tcount a"}, {line: "/wc"},
		}},
		{"instructions", []string{"t", "teach", "/t", "skill:teach"}, nil, []way{
			{line: "/t a"}, {line: "/t"}, {line: "/skill teach a"}, {line: "/skill:teach"}, {line: "go", call: calls("select_skill", `{"name":"teach"}`)},
		}},
		{"tools", []string{"k", "kit", "/k", "skill kit", "kit__say"}, []string{"say", "kit__say"}, []way{
			{line: "/k say a"}, {line: "/k a"}, {line: "/skill kit say a"}, {line: "/skill:kit a"}, {line: "/skill kit say text=a"}, {line: "go", call: calls("kit__say", `{"text":"a"}`)},
		}},
		{"a built-in command", []string{"help", "/help"}, nil, []way{{line: "/help count"}, {line: "/help"}, {line: "/help nope"}}},
		{"an excluded skill", []string{"br", "broken"}, nil, []way{{line: "/br"}, {line: "/skill broken"}, {line: "/skill:broken x"}}},
		{"an alias of two", []string{"one", "both"}, nil, []way{{line: "/both"}, {line: "/skill one"}}},
	}
	for _, thing := range things {
		for _, rules := range ruled(thing.commands, thing.tools) {
			for _, w := range thing.ways {
				if w.line == "/skill wc a" && rules != `owner_only: {commands: ["wc"]}` {
					continue // names no skill: only the rule of that very word means it
				}
				if strings.Contains(rules, "tools") && (w.line == "/wc" || w.line == "/k" || w.line == "/t") {
					continue // without arguments
				}
				if code, _ := does(t, rules, w, false); code != command.OwnerOnly {
					t.Errorf("%s: %s, %s %s: got %q, want owner_only", thing.name, rules, w.line, named(w), code)
				}
				if code, _ := does(t, rules, w, true); code == command.OwnerOnly {
					t.Errorf("%s: %s, %s %s: got owner_only for the owner", thing.name, rules, w.line, named(w))
				}
			}
		}
	}
}

func ruled(commands, tools []string) (list []string) {
	for _, c := range commands {
		list = append(list, `owner_only: {commands: ["`+c+`"]}`)
	}
	for _, c := range tools {
		list = append(list, `owner_only: {tools: ["`+c+`"]}`)
	}
	return list
}

func named(w way) string {
	if len(w.call.Calls) == 0 {
		return ""
	}
	return w.call.Calls[0].Name
}

// does takes a way in a session, and says how it was refused.
func does(t *testing.T, rules string, w way, owner bool) (command.Code, string) {
	t.Helper()
	p, err := policy.Parse("policy.yaml", []byte(rules))
	if err != nil {
		t.Fatal(err)
	}
	k := running(t, ownable(), core.Ports{Person: always(policy.Once)}, w.call, says("done"))
	if len(w.call.Calls) == 0 {
		k.model.replies = []model.Reply{says("done")}
	}
	_ = k.Edit(func(w world.World) (world.World, error) { w.Policy = p; return w, nil })
	k.id, _ = k.Open(owner)
	r := k.line(t, w.line)
	if refused := bodies[event.CallRefused](k); len(refused) > 0 {
		return refused[0].Code, refused[0].Rule
	}
	return r.Code(), ""
}

// PO-4: /skill as the owner's is every use of a skill, by any name and by a model; and
// what runs none is not refused.
func TestOwnerOnlySkill(t *testing.T) {
	uses := []way{
		{line: "/skill count a"},
		{line: "/skill:count a"},
		{line: "/wc a"},
		{line: "/t"},
		{line: "/k a"},
		{line: "/skill nope"},
		{line: "/skill"},
		{line: "go", call: calls("select_skill", `{"name":"teach"}`)},
		{line: "go", call: calls("kit__say", `{"text":"a"}`)},
	}
	for _, w := range uses {
		for _, rules := range []string{"owner_only: {commands: [skill]}", "owner_only: {commands: ['*']}", "owner_only: {commands: [/skill]}"} {
			if code, _ := does(t, rules, w, false); code != command.OwnerOnly {
				t.Errorf("%s, %s %s: got %q", rules, w.line, named(w), code)
			}
		}
	}
	for _, line := range []string{"/skills", "/help count", "/agent lily", "/new", "hello", "/nope"} {
		if code, _ := does(t, "owner_only: {commands: [skill]}", way{line: line}, false); code == command.OwnerOnly {
			t.Errorf("%s: got owner_only", line)
		}
	}
	if code, rule := does(t, "owner_only: {tools: [select_skill]}", uses[7], false); code != command.OwnerOnly || rule != "owner_only.tools: select_skill" {
		t.Errorf("got %s by %q", code, rule)
	}
}

// PO-4: a rule of one thing refuses no other, however alike it is written.
func TestOwnerOnlyNothingElse(t *testing.T) {
	for _, rules := range []string{
		"owner_only: {commands: [w, WC, Count, skills, word_count, 'wc a', teac, kit_say]}", "owner_only: {tools: [count, wc, Word_Count, write]}",
	} {
		for _, w := range []way{{line: "/wc a"}, {line: "/skill count a"}, {line: "/t"}, {line: "go", call: calls("kit__say", `{"text":"a"}`)}, {line: "go", call: calls("select_skill", `{"name":"teach"}`)}} {
			if code, rule := does(t, rules, w, false); code != "" {
				t.Errorf("%s, %s %s: got %s by %q", rules, w.line, named(w), code, rule)
			}
		}
	}
}
