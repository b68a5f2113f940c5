package prompt

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"lily/core/loader"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

// sourced is a snapshot of skills with these summaries, by their folder in the tree.
func sourced(t *testing.T, summaries map[string]string) *loader.Snapshot {
	t.Helper()
	var b tree.Builder
	for _, dir := range []string{"bundled/skills", "workspace/skills"} {
		if err := b.Dir(dir); err != nil {
			t.Fatal(err)
		}
	}
	for dir, summary := range summaries {
		text := "---\nsummary: '" + strings.ReplaceAll(summary, "'", "''") + "'\n---\nBody.\n"
		if err := b.Put(dir+"/SKILL.md", []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	s, err := loader.Load(loader.Input{
		World: world.World{Tree: b.Tree(), Roots: world.Roots(world.Children), Profile: profile.Empty(), Policy: policy.Default()}, Tools: tool.Builtin().Names(),
	}, nil)
	if err != nil || len(s.Skills) != len(summaries) {
		t.Fatalf("got %d skills and %v, want %d", len(s.Skills), err, len(summaries))
	}
	return s
}

// CV-2: a summary is cut at a word, and in a script without blanks at a character that
// keeps its marks; the first word that is too long takes all of it along.
func TestCutAtAWord(t *testing.T) {
	for _, tt := range []struct {
		text   string
		length int
		want   string
	}{
		{"Reads the board.", 16, "Reads the board."},
		{"Reads the board.", 15, "Reads the…"},
		{"Reads the board.", 9, "Reads the…"},
		{"Reads the board.", 8, "Reads…"},
		{"Reads the board.", 5, "Reads…"},
		{"Reads the board.", 4, ""},
		{"Reads the board.", 0, ""},
		{"Reads  the\nboard.", 7, "Reads…"},
		{"Reads\u00a0the", 6, "Reads…"},
		{"https://example.com/a/very/long/address", 38, ""},
		{"读取看板并写报告。", 4, "读取看板…"},
		{"读取看板并写报告。", 9, "读取看板并写报告。"},
		{"Reads 看板 well", 7, "Reads 看…"},
		{"用Excel写报告", 5, "用…"},
		{"用Excel写报告", 6, "用Excel…"},
		{"ぱ\u3099ぴ\u309aぷ", 3, "ぱ\u3099…"},
		{"กำลังอ่าน", 3, "กำ…"}, // the fourth character is a mark of the third
		{"กำลัง", 1, ""},
		{"보드를 읽고 보고서를 쓴다", 5, "보드를…"},
		{"Zwei e\u0301te\u0301s", 6, "Zwei…"},
		{"😀😀😀 ok", 2, ""},
		{"看👩\u200d💻板", 2, "看…"},
		{"看👍🏽板", 2, "看…"},
		{"", 0, ""},
	} {
		got, whole := within(tt.text, tt.length)
		if got != tt.want || whole != (got == tt.text) {
			t.Errorf("%q at %d: got %q, %t, want %q", tt.text, tt.length, got, whole, tt.want)
		}
	}
}

// CV-2: the longest summaries are cut first, all to one length, and what is shorter
// stays whole; a skill is dropped only when every summary is gone, bundled before user
// before workspace.
func TestListOverBudget(t *testing.T) {
	words := func(n int) string { return strings.TrimSpace(strings.Repeat("word ", n)) }
	s := sourced(t, map[string]string{
		"workspace/skills/d": words(60), "workspace/skills/e": words(4), "user/skills/c": words(50),
		"bundled/skills/a": words(40), "bundled/skills/b": words(3), "bundled/skills/bb-much-longer": words(3), "user/skills/cc": words(2),
	})
	stands := func(tokens int) string {
		var list []string
		for _, e := range List(s, tokens).Entries {
			list = append(list, fmt.Sprintf("%s=%s:%d", e.Name, e.Listing, strings.Count(e.Summary, "word")))
		}
		return strings.Join(list, " ")
	}
	whole := List(s, 10_000)
	for _, tt := range []struct {
		tokens int
		want   string
	}{
		{whole.Tokens, "a=listed:40 b=listed:3 bb-much-longer=listed:3 c=listed:50 cc=listed:2 d=listed:60 e=listed:4"},
		{whole.Tokens - 1, "a=listed:40 b=listed:3 bb-much-longer=listed:3 c=listed:50 cc=listed:2 d=shortened:58 e=listed:4"},
		{whole.Tokens - 20, "a=listed:40 b=listed:3 bb-much-longer=listed:3 c=shortened:46 cc=listed:2 d=shortened:46 e=listed:4"},
		{whole.Tokens - 100, "a=shortened:22 b=listed:3 bb-much-longer=listed:3 c=shortened:22 cc=listed:2 d=shortened:22 e=listed:4"},
	} {
		if got := stands(tt.tokens); got != tt.want {
			t.Errorf("%d of %d tokens: got\n%s, want\n%s", tt.tokens, whole.Tokens, got, tt.want)
		}
	}
	// From no summary on the order of dropping is what is missing.
	var order []string
	for tokens := whole.Tokens; tokens >= 0; tokens-- {
		c := List(s, tokens)
		for _, name := range c.Named(Dropped) {
			if !slices.Contains(order, name) {
				order = append(order, name)
			}
		}
		for _, e := range c.Entries {
			if len(c.Named(Dropped)) > 0 && e.Summary != "" {
				t.Fatalf("%d tokens: got the summary %q beside skills that are dropped", tokens, e.Summary)
			}
		}
	}
	if got, want := strings.Join(order, " "), "bb-much-longer b a cc c e d"; got != want {
		t.Errorf("got the order %s, want %s", got, want)
	}
}

// vocabulary is what makes summaries hard: blanks, entities, marks, long words.
var vocabulary = []string{"a", "the", "word", "R&D", "<b>", "读取", "ぱ\u3099", "кот", strings.Repeat("x", 50), "it's", "  ", "é", "กำ"}

// CV-2: of any skills and budget the catalog keeps to it, says of every skill how it
// stands, cuts to the greatest length that fits and tears no word.
func TestListProperty(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		summaries := map[string]string{}
		for i := range 1 + r.IntN(25) {
			var words []string
			for range r.IntN(60) {
				words = append(words, vocabulary[r.IntN(len(vocabulary))])
			}
			source := []string{"bundled", "user", "workspace"}[r.IntN(3)]
			summaries[fmt.Sprintf("%s/skills/s%02d", source, i)] = strings.Join(words, " ")
		}
		s := sourced(t, summaries)
		full := List(s, 1_000_000)
		for range 12 {
			tokens := r.IntN(full.Tokens + 2)
			c := List(s, tokens)
			if again := List(s, tokens); again.Text != c.Text {
				t.Fatal("got another catalog of the same skills")
			}
			holds(t, s, full, c)
		}
	}
}

func holds(t *testing.T, s *loader.Snapshot, full, c Catalog) {
	t.Helper()
	if len(c.Text) > 4*c.Limit || c.Tokens > c.Limit || strings.Count(c.Text, "<skill>") != len(c.Names()) {
		t.Fatalf("got %d bytes and %d tokens of %d with %d skills", len(c.Text), c.Tokens, c.Limit, len(c.Names()))
	}
	if (full.Tokens <= c.Limit) != (c.Text == full.Text) {
		t.Fatalf("got %d of %d tokens within %d, want it whole where it fits", c.Tokens, full.Tokens, c.Limit)
	}
	longest, shortest := -1, 1<<30 // that is whole, that is cut
	for i, e := range c.Entries {
		whole := s.Skills[i].Brief().Summary
		n := utf8.RuneCountInString(whole)
		switch e.Listing {
		case Listed:
			longest = max(longest, n)
			if e.Summary != whole || e.Why != "" {
				t.Fatalf("got %+v, want it whole", e)
			}
		case Shortened:
			shortest = min(shortest, n)
			cut := strings.TrimSuffix(e.Summary, "…")
			rest, ok := strings.CutPrefix(whole, cut)
			next, _ := utf8.DecodeRuneInString(rest)
			last, _ := utf8.DecodeLastRuneInString(cut)
			if !ok || e.Why == "" || cut != "" && !unicode.IsSpace(next) && !unspaced(next) && !unspaced(last) || unicode.Is(unicode.M, next) {
				t.Fatalf("got %q of %q", e.Summary, whole)
			}
		}
	}
	if longest > shortest && len(c.Named(Dropped)) == 0 && longest >= 0 {
		t.Fatalf("got one of %d characters whole and one of %d cut, want the longest cut first", longest, shortest)
	}
}

// CV-2: the length is the greatest that fits, as trying every one tells.
func TestLengthIsTheGreatest(t *testing.T) {
	s := sourced(t, map[string]string{
		"user/skills/a": "One & two <three> four, 读取看板 five.", "user/skills/b": "A word ab abc abcd abcde abcdef", "user/skills/c": "x y z " + strings.Repeat("u", 30),
	})
	full := List(s, 1000)
	fixed := 0
	for _, e := range full.Entries {
		fixed += e.size - escaped(e.Summary)
	}
	for room := fixed; room < len(full.Text); room++ {
		want := 0
		for n := range 50 {
			if tried := (Catalog{Entries: slices.Clone(full.Entries)}); tried.cut(n) <= room {
				want = n
			}
		}
		got, _ := full.length(room, nil)
		a, b := Catalog{Entries: slices.Clone(full.Entries)}, Catalog{Entries: slices.Clone(full.Entries)}
		if a.cut(got) > room || b.cut(want) > room || a.join().Text != b.join().Text {
			t.Errorf("%d bytes: got the length %d, want %d", room, got, want)
		}
	}
}

// CV-2: what a length costs is counted as it is written.
func TestEscaped(t *testing.T) {
	for _, text := range append(vocabulary, "\x00\x1f\t\n\r", "\ufffe\uffff\ufffd", "\xff\xc3", `<>&"'`, "😀") {
		if got, want := escaped(text), len(escape(text)); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}

// CV-2: the policy's budget, else a share of the model's context where that is known.
func TestBudget(t *testing.T) {
	none, some := 0, 12_345
	for _, tt := range []struct {
		rule         *int
		window, want int
		says         string
	}{
		{nil, 0, CatalogTokens, "not known"},
		{nil, 200_000, CatalogTokens, "4 % of the model's context of 200000 tokens"},
		{nil, 32_768, 1308, "4 %"},
		{nil, 1_000_000, 40_000, "4 %"},
		{nil, -1, CatalogTokens, "not known"},
		{&some, 200_000, some, "catalog_tokens: 12345"},
		{&none, 200_000, 0, "catalog_tokens: 0"},
	} {
		p := policy.Default()
		p.Catalog = tt.rule
		if got, says := Budget(p, tt.window); got != tt.want || !strings.Contains(says, tt.says) {
			t.Errorf("%v, %d: got %d by %q, want %d by %q", tt.rule, tt.window, got, says, tt.want, tt.says)
		}
	}
}

// CV-2: ten thousand skills are cut in one pass over their summaries.
func TestListMany(t *testing.T) {
	summaries := map[string]string{}
	for i := range 10_000 {
		summaries[fmt.Sprintf("workspace/skills/skill-%05d", i)] = strings.Repeat("some words 读 & ", 20+i%20)
	}
	s := sourced(t, summaries)
	for _, tokens := range []int{400_000, 8_000} {
		c := List(s, tokens)
		if got := len(c.Names()) + len(c.Named(Dropped)); got != 10_000 {
			t.Errorf("%d tokens: got %d skills, want 10,000", tokens, got)
		}
	}
}
