package core_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"lily/core/answer"
	"lily/core/archive"
	"lily/core/argv"
	"lily/core/bundle"
	"lily/core/command"
	"lily/core/event"
	"lily/core/frontmatter"
	"lily/core/glob"
	"lily/core/help"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/near"
	"lily/core/plain"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/program"
	"lily/core/prompt"
	"lily/core/sight"
	"lily/core/skill"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
	"lily/wasm/costtest"
)

const kib = 1 << 10

// SK-10: no text costs more than in proportion to its length, at the longest that is read. What is read without a
// bound of its own, or with a great one, has 256 KiB here.
func TestTextsCostNoMoreThanTheirLength(t *testing.T) {
	for _, tt := range []struct {
		name   string
		most   int
		read   func(text string)
		frames []string
	}{
		{"frontmatter", frontmatter.MaxHead, func(s string) { frontmatter.Read(s) }, []string{"---\n…\n---\n"}},
		{"a skill's head, and mending it", frontmatter.MaxHead, readSkill, []string{"---\n…\n---\n", "---\nname: x\ndescription: …\n---\n", "---\nallowed-tools: …\n---\n"}},
		{"a skill's text", frontmatter.MaxFile, readSkill, []string{"…", "---\n…", "---\nsummary: x\n---\n… !`"}},
		{"a skill's tools", frontmatter.MaxFile, readSkill, []string{"---\nversion: 1.0.0\nnetwork: true\n---\n### a\n#### Command\n```\nls\n```\n#### Parameters\n…"}},
		{"a tool's command", argv.MaxCommand, func(s string) {
			readSkill("---\nversion: 1.0.0\nnetwork: true\n---\n### a\n#### Command\n```\n" + s + "\n```\n")
		}, []string{"ls …"}},
		{"profile", 64 * kib, func(s string) { _, _ = profile.Parse("p", []byte(s)) }, []string{"…", "binaries: […]"}},
		{"policy", 64 * kib, readPolicy, []string{"…", "tools:\n  deny: […]"}},
		{"command", argv.MaxCommand, readCommand, []string{"…", "timeout 5 find . …"}},
		{"a template, filled", argv.MaxCommand, fillsWith("a b"), []string{"ls …", "env {{a}} …", "curl https://a/?…"}},
		{"what a template is filled with", 64 * kib, func(s string) { fillsWith(s)("ls {{a}} x{{a}}y https://a/?b={{a}}&c={{b}} {{b}}") }, nil},
		{"a slash line", 64 * kib, slash, []string{"…", "/a …", "/a {\"text\": \"…"}},
		{"the parameters of a slash line", 64 * kib, bound, []string{"…", "a=…", "[…"}},
		{"lines to search", 64 * kib, func(s string) { use("grep", command.Args{"pattern": "(a|b|ab){1,20}c$"}, s) }, nil},
		{"notes for a plan", 32 * kib, func(s string) { use("compile_plan", command.Args{"text": s}, "") }, []string{"…", "# a\n…", "a must …"}},
		{"a bundle", 256 * kib, func(s string) { _, _, _ = bundle.Read([]byte(s), tool.Builtin()) }, []string{"…", "PK\x03\x04…"}},
		{"an entry of a bundle", 64 * kib, readBundle, []string{"…", "{\"format\":1,…"}},
		{"allowed-tools", argv.MaxCommand, readHint, []string{"…", "Bash(…)", "Read(…)"}},
		{"pattern for paths", kib, readGlob, nil},
		{"pattern for lines", tool.MaxPattern, func(s string) { use("grep", command.Args{"pattern": s}, strings.Repeat("a b\n", 20)) }, nil},
		{"pattern for names", tool.MaxGlob, func(s string) { use("find", command.Args{"pattern": s}, "") }, nil},
		{"edit", 256 * kib, func(s string) {
			use("edit", command.Args{"path": "a.txt", "old": s[:len(s)/2], "new": "x"}, s)
		}, nil},
		{"shown text", 256 * kib, func(s string) { answer.Clean(s); answer.Line(s); _ = answer.Short(s); sight.Show(s); sight.Spell(s) }, nil},
		{"near", 64 * kib, func(s string) { near.Distance(s, s[1:]+"x", 3) }, nil},
		{"JSON", 256 * kib, func(s string) { var v any; _ = plain.Strictly([]byte(s), &v); _, _ = event.Decode([]byte(s)) }, []string{"…", "{\"seq\":1,…"}},
		{"help", 64 * kib, readHelp, nil},
		{"a stream of events", 256 * kib, stream("openai"), []string{"…", "data: …"}},
		{"a stream of Anthropic's", 256 * kib, stream("anthropic"), []string{"event: message_start\n…"}},
		{"a script of a model", 256 * kib, func(s string) { _, _ = model.ParseScript("s", []byte(s)) }, nil},
		{"output", 256 * kib, func(s string) {
			var k program.Keep
			for chunk := range strings.SplitSeq(s, "a") {
				k.Write(program.Stdout, []byte(chunk))
			}
			k.Output()
			k.Parsed()
		}, nil},
		{"a path", tree.MaxPath, func(s string) { _ = tree.Check(s); _, _ = (tree.Tree{}).Put(s, nil) }, nil},
		{"an archive", 256 * kib, func(s string) { _, _ = archive.Read([]byte(s), archive.Options{}) }, []string{"…", "PK\x03\x04…"}},
	} {
		t.Run(tt.name, func(t *testing.T) { costtest.Texts(t, tt.most, tt.read, tt.frames...) })
	}
}

