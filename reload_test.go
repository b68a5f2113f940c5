package main

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// place is a folder with all that a session reads of a disk.
type place struct {
	t   *testing.T
	dir string
}

var placed = map[string]string{
	"bundled/skills/base/SKILL.md": "---\nsummary: Base.\n---\nBase.\n",
	"user/skills/own/SKILL.md":     "---\nsummary: Own.\n---\nOwn.\n",
	"work/skills/wc/SKILL.md":      "---\nsummary: Counts.\ninvocation_mode: tool_dispatch\ncommand: wc\ncommand_tool: word_count\n---\n",
	"work/skills/check/SKILL.md":   "---\nsummary: Checks.\ninvocation_mode: tool_dispatch\ncommand: check\ncommand_tool: check_skills\n---\n",
	"work/skills/show/SKILL.md":    "---\nsummary: Shows.\ninvocation_mode: tool_dispatch\ncommand: show\ncommand_tool: read\n---\n",
	"work/skills/put/SKILL.md":     "---\nsummary: Writes.\ninvocation_mode: tool_dispatch\ncommand: put\ncommand_tool: write\n---\n",
	"work/skills/loose/a.x":        "as it was",
	"persona/SOUL.md":              "Soul.",
	"persona/agents/bob/SOUL.md":   "Bob.",
	"profile.yaml":                 "os: linux\n",
	"policy.yaml":                  "deny: [shell]\n",
}

func newPlace(t *testing.T) place {
	t.Helper()
	return place{t, folder(t, placed)}
}

func (p place) path(name string) string { return filepath.Join(p.dir, filepath.FromSlash(name)) }

func (p place) flags() []string {
	return []string{
		"--bundled", p.path("bundled"), "--user", p.path("user"), "--workspace", p.path("work"),
		"--persona", p.path("persona"), "--profile", p.path("profile.yaml"), "--policy", p.path("policy.yaml"),
	}
}

// put writes a file as a step, and what stands in its way goes.
func (p place) put(name, text string) func() {
	return func() {
		os.RemoveAll(p.path(name))
		for dir := filepath.Dir(p.path(name)); dir != p.dir; dir = filepath.Dir(dir) {
			if info, err := os.Stat(dir); err == nil && !info.IsDir() {
				os.Remove(dir)
			}
		}
		if err := os.MkdirAll(filepath.Dir(p.path(name)), 0o755); err != nil {
			p.t.Error(err)
		}
		if err := os.WriteFile(p.path(name), []byte(text), 0o644); err != nil {
			p.t.Error(err)
		}
	}
}

func (p place) gone(name string) func() {
	return func() {
		if err := os.RemoveAll(p.path(name)); err != nil {
			p.t.Error(err)
		}
	}
}

// session is what a session says, a line of JSON for each step. All of its sessions replay,
// whatever the disk has become.
func (p place) session(in steps, flags ...string) []string {
	p.t.Helper()
	at := filepath.Join(p.t.TempDir(), "run.lily")
	var out, errs bytes.Buffer
	args := slices.Concat([]string{"session", "--json", "--bundle", at}, p.flags(), flags)
	if code := run(p.t.Context(), args, terminal{&in, &out, &errs}); code != 0 {
		p.t.Fatalf("got exit code %d, want 0: %s", code, errs.String())
	}
	bundles, err := filepath.Glob(filepath.Join(filepath.Dir(at), "run*.lily"))
	if err != nil || len(bundles) == 0 {
		p.t.Fatalf("got no bundle: %v", err)
	}
	for _, b := range bundles {
		replayed(p.t, b, "Replayed ")
	}
	return strings.Split(strings.TrimSpace(out.String()), "\n")
}

// expect compares what is said with what each line should hold.
func (p place) expect(in steps, want []string, flags ...string) {
	p.t.Helper()
	lines := slices.Clone(in)
	for i, got := range p.session(in, flags...) {
		for part := range strings.SplitSeq(want[i], "|") {
			if no, ok := strings.CutPrefix(part, "!"); strings.Contains(got, no) == ok {
				p.t.Errorf("%s: got %s, want %q", lines[i].line, got, part)
			}
		}
	}
}

