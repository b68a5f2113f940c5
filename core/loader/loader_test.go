package loader

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"lily/core/policy"
	"lily/core/profile"
	"lily/core/skill"
	"lily/core/tree"
	"lily/core/world"
)

// files is a world by path; a path that ends in a slash is an empty folder.
type files map[string]string

const (
	inBundled   = "bundled/skills/"
	inUser      = "user/skills/"
	inWorkspace = "workspace/skills/"
)

func (f files) tree(tb testing.TB) tree.Tree {
	tb.Helper()
	var b tree.Builder
	for path, text := range f {
		add := func() error { return b.Put(path, []byte(text)) }
		if dir, ok := strings.CutSuffix(path, "/"); ok {
			add = func() error { return b.Dir(dir) }
		}
		if err := add(); err != nil {
			tb.Fatal(err)
		}
	}
	return b.Tree()
}

// input is the files with the three roots there, judged by empty rules.
func (f files) input(tb testing.TB, scan world.Scan) Input {
	tb.Helper()
	all := files{inBundled: "", inUser: "", inWorkspace: ""}
	maps.Copy(all, f)
	return Input{
		World: world.World{Tree: all.tree(tb), Roots: world.Roots(scan), Profile: profile.Empty(), Policy: policy.Default()},
		Tools: []string{"read", "word_count"}, Reserved: []string{"help", "skills"},
	}
}

func (f files) load(tb testing.TB, scan world.Scan) *Snapshot {
	tb.Helper()
	return mustLoad(tb, f.input(tb, scan), nil)
}

func put(tb testing.TB, in Input, path, text string) Input {
	tb.Helper()
	next, err := in.Tree.Put(path, []byte(text))
	if err != nil {
		tb.Fatal(err)
	}
	in.Tree = next
	return in
}

func remove(tb testing.TB, in Input, path string) Input {
	tb.Helper()
	next, err := in.Tree.Remove(path)
	if err != nil {
		tb.Fatal(err)
	}
	in.Tree = next
	return in
}

// verdicts is "path state" of every candidate, in their order.
func verdicts(s *Snapshot) []string {
	list := []string{}
	for _, c := range s.Candidates {
		list = append(list, c.Path+" "+string(c.State))
	}
	return list
}