func readSkill(s string) { skill.Parse("x", []byte(s)) }

func readPolicy(s string) {
	_, _ = policy.Parse("p", []byte(s))
	policy.Unknown("p", []byte(s), func() policy.Names { return policy.Names{Tools: []string{"read", "write"}} })
}

func readCommand(s string) {
	_, _ = argv.Split(s)
	if words, err := argv.Command(s); err == nil {
		argv.Runs(words)
	}
}

func readHint(s string) {
	if h, err := skill.ReadHint(s); err == nil {
		h.Path("workspace/a/b", "workspace/skills/x")
	}
}

func fillsWith(value string) func(text string) {
	params := []argv.Param{{Name: "a", Type: "string"}, {Name: "b", Type: "array"}}
	return func(text string) {
		if t, err := argv.Parse(text); err == nil {
			_, _ = t.Fill(map[string]any{"a": value, "b": []any{value, value}}, params)
			_, _ = t.Fill(nil, params)
		}
	}
}

func slash(s string) {
	line, _ := command.Parse(s)
	command.Word(s)
	bound(line.Args)
}

func bound(s string) {
	for _, params := range [][]skill.Param{
		{{Name: "text", Type: "string"}},
		{{Name: "a", Type: "string"}, {Name: "b", Type: "integer"}, {Name: "c", Type: "array"}},
	} {
		_, _ = command.Bind(s, params)
		_, _ = command.BindObject(s, params)
	}
}

// readBundle reads a bundle whose entries are such a text each.
func readBundle(s string) {
	var b tree.Builder
	for _, at := range []string{"lily.json", "events.jsonl", "sides.jsonl"} {
		if err := b.Put(at, []byte(s)); err != nil {
			panic(err)
		}
	}
	var zip bytes.Buffer
	if err := archive.Write(&zip, b.Tree()); err != nil {
		panic(err)
	}
	_, _, _ = bundle.Read(zip.Bytes(), tool.Builtin())
}

func readGlob(s string) {
	if p, err := glob.Parse(s); err == nil {
		p.Match(s)
		p.Match(strings.Repeat("a/", tree.MaxPath/2))
	}
}

func use(name string, args command.Args, text string) {
	all, err := (tree.Tree{}).Put("workspace/a.txt", []byte(text))
	if err != nil {
		panic(err)
	}
	found, _ := tool.Builtin().Find(name)
	found.Call(tool.World{Input: loader.Input{World: world.World{Tree: all}}}, args)
}

func readHelp(s string) {
	b, err := help.Parse([]byte("\fa\n# A\n\nB.\n\n## " + strings.Repeat("a", 50) + "\n\nC.\n"))
	if err != nil {
		panic(err)
	}
	b.Search(s)
	b.Find(s)
	b.Near(s)
}

// answering is an upstream that answers a text.
type answering string

// Send implements [model.Upstream].
func (a answering) Send(context.Context, string, []byte) (model.Answer, error) {
	return model.Answer{Status: 200, RetryAfter: -1, Type: "text/event-stream", Body: io.NopCloser(strings.NewReader(string(a)))}, nil
}

func stream(format string) func(s string) {
	return func(s string) {
		m := model.Remote{ID: "up", Model: "m", Format: format, Upstream: answering(s)}
		_, _ = m.Reply(context.Background(), model.Request{}, func(model.Delta) {})
	}
}