// EV-6: a session replays after a reload that found a change, of whatever file.
func TestReloadedSessionReplays(t *testing.T) {
	p := newPlace(t)
	p.expect(steps{
		{nil, "/skills"},
		{p.put("work/skills/wc/SKILL.md", "---\nsummary: Other.\n---\nDo.\n"), "/reload_skills"},
		{p.put("policy.yaml", "deny: [read]\n"), "/reload_skills"},
		{p.put("profile.yaml", "os: darwin\n"), "/reload_skills"},
		{p.put("persona/SOUL.md", "Another soul."), "/reload_persona"},
		{p.put("persona/agents/bob/SOUL.md", "Bobby."), "/agent bob"},
		{p.gone("persona/agents/bob"), "/reload_persona"},
		{nil, "/agent bob"},
		{p.put("persona/agents/eve/USER.md", "Eve."), "/agent eve"},
		{p.gone("work/skills"), "/reload_skills"},
		{nil, "/new"},
		{p.put("work/skills/made/SKILL.md", "Made.\n"), "/reload_skills"},
		{p.put("user/skills/own/SKILL.md", "---\nsummary: Its own.\n---\nOwn.\n"), "/new"},
		{p.gone("persona/agents"), "/reload_skills"},
	}, []string{
		"Counts.", "Changed: wc", "the policy", "environment profile", "was read again.", "The agent is bob", "agent_not_found", "agent_not_found", "The agent is eve",
		"load_failed|the required root /workspace/skills is missing", "load_failed", "Added: ", "Session s2 is open", "Nothing changed.",
	})
}

// CM-10: what a session has pinned is enough for it. A file that is broken is told of beside
// the answer, and stops only what would take a snapshot.
func TestBrokenPolicyStopsOnlyReloads(t *testing.T) {
	for _, tt := range []struct{ name, file, text, want string }{
		{"policy", "policy.yaml", "deny: {", "Warning: the policy cannot be read: "},
		{"policy with unknown keys", "policy.yaml", "nope: 1\nno: 2\n", "policy.yaml:2:1"},
		{"profile", "profile.yaml", "os: beos\n", "Warning: the profile cannot be read: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlace(t)
			told := tt.want + "|the session goes on with what it has."
			p.expect(steps{
				{p.put(tt.file, tt.text), "/skills"},
				{nil, "/skill wc a b"},
				{nil, "/wc a"},
				{nil, "/wc"},
				{p.put("work/skills/wc/SKILL.md", "---\nsummary: [\n---\n"), "/check wc"},
				{p.put("work/skills/loose/a.x", "as it is"), "/show skills/loose/a.x"},
				{p.put("persona/agents/bob/SOUL.md", "Bobby."), "/agent bob"},
				{p.put("persona/agents/bob/SOUL.md", "Bob."), "/reload_persona"},
				{nil, "/agent nobody"},
				{nil, "/reload_skills"},
				{nil, "/new"},
				{nil, "/wc a b c"},
				{p.gone(tt.file), "/wc a b c"},
				{nil, "/reload_skills"},
				{p.put(tt.file, ""), "/wc a"},
				{nil, "/reload_skills"},
			}, []string{
				"6 available|!Warning", `words|"code":""|` + told, `"code":""|` + told, "invalid_arguments|!Warning", "malformed|" + told, "as it is|" + told, "The agent is bob|" + told,
				`was read again.|"code":""|` + told, "agent_not_found|" + told, "load_failed|stays at version 1|!Warning", "load_failed|!Warning", `"code":""|` + told, `no such file|"code":""`,
				"load_failed|no such file", `"code":""|!Warning`, `Snapshot version 2|"code":""`,
			})
		})
	}
}

