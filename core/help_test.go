package core_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lily/core"
	"lily/core/answer"
	"lily/core/command"
	"lily/core/skill"
	"lily/core/tool"
)

// helped are skills of every kind that can have tools: each registered tool as a
// dispatch, and skills with tools of their own under every mode and command_tool.
func helped() map[string]string {
	files := map[string]string{"workspace/a.txt": "one\n"}
	for _, name := range tool.Builtin().Names() {
		text := "---\ninvocation_mode: tool_dispatch\ncommand_tool: " + name + "\n---\n"
		files["user/skills/dispatch_"+name+"/SKILL.md"] = text
		files["user/skills/idle_"+name+"/SKILL.md"] = strings.Replace(text, "tool_dispatch", "prompt_rewrite", 1)
	}
	const typed = "### many\n\n#### Parameters\n\n| Name | Type | Required | Description |\n|---|---|---|---|\n| a | string | yes | |\n| b | integer | no | |\n" +
		"| c | number | no | |\n| d | boolean | no | |\n| e | array | no | |\n\n#### Command\n\n```\necho {{a}} {{b}} {{c}} {{d:yes}} {{e}}\n```\n\n"
	const maybe = "### maybe\n\n#### Parameters\n\n| Name | Type | Required | Description |\n|---|---|---|---|\n| maybe | string | no | |\n\n#### Command\n\n```\necho {{maybe}}\n```\n\n"
	bodies := map[string]string{
		"one": kit("%", "%", say), "none": kit("%", "%", []string{"hello", "echo hello"}), "two": kit("%", "%", say, copies),
		"typed": kit("%", "%") + typed, "all": kit("%", "%", say, copies) + typed + maybe, "maybe": kit("%", "%") + maybe,
	}
	for body, text := range bodies {
		for i, front := range []string{
			"read_only: true\n", "read_only: true\ninvocation_mode: tool_dispatch\ncommand_tool: word_count\n", "read_only: true\ninvocation_mode: prompt_rewrite\n",
			"read_only: true\ninvocation_mode: prompt_rewrite\ncommand_tool: check_skills\n", "read_only: true\ncommand_tool: write\n",
		} {
			name := fmt.Sprintf("%s%d", body, i)
			files["bundled/skills/"+name+"/SKILL.md"] = strings.Replace(strings.Replace(text, "name: %", "name: "+name, 1), "\n%---", "\n"+front+"---", 1)
		}
	}
	return files
}

var argument = regexp.MustCompile(`\[?(\S+)=<(\w+)>\]?`)

// typedIn fills a usage with values: all of them, or those that it must have.
func typedIn(usage string, all bool) string {
	return strings.TrimSpace(argument.ReplaceAllStringFunc(usage, func(s string) string {
		m := argument.FindStringSubmatch(s)
		if strings.HasPrefix(s, "[") && !all {
			return ""
		}
		value := map[string]string{"string": "'a b'", "integer": "3", "number": "1.5", "boolean": "true", "array": "x " + m[1] + "=y"}[m[2]]
		return m[1] + "=" + value
	}))
}

// CM-4, CM-6: each usage that /help shows can be typed, and is known and taken.
func TestHelpShowsWhatCanBeTyped(t *testing.T) {
	k := running(t, helped(), core.Ports{})
	s, _ := k.State(k.id)
	typed := 0
	for _, c := range s.Snapshot.Skills {
		r := k.line(t, "/help "+c.Name)
		for _, usage := range usages(r.Answer) {
			for _, all := range []bool{true, false} {
				line := typedIn(usage, all)
				switch got := k.line(t, line); got.Code() {
				case command.UnknownCommand, command.InvalidArguments, command.MissingArgument, command.UnexpectedArgument, command.SkillNotFound, command.SkillExcluded:
					t.Errorf("%s: got %s %q for %q", c.Name, got.Code(), got.Output(), line)
				}
				typed++
			}
		}
		shown := strings.Contains(r.Output(), "Command tool:")
		if of := c.Skill().Format == skill.Lily && c.Skill().CommandTool != ""; of != shown {
			t.Errorf("%s: got %s, want a command tool shown %v", c.Name, r.Output(), of)
		}
	}
	if typed < 100 || len(s.Snapshot.Skills) != len(s.Snapshot.Candidates) {
		t.Errorf("got %d lines of %d skills among %d, want 100 and all", typed, len(s.Snapshot.Skills), len(s.Snapshot.Candidates))
	}
}

func usages(a answer.Answer) (list []string) {
	i := slices.IndexFunc(a, func(b answer.Block) bool { return b.Title == "Tools" })
	if i < 0 {
		return nil
	}
	for _, row := range a[i].Rows {
		list = append(list, row[0])
	}
	return list
}