// SK-10: nor do many things cost more than in proportion to how many they are.
func TestManyCostNoMoreThanTheirNumber(t *testing.T) {
	for _, tt := range []struct {
		name    string
		most    int
		prepare func(n int) (work func())
	}{
		{"skills, their catalog and their differences", 2000, func(n int) func() {
			was := manySkills(n, "---\nsummary: S%d "+strings.Repeat("long ", 200)+".\ncommand: c%[1]d\n---\nT.\n")
			is := manySkills(n, "---\nsummary: T%d.\ncommand: same\n---\nU.\n")
			return func() {
				a, b := loaded(was), loaded(is)
				prompt.List(a, 8000)
				loader.Compare(a, b)
			}
		}},
		{"skills whose names differ in case", 2000, func(n int) func() {
			in := manySkills(n, "---\nsummary: S.\n---\n")
			in.Tree, _ = in.Tree.Put("workspace/skills/S0/SKILL.md", nil)
			return func() { loaded(in) }
		}},
		{"files in one folder", 20_000, func(n int) func() {
			return func() { tree.Diff(flatTree(n, "a"), flatTree(n, "b")) }
		}},
		{"folders in folders", 2000, func(n int) func() {
			return func() {
				var b tree.Builder
				for i := range n {
					_ = b.Put(fmt.Sprintf("a%d/%sf", i%64, strings.Repeat("d/", 50)), nil)
				}
				_ = b.Tree().Digest()
			}
		}},
		{"three trees to merge", 20_000, func(n int) func() {
			base, mine, theirs := flatTree(n, "a"), flatTree(n, "b"), flatTree(n, "c")
			return func() { tree.Merge(base, mine, theirs) }
		}},
		{"links", 4000, func(n int) func() {
			return func() {
				var b tree.Builder
				for i := range n {
					_ = b.Link(fmt.Sprintf("l%d", i), fmt.Sprintf("l%d", i+1))
				}
				_ = b.Put(fmt.Sprintf("l%d", n), nil)
				b.Follow(nil, nil)
			}
		}},
		{"files in an archive", 20_000, func(n int) func() {
			var zip bytes.Buffer
			if err := archive.Write(&zip, flatTree(n, "a")); err != nil {
				t.Fatal(err)
			}
			return func() { _, _ = archive.Read(zip.Bytes(), archive.Options{}) }
		}},
		{"files to search", 20_000, func(n int) func() {
			w := tool.World{Input: loader.Input{World: world.World{Tree: flatTree(n, "a")}}}
			return func() {
				for _, name := range []string{"grep", "find"} {
					found, _ := tool.Builtin().Find(name)
					found.Call(w, command.Args{"pattern": "a?b", "path": "/"})
				}
			}
		}},
		{"rules that name nothing", 3000, func(n int) func() {
			names := policy.Names{}
			var text strings.Builder
			text.WriteString("tools:\n  deny:\n")
			for i := range n {
				fmt.Fprintf(&text, "  - n%d\n", i)
			}
			for i := range 50 {
				names.Tools = append(names.Tools, fmt.Sprintf("tool%d", i))
			}
			return func() { policy.Unknown("p", []byte(text.String()), func() policy.Names { return names }) }
		}},
	} {
		t.Run(tt.name, func(t *testing.T) { costtest.Linear(t, tt.name, tt.most/2, tt.prepare) })
	}
}

func flatTree(n int, text string) tree.Tree {
	var b tree.Builder
	for i := range n {
		if err := b.Put(fmt.Sprintf("f%d", i), []byte(text)); err != nil {
			panic(err)
		}
	}
	return b.Tree()
}

func manySkills(n int, text string) loader.Input {
	var b tree.Builder
	_ = b.Dir("bundled/skills")
	for i := range n {
		if err := b.Put(fmt.Sprintf("workspace/skills/s%d/SKILL.md", i), fmt.Appendf(nil, text, i)); err != nil {
			panic(err)
		}
	}
	return loader.Input{World: world.World{
		Tree: b.Tree(), Roots: world.Roots(world.Children), Profile: profile.Empty(), Policy: policy.Default(),
	}}
}

func loaded(in loader.Input) *loader.Snapshot {
	s, err := loader.Load(in, nil)
	if err != nil {
		panic(err)
	}
	return s
}