// CM-10: a root that is gone, or a folder of personas, stops what needs it, and nothing else.
func TestBrokenFoldersStopOnlyWhatNeedsThem(t *testing.T) {
	p := newPlace(t)
	p.expect(steps{
		{p.gone("bundled"), "/wc a"},
		{p.put("work/skills/loose/a.x", "as it is"), "/show skills/loose/a.x"},
		{nil, "/check wc"},
		{nil, "/agent bob"},
		{nil, "/reload_skills"},
		{p.put("bundled/skills/base/SKILL.md", "Base.\n"), "/reload_skills"},
		{p.put("bundled/skills", "no folder"), "/wc a"},
		{nil, "/reload_skills"},
		{p.put("bundled/skills/base/SKILL.md", "Base.\n"), "/reload_skills"},
		{p.gone("persona"), "/wc a"},
		{nil, "/agent lily"},
		{nil, "/reload_persona"},
		{nil, "/reload_skills"},
		{nil, "/new"},
		{p.put("persona/SOUL.md", "S."), "/reload_persona"},
		{nil, "/agent lily"},
	}, []string{
		`"code":""|Warning: the required root /bundled/skills is missing: there is no folder `, "as it is|Warning: ", "1 skill|Warning: ", "The agent is bob|Warning: ", "load_failed|!Warning",
		"Snapshot version 2|!Warning", `"code":""|Warning: the root `, "load_failed|the root ", "Snapshot version 3", `"code":""|Warning: the persona cannot be read: `,
		"load_failed|The persona stays as it was", "load_failed", "Snapshot version 4|Warning: the persona", "load_failed", "agent_not_found", "The agent is lily",
	})
}

// CM-10, VF-3: what a tool has written stays when the disk is read again, the disk has the
// last word on each file, and nothing that stands in the way of a file fails a tool.
func TestDiskHasTheLastWord(t *testing.T) {
	p := newPlace(t)
	p.expect(steps{
		{nil, `/put {"path": "skills/a/x.md", "content": "of the tool"}`},
		{nil, `/put {"path": "skills/b", "content": "of the tool"}`},
		{nil, `/put {"path": "notes.md", "content": "of the tool"}`},
		{p.put("work/skills/a", "a file"), "/show skills/a"},
		{p.put("work/skills/b/SKILL.md", "B.\n"), "/show skills/b/SKILL.md"},
		{nil, "/show notes.md"},
		{p.put("work/skills/loose", "a file"), "/show skills/loose"},
		{p.gone("persona/agents/bob"), "/agent bob"},
		{p.gone("work"), "/show skills/b/SKILL.md"},
		{nil, "/show notes.md"},
	}, []string{
		"Wrote", "Wrote", "Wrote", "a file", "B.", "of the tool", "a file", "agent_not_found", "tool_failed|Warning", "of the tool|Warning",
	})
}

// EV-6: any interleaving of edits on the disk with every command replays.
func TestDiskWalks(t *testing.T) {
	lines := []string{
		"/skills", "/reload_skills", "/reload_persona", "/agent bob", "/agent lily", "/agent eve", "/new", "/wc a b", "/skill wc x", "/check", "/help wc", "/skill own do", "Hello.",
		"/show notes.md", `/put {"path": "notes.md", "content": "x"}`, `/put {"path": "skills/wc/SKILL.md", "content": "y"}`, "/nope", "/own",
	}
	for seed := range 12 {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p, r := newPlace(t), rand.New(rand.NewPCG(uint64(seed), 6))
			names := append(slices.Sorted(maps.Keys(placed)), "persona/agents/eve/SOUL.md", "work/skills/own/SKILL.md")
			texts := []string{"---\nsummary: Changed.\ncommand: own\n---\nDo.\n", "os: darwin\n", "deny: [read]\n", "{", "", "disabled: [own]\n", "\xff\xfe"}
			var in steps
			for range 25 {
				name, do := names[r.IntN(len(names))], func() {}
				switch r.IntN(6) {
				case 0:
					do = p.gone(name)
				case 1:
					if do = p.gone(filepath.ToSlash(filepath.Dir(name))); filepath.Dir(name) == "." {
						do = p.gone(name)
					}
				case 2, 3:
					do = p.put(name, texts[r.IntN(len(texts))])
				case 4:
					do = p.put(name, placed[name])
				}
				in = append(in, step{do, lines[r.IntN(len(lines))]})
			}
			p.session(in)
		})
	}
}
