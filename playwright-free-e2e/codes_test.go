package e2e

import (
	"strings"
	"testing"

	"lily/core/tree"
)

// exchange is a line that is sent, and what the page must answer: a part of the
// answer, or an error's code and a part of its sentence.
type exchange struct{ line, code, says string }

// sends sends lines one after the other. That the page shows the answer, an error
// as an alert with its code, is checked with every line that is typed.
func (d *person) sends(list ...exchange) {
	d.Helper()
	for _, x := range list {
		output, code, err := d.Type(x.line)
		d.must(err)
		if code != x.code || !strings.Contains(output, x.says) || (code != "") != strings.HasPrefix(output, "Error: ") {
			d.Errorf("%s: got [%s] %s\nwant [%s] …%s", x.line, code, output, x.code, x.says)
		}
	}
}

// brings imports skills that are one file each into the workspace.
func (d *person) brings(skills map[string]string) {
	d.Helper()
	folders := map[string]tree.Tree{}
	for name, text := range skills {
		folder, err := tree.Tree{}.Put("SKILL.md", []byte(text))
		d.must(err)
		folders[name] = folder
	}
	d.must(d.Import("workspace", folders))
}

// CM-2: every command, and the alias of a skill, answers in the page.
func TestEveryCommandAnswers(t *testing.T) {
	t.Parallel()
	someone(open(t)).sends(
		exchange{"/skills", "", "7 available, 0 excluded."},
		exchange{"/help plan_compiler", "", "Alias: /plan"},
		exchange{"/skill plan_compiler move the images out", "", "move the images out"},
		exchange{"/skill check_skills", "", "The workspace has no skills."},
		exchange{"/check", "", "The workspace has no skills."},
		exchange{"/agent reviewer", "", "The agent is reviewer."},
		exchange{"/reload_persona", "", "/persona/agents/reviewer/SOUL.md"},
		exchange{"/reload_skills", "", "Snapshot version 2: 7 available"},
		exchange{"/new", "", "Session s2 is open. Snapshot version 1: 7 available"},
		exchange{"/skill:plan_compiler", "", "offline model"},
		exchange{"/plan move the images out", "", "move the images out"},
		exchange{"/new", "", "Session s3 is open."},
		exchange{"Good day,\nhow are you?", "", "how are you?"},
		exchange{"/skills", "", "7 available, 0 excluded."},
	)
}

// CM-8: every code that can be had here is a sentence, an alert and the code.
func TestEveryErrorIsSaid(t *testing.T) {
	t.Parallel()
	d := someone(open(t))
	d.sends(
		exchange{"/nope", "unknown_command", "/nope is not a command."},
		exchange{"/skill", "missing_argument", "/skill requires a skill name."},
		exchange{"/skills now", "unexpected_argument", `/skills takes no argument; got "now".`},
		exchange{"/skill nope", "skill_not_found", `There is no skill "nope" in the snapshot.`},
		exchange{"/agent nobody", "agent_not_found", `There is no agent "nobody".`},
		exchange{"/skill text_tools first_lines a.md many", "invalid_arguments", "Usage: /skill text_tools first_lines"},
		exchange{"/check nothing", "tool_failed", "The tool check_skills failed"},
	)
	d.brings(map[string]string{
		"first":  "---\nsummary: The first.\ncommand: both\n---\nDo it.\n",
		"second": "---\nsummary: The second.\ncommand: both\n---\nDo it.\n",
		"broken": "---\nsummary: [\nrequires_tools: telescope\n",
		"poor":   "---\nsummary: Poor.\ncommand: poor\nrequires_tools: [telescope]\neligibility:\n  os: [win32]\n  env: [GOLD]\n---\nDo it.\n",
	})
	d.sends(
		exchange{"/both", "unknown_command", "/both is not a command."},
		exchange{"/reload_skills", "", "9 available, 2 excluded"},
		exchange{"/both", "alias_ambiguous", "- second at /workspace/skills/second"},
		exchange{"/skill broken", "skill_excluded", "malformed"},
		exchange{"/poor", "skill_excluded", "GOLD"},
		exchange{"/poor", "skill_excluded", "telescope"},
	)
}

// PO-1, PO-4: what the policy refuses is refused after a reload and not before.
func TestThePolicyRefuses(t *testing.T) {
	t.Parallel()
	d := someone(open(t))
	d.must(d.Policy([]byte("deny: [check_skills]\n")))
	d.sends(
		exchange{"/check", "", "The workspace has no skills."},
		exchange{"/reload_skills", "", "Rules: the policy"},
		exchange{"/check", "tool_denied", "check_skills"},
	)
	d.must(d.Policy([]byte("ask: always\n")))
	d.sends(exchange{"/reload_skills", "", "Rules: the policy"})
	d.reply = "Deny"
	d.sends(exchange{"/check", "approval_denied", "The tool check_skills was not approved."})
	d.reply = "Allow once"
	d.sends(exchange{"/check", "", "The workspace has no skills."})
	d.reply = ""
	if err := d.Policy([]byte("ask: sometimes\n")); err == nil || !strings.Contains(err.Error(), "policy_invalid") {
		t.Errorf("got %v, want the policy refused with policy_invalid", err)
	}
	d.click("button", "Discard")
	d.must(d.Policy([]byte("owner_only:\n  commands: [reload_skills]\n  tools: [check_skills]\n")))
	d.click("button", "Open a guest session")
	d.see("Guest: no token")
	d.sends(
		exchange{"/reload_skills", "owner_only", "The command /reload_skills is the owner's"},
		exchange{"/check", "owner_only", "The tool check_skills is the owner's"},
		exchange{"/skills", "", "7 available"},
	)
	d.pane("Policy")
	d.click("button", "Go back to session s1")
	d.notSee("Guest: no token")
	d.sends(
		exchange{"/reload_skills", "", "Rules: the policy"},
		exchange{"/check", "", "The workspace has no skills."},
	)
}

// SN-5, LD-1: a reload that fails says so, before and after, and changes nothing.
func TestAReloadThatFailsChangesNothing(t *testing.T) {
	t.Parallel()
	d := someone(open(t))
	d.brings(map[string]string{"tidy": "---\nsummary: Keep notes tidy.\n---\nSort the notes.\n"})
	d.sends(exchange{"/reload_skills", "", "Added: tidy"})
	d.must(d.Remove("/workspace/skills"))
	d.see("A reload would fail: the required root /workspace/skills is missing.")
	d.sends(
		exchange{"/reload_skills", "load_failed", "The snapshot stays at version 2: the required root /workspace/skills is missing."},
		exchange{"/new", "load_failed", "No session was opened"},
		exchange{"/help tidy", "", "Keep notes tidy."},
	)
	d.see("Snapshot v2")
	d.must(d.Put("/workspace/skills/tidy/SKILL.md", []byte("Sort the notes.\n")))
	d.sends(exchange{"/reload_skills", "", "Snapshot version 3: 8 available"})
}