// notes is "code path" of every note of every root.
func notes(s *Snapshot) []string {
	list := []string{}
	for _, r := range s.Roots {
		for _, n := range r.Notes {
			list = append(list, n.Code+" "+n.Path)
		}
	}
	return list
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// LD-1
func TestRoots(t *testing.T) {
	for _, c := range []struct {
		name  string
		files files
		want  string // the error's code and path, or the notes
	}{
		{"all there", files{inBundled: "", inUser: "", inWorkspace: ""}, "[]"},
		{"no user", files{inBundled: "", inWorkspace: ""}, "[]"},
		{"no bundled", files{inUser: "", inWorkspace: ""}, "root_missing /bundled/skills"},
		{"no workspace", files{inBundled: "", inUser: ""}, "root_missing /workspace/skills"},
		{"nothing", files{}, "root_missing /bundled/skills"},
		{"a file in the place of bundled", files{"bundled/skills": "x", inWorkspace: ""}, "root_not_a_folder /bundled/skills"},
		{"a file above it", files{"bundled": "x", inWorkspace: ""}, "root_missing /bundled/skills"},
		{"a file in the place of user", files{inBundled: "", "user/skills": "x", inWorkspace: ""}, "[root_not_a_folder /user/skills]"},
	} {
		in := files{}.input(t, world.Children)
		in.Tree = c.files.tree(t)
		s, err := Load(in, nil)
		var failed *Error
		got := ""
		if errors.As(err, &failed) {
			got = failed.Code + " " + failed.Path
			if s != nil || !strings.Contains(err.Error(), failed.Path) {
				t.Errorf("%s: got %v and %q, want no snapshot, and the path named", c.name, s, err)
			}
		} else {
			got = fmt.Sprint(notes(s))
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// LD-1: what a root's reader could not bring along is noted, and nothing else
// is lost.
func TestSkips(t *testing.T) {
	in := files{inWorkspace + "a/SKILL.md": "x"}.input(t, world.Children)
	in.Roots[2].Skips = []tree.Skip{{Path: "b/SKILL.md", Code: "unreadable", Message: "It could not be read."}}
	s := mustLoad(t, in, nil)
	same(t, "notes", notes(s), []string{"unreadable /workspace/skills/b/SKILL.md"})
	same(t, "verdicts", verdicts(s), []string{"/workspace/skills/a available"})
	if in.Roots[2].Skips = nil; !s.Behind(in) || len(notes(mustLoad(t, in, s))) != 0 {
		t.Error("got the old note after a better reading")
	}
}

// LD-2, SK-1
func TestScanChildren(t *testing.T) {
	s := files{
		inWorkspace + "good/SKILL.md":            "x",
		inWorkspace + "good/nested/SKILL.md":     "x",
		inWorkspace + "deeper/down/SKILL.md":     "x",
		inWorkspace + "misnamed/skill.md":        "x",
		inWorkspace + "folder/SKILL.md/x":        "x",
		inWorkspace + "other/README.md":          "x",
		inWorkspace + "empty/":                   "",
		inWorkspace + "SKILL.md":                 "x",
		inWorkspace + "misnamed-deep/a/Skill.md": "x",
	}.load(t, world.Children)
	same(t, "verdicts", verdicts(s), []string{"/workspace/skills/good available"})
	same(t, "notes", notes(s), []string{
		"nested /workspace/skills/deeper", "not_a_skill /workspace/skills/empty", "misnamed /workspace/skills/folder",
		"misnamed /workspace/skills/misnamed", "not_a_skill /workspace/skills/misnamed-deep", "not_a_skill /workspace/skills/other",
		"root_is_a_skill /workspace/skills/SKILL.md", "inside_a_skill /workspace/skills/good/nested/SKILL.md",
	})
}

// LD-2
func TestScanDeep(t *testing.T) {
	s := files{
		inWorkspace + "1/SKILL.md":                     "x",
		inWorkspace + "1/inner/SKILL.md":               "x", // descent stops at a skill
		inWorkspace + "a/b/c/d/e/six/SKILL.md":         "x",
		inWorkspace + "a/b/c/d/e/f/seven/SKILL.md":     "x",
		inWorkspace + "a/b/c/d/e/f/other/x":            "x",
		inWorkspace + ".git/hook/SKILL.md":             "x",
		inWorkspace + "a/node_modules/module/SKILL.md": "x",
		inWorkspace + "SKILL.md":                       "x",
	}.load(t, world.Deep)
	same(t, "verdicts", verdicts(s), []string{"/workspace/skills/1 available", "/workspace/skills/a/b/c/d/e/six available"})
	same(t, "notes", notes(s), []string{
		"scan_depth /workspace/skills/a/b/c/d/e/f/other", "root_is_a_skill /workspace/skills/SKILL.md",
		"inside_a_skill /workspace/skills/1/inner/SKILL.md",
	})
}

// SK-1: a deep scan names a SKILL.md by another name, too.
func TestScanDeepMisnamed(t *testing.T) {
	s := files{inWorkspace + "a/b/skill.md": "x", inWorkspace + "c/SKILL.md/x": "x", inWorkspace + "d/good/SKILL.md": "x"}.load(t, world.Deep)
	same(t, "verdicts", verdicts(s), []string{"/workspace/skills/d/good available"})
	same(t, "notes", notes(s), []string{"misnamed /workspace/skills/c", "misnamed /workspace/skills/a/b"})
}

// LD-5: the smaller path wins, and the warning names both.
func TestDuplicates(t *testing.T) {
	s := files{
		inWorkspace + "b/twin/SKILL.md": "x", inWorkspace + "a/twin/SKILL.md": "---\n---\nx", inUser + "c/twin/SKILL.md": "x",
	}.load(t, world.Deep)
	same(t, "verdicts", verdicts(s), []string{
		"/workspace/skills/a/twin available", "/workspace/skills/b/twin shadowed", "/user/skills/c/twin shadowed",
	})
	f := s.Candidates[0].Findings
	if len(f) != 1 || f[0].Code != "duplicate_name" || f[0].Clause != "LD-5" ||
		!strings.Contains(f[0].Message, "/workspace/skills/a/twin, /workspace/skills/b/twin") {
		t.Errorf("got %+v, want a warning that names both", f)
	}
	same(t, "clauses", []string{s.Candidates[1].Reasons[0].Clause, s.Candidates[2].Reasons[0].Clause}, []string{"LD-5", "LD-3"})
	if len(s.Conflicts) != 1 || s.Conflicts[0].Kind != "duplicate" || len(s.Conflicts[0].Paths) != 2 {
		t.Errorf("got %+v, want one conflict of two losers", s.Conflicts)
	}
}

// LD-3
func TestPrecedence(t *testing.T) {
	for _, c := range []struct {
		roots []string
		want  []string
	}{
		{[]string{inBundled}, []string{"/bundled/skills/a available"}},
		{[]string{inBundled, inUser}, []string{"/user/skills/a available", "/bundled/skills/a shadowed"}},
		{[]string{inWorkspace, inUser}, []string{"/workspace/skills/a available", "/user/skills/a shadowed"}},
		{
			[]string{inUser, inBundled, inWorkspace},
			[]string{"/workspace/skills/a available", "/user/skills/a shadowed", "/bundled/skills/a shadowed"},
		},
	} {
		f := files{}
		for _, root := range c.roots {
			f[root+"a/SKILL.md"] = "---\nsummary: in " + root + "\n---\n"
		}
		s := f.load(t, world.Children)
		same(t, fmt.Sprint(c.roots), verdicts(s), c.want)
		winner := s.Find("a")
		if want := "in " + strings.TrimPrefix(winner.Path, "/"); !strings.HasPrefix(winner.Skill().Summary+"a", want) {
			t.Errorf("got the summary %q at %s", winner.Skill().Summary, winner.Path)
		}
		for _, loser := range s.Candidates[1:] {
			if loser.ShadowedBy != winner.Path || !strings.Contains(loser.Reasons[0].Message, winner.Path) {
				t.Errorf("got %+v, want the winner's path", loser)
			}
		}
	}
}

// LD-4: an unusable winner is out, and the loser stays a loser.
func TestNoFallback(t *testing.T) {
	for state, text := range unusable {
		in := files{inWorkspace + "a/SKILL.md": text, inUser + "a/SKILL.md": "good", inBundled + "a/SKILL.md": "good"}.input(t, world.Children)
		if state == Disabled {
			in.Policy.Disabled = []string{"a"}
		}
		s := mustLoad(t, in, nil)
		same(t, string(state), verdicts(s), []string{
			"/workspace/skills/a " + string(state), "/user/skills/a shadowed", "/bundled/skills/a shadowed",
		})
		if len(s.Skills) != 0 || s.Alias("x") == nil || len(s.Alias("x")) != 0 {
			t.Errorf("%s: got %d skills, want none", state, len(s.Skills))
		}
	}
}

// unusable is a text for every state in which a winner is out.
var unusable = map[State]string{
	Malformed:       "---\nopen",
	CommandReserved: "---\ncommand: help\n---\n",
	ToolMissing:     "---\nrequires_tools: [fly]\n---\n",
	Ineligible:      "---\neligibility: {os: [win32]}\n---\n",
	ModeMismatch:    "---\nname: a\nversion: 1.0.0\ndescription: D.\nmodes: [Meeting]\n---\n### say\n\n#### Parameters\n\nNone.\n\n#### Command\n\n```\necho\n```\n",
	Disabled:        "good",
}

// LD-8, SK-4, PO-1, PO-2, EN-1, EN-2: the state is that of the first fault,
// and every fault is a reason.
func TestStates(t *testing.T) {
	meeting := strings.Replace(unusable[ModeMismatch], "Meeting", "Dev, Meeting", 1)
	for _, c := range []struct {
		name, text string
		rules      func(*Input)
		want       string // the state, then "code clause" of each reason
	}{
		{"plain", "x", nil, "available"},
		{"every requirement met", "---\nrequires_tools: [read]\neligibility: {os: [linux], env: [E], binaries: [git]}\n---\n", func(in *Input) {
			in.Profile.Env, in.Profile.Binaries = map[string]string{"E": ""}, []string{"git"}
		}, "available"},
		{"malformed", unusable[Malformed], nil, "malformed: unclosed_frontmatter SK-3"},
		{"several faults of the text", "---\ncommand: A B\ninvocation_mode: x\n---\n", nil, "malformed: bad_alias SK-4, unknown_mode SK-4"},
		{"malformed and ineligible", "---\ncommand: A B\neligibility: {os: [win32]}\n---\n", nil, "malformed: bad_alias SK-4, os_mismatch EN-2"},
		{"reserved", unusable[CommandReserved], nil, "command_reserved: command_reserved SK-4"},
		{"unknown tool", unusable[ToolMissing], nil, "tool_missing: tool_unknown PO-2"},
		{"unknown command tool", "---\ninvocation_mode: tool_dispatch\ncommand_tool: fly\n---\n", nil, "tool_missing: tool_unknown SK-4"},
		{"denied tool", "---\nrequires_tools: [read]\n---\n", func(in *Input) { in.Policy.Deny = []string{"read"} }, "tool_missing: tool_denied PO-2"},
		{"os", unusable[Ineligible], nil, "ineligible: os_mismatch EN-2"},
		{"env and binaries", "---\neligibility: {env: [E, F], binaries: [git]}\n---\n", nil, "ineligible: env_missing EN-2, env_missing EN-2, binary_missing EN-2"},
		{"mode", meeting, nil, "mode_mismatch: mode_mismatch EN-1"},
		{"mode met", meeting, func(in *Input) { in.Profile.Mode = "Dev" }, "available"},
		{"disabled", "x", func(in *Input) { in.Policy.Disabled = []string{"a"} }, "disabled: disabled PO-1"},
		{"another disabled", "x", func(in *Input) { in.Policy.Disabled = []string{"b"} }, "available"},
		{"everything", "---\ncommand: help\nrequires_tools: [fly, read]\neligibility: {os: [win32]}\n---\n", func(in *Input) {
			in.Policy.Disabled, in.Policy.Deny = []string{"a"}, []string{"read"}
		}, "disabled: disabled PO-1, command_reserved SK-4, tool_unknown PO-2, tool_denied PO-2, os_mismatch EN-2"},
	} {
		in := files{inWorkspace + "a/SKILL.md": c.text}.input(t, world.Children)
		if c.rules != nil {
			c.rules(&in)
		}
		s := mustLoad(t, in, nil)
		if got := verdictOf(s.Find("a")); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if got, want := len(s.Skills), s.Count(Available); got != want {
			t.Errorf("%s: got %d skills in the index, want %d", c.name, got, want)
		}
	}
}

func verdictOf(c *Candidate) string {
	var why []string
	for _, r := range c.Reasons {
		why = append(why, r.Code+" "+r.Clause)
	}
	if len(why) == 0 {
		return string(c.State)
	}
	return string(c.State) + ": " + strings.Join(why, ", ")
}

// EN-4: a what-if is a load with another profile, and touches nothing.
func TestWhatIf(t *testing.T) {
	in := files{inWorkspace + "a/SKILL.md": "---\neligibility: {os: [win32]}\n---\n"}.input(t, world.Children)
	s := mustLoad(t, in, nil)
	for _, p := range profile.Presets("darwin", []string{"sh"}) {
		in.Profile = p.Profile
		want := Ineligible
		if p.Profile.OS == "win32" {
			want = Available
		}
		if got := mustLoad(t, in, s).Find("a").State; got != want {
			t.Errorf("%s: got %s, want %s", p.Name, got, want)
		}
	}
	if got := s.Find("a").State; got != Ineligible {
		t.Errorf("got %s in the first snapshot, want it untouched", got)
	}
}

// LD-7
func TestAliases(t *testing.T) {
	alias := "---\ncommand: x\n---\n"
	s := files{
		inWorkspace + "a/SKILL.md": alias,
		inUser + "b/SKILL.md":      alias,
		inUser + "c/SKILL.md":      "---\ncommand: y\n---\n",
		inBundled + "c/SKILL.md":   alias, // shadowed: it declares nothing
		inUser + "d/SKILL.md":      "---\ncommand: w\nrequires_tools: [fly]\n---\n",
	}.load(t, world.Children)
	for _, name := range []string{"a", "b"} {
		c := s.Find(name)
		if c.State != Available || s.AliasOf(c) != "" || len(c.Findings) != 1 || c.Findings[0].Code != "alias_conflict" {
			t.Errorf("%s: got %+v with the alias %q, want it available without one, and a finding", name, c, s.AliasOf(c))
		}
	}
	if got := s.Alias("x"); len(got) != 2 || got[0] != s.Find("a") || got[1] != s.Find("b") {
		t.Errorf("got %v, want both skills as the snapshot holds them", got)
	}
	if got := s.Alias("y"); len(got) != 1 || got[0] != s.Find("c") || s.AliasOf(got[0]) != "y" {
		t.Errorf("got %v, want c", got)
	}
	if got := s.Alias("w"); len(got) != 1 || got[0] != s.Find("d") || s.AliasOf(got[0]) != "" || len(s.Alias("")) != 0 || len(s.Alias("z")) != 0 {
		t.Errorf("got %v, want the skill that is out and has none", got)
	}
	last := s.Conflicts[len(s.Conflicts)-1]
	if last.Kind != "alias" || last.String() != "The command /x resolves to none of /workspace/skills/a, /user/skills/b." {
		t.Errorf("got %q", last)
	}
}

// LD-7, LD-4: an alias that a skill shares with one that is out resolves to neither,
// and both are told, whatever keeps the other one out. A skill that is shadowed
// declares nothing, and what can be nobody's alias is told as such alone.
func TestAliasSharedWithExcluded(t *testing.T) {
	for state, text := range map[State]string{
		Malformed: "---\ncommand: x\nsummary: [1]\n---\n", Ineligible: "---\ncommand: x\neligibility: {binaries: [absent]}\n---\n",
		ToolMissing: "---\ncommand: x\nrequires_tools: [fly]\n---\n", Disabled: "---\ncommand: x\n---\n",
		ModeMismatch: "---\nname: off\nversion: 1.0.0\ndescription: d\nmodes: [Meeting]\ncommand: x\n---\n### t\n\n#### Parameters\n\nNone.\n\n#### Command\n\n```\ntrue\n```\n",
	} {
		in := files{inWorkspace + "off/SKILL.md": text, inUser + "on/SKILL.md": "---\ncommand: x\n---\n", inUser + "off/SKILL.md": "---\ncommand: x\n---\n"}.input(t, world.Children)
		if state == Disabled {
			in.Policy.Disabled = []string{"off"}
		}
		s := mustLoad(t, in, nil)
		on, off := s.Find("on"), s.Find("off")
		if on.State != Available || off.State != state {
			t.Fatalf("got %s and %s, want available and %s: %v", on.State, off.State, state, off.Reasons)
		}
		if got := s.Alias("x"); len(got) != 2 || got[0] != off || got[1] != on || s.AliasOf(on) != "" {
			t.Errorf("%s: got %v, and the alias %q", state, got, s.AliasOf(on))
		}
		want := "The command /x is declared by off (excluded: " + state.Word() + "), on; it resolves to none of them."
		for _, c := range []*Candidate{on, off} {
			if !slices.ContainsFunc(c.Findings, func(f skill.Finding) bool { return f.Code == "alias_conflict" && f.Message == want }) {
				t.Errorf("%s: %s: got %v, want %s", state, c.Name, c.Findings, want)
			}
		}
	}
	for _, text := range []string{"---\ncommand: skills\n---\n", "---\ncommand: A B\n---\n"} {
		s := files{inUser + "a/SKILL.md": text, inUser + "b/SKILL.md": text}.load(t, world.Children)
		if len(s.Conflicts) > 0 {
			t.Errorf("%q: got %v", text, s.Conflicts)
		}
	}
}

// VF-3, LD-6: names that differ in case alone are two skills, each marked.
func TestCaseClash(t *testing.T) {
	s := files{
		inWorkspace + "Foo/SKILL.md": "---\ncommand: x\n---\n", inUser + "foo/SKILL.md": "---\ncommand: x\n---\n",
		inUser + "FOO/SKILL.md": "---\n---\n", inUser + "Bar/SKILL.md": "---\n---\n", inUser + "ünï/SKILL.md": "---\n---\n", inUser + "ÜNÏ/SKILL.md": "---\n---\n",
	}.load(t, world.Children)
	names := []string{}
	for _, c := range s.Skills {
		found := []string{c.Name}
		for _, f := range c.Findings {
			found = append(found, f.Code)
		}
		names = append(names, strings.Join(found, " "))
	}
	same(t, "the index, bytewise", names, []string{
		"Bar", "FOO case_clash", "Foo alias_conflict case_clash", "foo alias_conflict case_clash", "ÜNÏ case_clash", "ünï case_clash",
	})
	if got := s.Alias("x")[0]; got != s.Find("Foo") {
		t.Errorf("got %p, want the candidate with both findings", got)
	}
}

// SK-8, SK-10: each a clear finding, and nothing else lost.
func TestBadInput(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n" +
		"d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e]\n"
	good := "---\nsummary: S.\n---\nbody"
	f, want := files{}, map[string]string{}
	for _, c := range []struct{ name, text, want string }{
		{"alias-bomb", "---\n" + bomb + "---\n", "malformed yaml_too_large"},
		{"binary", "\x7fELF\x00\x01\x02\xff", "malformed binary"},
		{"bom", "\ufeff" + good, "available"},
		{"crlf", strings.ReplaceAll(good, "\n", "\r\n"), "available"},
		{"deep", "---\na: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "\n---\n", "malformed yaml_too_deep"},
		{"empty", "", "available no_frontmatter"},
		{"latin1", "caf\xe9", "malformed bad_utf8"},
		{"nul", "---\nsummary: a\x00b\n---\n", "malformed binary"},
		{"two-mib", strings.Repeat("x", 2<<20), "malformed file_too_large"},
		{"unclosed", "---\nsummary: S.\n", "malformed unclosed_frontmatter"},
		{"with blank", good, "available name_unreachable"},
		{"..dots", good, "available"},
		{"🌸", good, "available"},
		{"new\nline", good, "malformed hidden_name name_unreachable"},
		{strings.Repeat("n", 255), good, "available"},
		{"Case", good, "available case_clash"},
		{"case", good, "available case_clash"},
		{"dot", good, "available case_clash"},
		{"dot.", good, "available case_clash"},
		{"blank ", good, "available name_unreachable"},
		{"good", good, "available"},
	} {
		f[inWorkspace+c.name+"/SKILL.md"], want[c.name] = c.text, c.want
	}
	s := f.load(t, world.Children)
	if len(s.Candidates) != len(want) {
		t.Fatalf("got %d candidates, want %d", len(s.Candidates), len(want))
	}
	for _, c := range s.Candidates {
		var got strings.Builder
		got.WriteString(string(c.State))
		for _, f := range c.Findings {
			got.WriteString(" " + f.Code)
		}
		if got.String() != want[c.Name] {
			t.Errorf("%.20q: got %q, want %q", c.Name, got.String(), want[c.Name])
		}
	}
}

// VF-3: names that cannot enter are refused at the border, so no load sees them.
func TestBorder(t *testing.T) {
	for path, want := range map[string]string{
		inWorkspace + "../../etc/SKILL.md":                   "path_parent",
		inWorkspace + strings.Repeat("n", 300) + "/SKILL.md": "path_too_long",
		inWorkspace + strings.Repeat("n", 300):               "path_too_long",
		"/" + inWorkspace + "a/SKILL.md":                     "path_absolute",
		inWorkspace + "a\x00/SKILL.md":                       "path_nul",
		inWorkspace + "\xff/SKILL.md":                        "path_not_utf8",
	} {
		_, err := tree.Tree{}.Put(path, nil)
		var refused *tree.PathError
		if !errors.As(err, &refused) || refused.Code != want {
			t.Errorf("%.40q: got %v, want %s", path, err, want)
		}
	}
}

// shelf is a source of blobs in memory that counts the files it gives.
type shelf struct {
	blobs map[tree.Digest][]byte
	calls int
	given map[string]bool
}

func (s *shelf) Blobs(list []tree.Digest) ([][]byte, error) {
	s.calls++
	got := make([][]byte, len(list))
	for i, d := range list {
		got[i] = s.blobs[d]
		s.given[string(got[i])] = true
	}
	return got, nil
}

// VF-4: a snapshot of a tree that was opened from a store reads the SKILL.md of
// every skill at once, and nothing else; it is the snapshot of the same tree in
// memory, and one whose file is lost is malformed and says so.
func TestOpened(t *testing.T) {
	in := files{
		inWorkspace + "a/SKILL.md": "---\nsummary: a\n---\n", inWorkspace + "a/data.txt": "data",
		inUser + "a/SKILL.md": "---\nsummary: loser\n---\n", inUser + "b/SKILL.md": "---\nsummary: b\n---\n",
	}.input(t, world.Children)
	want := mustLoad(t, in, nil)
	s := &shelf{blobs: map[tree.Digest][]byte{}, given: map[string]bool{}}
	for b := range in.Tree.Blobs(nil) {
		s.blobs[b.Digest()], _ = b.Bytes()
	}
	open := func() {
		opened, err := tree.Opener{From: s}.Open(in.Tree.Digest())
		if err != nil {
			t.Fatal(err)
		}
		in.Tree, s.calls = opened, 0
	}
	open()
	if got := mustLoad(t, in, nil); got.Digest != want.Digest || s.calls != 1 || s.given["data"] {
		t.Errorf("got %s after %d reads, want %s after one, and no other file read", got.Digest, s.calls, want.Digest)
	}
	delete(s.blobs, want.Find("b").Digest)
	open()
	got := mustLoad(t, in, nil)
	if c := got.Find("b"); c.State != Malformed || c.Reasons[0].Code != "unreadable" || got.Find("a").State != Available {
		t.Errorf("got %s %v, want the lost one malformed and the other available", c.State, c.Reasons)
	}
}
