package policy

import (
	"slices"
	"strings"
	"testing"

	"lily/core/skill"
)

// located stands in for where a skill's scripts are: /s/scripts.
func located(words []string) []string {
	list := slices.Clone(words)
	for i, w := range list {
		if rest, ok := strings.CutPrefix(strings.TrimPrefix(w, "./"), "scripts/"); ok {
			list[i] = "/s/scripts/" + rest
		}
	}
	return list
}

// PO-3, PO-7: what stands in parentheses narrows, word by word; patterns are
// alternatives; a refusal names them.
func TestWords(t *testing.T) {
	for _, tt := range []struct {
		hints, words string // hints by ;, words by |
		want         bool
	}{
		{"Bash", "rm|-rf|x", true},
		{"Bash;Bash(git:*)", "rm", true},
		{"Bash(git:*)", "git", true},
		{"Bash(git:*)", "git|status", true},
		{"Bash(git:*)", "gitk", false},
		{"Bash(git:*)", "git status", false},
		{"Bash(git:*)", "env|git", false},
		{"Bash(git:*)", "bash|-c|git status", false},
		{"Bash(git:*)", "/usr/bin/git", false},
		{"Bash(git:*)", "Git", false},
		{"Bash(git *)", "git|log", true},
		{"Bash(git *)", "gitk", false},
		{"Bash (git:*)", "git|log", true},
		{"bash( git add :*)", "git|add|.", true},
		{"bash(git add:*)", "git|rm|.", false},
		{"bash(git add:*)", "git", false},
		{"Bash(npm run test)", "npm|run|test", true},
		{"Bash(npm run test)", "npm|run|test|x", false},
		{"Bash(npm run test)", "npm|run|tests", false},
		{"Bash(npm run test)", "npm|run", false},
		{"Bash(npm run test);Bash(ls:*)", "ls|-la", true},
		{"Bash(npm run test);Bash(ls:*)", "npm|run|build", false},
		{"Bash(scripts/task.sh:*)", "scripts/task.sh|a", true},
		{"Bash(./scripts/task.sh:*)", "scripts/task.sh", true},
		{"Bash(scripts/task.sh:*)", "./scripts/task.sh", true},
		{"Bash(scripts/task.sh:*)", "/s/scripts/task.sh", true},
		{"Bash(scripts/task.sh:*)", "/t/scripts/task.sh", false},
		{"Bash(bash scripts/task.sh:*)", "bash|./scripts/task.sh|a", true},
		{"Bash(bash scripts/task.sh:*)", "scripts/task.sh|a", false},
		{"Bash(echo 'a b')", "echo|a b", true},
		{"Bash(echo 'a b')", "echo|a|b", false},
		{"Bash(*);Bash(x", "rm", true},
		{"Bash(:*)", "rm", true},
		{"Bash()", "rm", false},
		{"Bash( )", "rm", false},
		{"Bash(git:*", "git", false},
		{"Bash('git:*)", "git", false},
		{"Bash(*.sh)", "a.sh", false},
		{"Bash(git:*, ls:*)", "git", false},
		{"Read", "ls", false},
		{"Read(ls:*)", "ls", false},
		{"", "ls", false},
		{"Shell(ls:*)", "ls", true},
		{"Bash(gıt:*)", "git", false},
	} {
		s := &skill.Skill{Name: "s", HasAllowed: true, Allowed: strings.Split(tt.hints, ";")}
		d := Default().Words(s, strings.Split(tt.words, "|"), located)
		if d.Allowed != tt.want || !strings.HasPrefix(d.Rule, "allowed-tools: ") || d.Message == "" {
			t.Errorf("%s with %s: got %+v, want %v", tt.hints, tt.words, d, tt.want)
		}
	}
	if d := Default().Words(&skill.Skill{}, []string{"ls"}, located); !d.Allowed || d.Rule != "allowed-tools" {
		t.Errorf("without allowed-tools: got %+v", d)
	}
}

// PO-7: the rule of a refusal is the patterns, on one line and not too many.
func TestWordsRule(t *testing.T) {
	s := &skill.Skill{Name: "s", HasAllowed: true, Allowed: []string{"Read", "Bash(git:*)", "Bash(a\n\x1b[31m:*)"}}
	if d := Default().Words(s, []string{"ls"}, located); d.Rule != "allowed-tools: Bash(git:*), Bash(a «U+001B»[31m:*)" || !strings.Contains(d.Message, "what fits Bash(git:*), Bash(a «U+001B»[31m:*), and") {
		t.Errorf("got %+v", d)
	}
	s.Allowed = []string{"Bash(" + strings.Repeat("ä", 5000) + ":*)"}
	if d := Default().Words(s, []string{"ls"}, located); len([]rune(d.Rule)) != len("allowed-tools: ")+shownPattern+1 {
		t.Errorf("got a rule of %d bytes", len(d.Rule))
	}
	s.Allowed = slices.Repeat([]string{"Bash(x)"}, 9)
	if d := Default().Words(s, []string{"ls"}, located); d.Rule != "allowed-tools: Bash(x), Bash(x), Bash(x), Bash(x), Bash(x), …" {
		t.Errorf("got %+v", d)
	}
}

// PO-5, PO-6: words that someone wrote out are asked about, whoever's skill it is
// and whatever the policy says, until just they were granted; never for good where
// every call is asked about.
func TestAskCommand(t *testing.T) {
	for _, tt := range []struct {
		trust   Trust
		always  bool
		asks    string
		granted bool
		want    bool
		rule    string
	}{
		{TrustBundled, false, "never", false, false, "a command's first run"},
		{TrustBundled, false, "never", true, true, "granted"},
		{TrustUser, false, "never", false, false, "a command's first run"},
		{TrustUser, false, "first_use", true, true, "granted"},
		{TrustUser, false, "always", true, false, "ask: always"},
		{TrustUser, true, "never", true, false, "always_ask: true"},
		{TrustNone, false, "never", true, false, "trust: untrusted"},
	} {
		p := Default()
		p.Asks = tt.asks
		for _, readOnly := range []bool{true, false} {
			d := p.Ask(Use{Tool: skill.Shell, Granted: tt.granted, Program: &Program{Trust: tt.trust, ReadOnly: readOnly, AlwaysAsk: tt.always, Command: true}})
			if d.Allowed != tt.want || d.Rule != tt.rule || d.Message == "" {
				t.Errorf("%+v: got %+v", tt, d)
			}
		}
	}
}
