package tool

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"lily/core/command"
	"lily/core/world"
)

// checked is what /check says of a workspace.
func checked(t *testing.T, skills map[string]string, scan world.Scan, a args) string {
	t.Helper()
	in := map[string]string{}
	for path, text := range skills {
		in["workspace/skills/"+path] = text
	}
	w := worldOf(t, in)
	w.Roots, w.Reserved = world.Roots(scan), []string{"help"}
	got, _ := checkSkills.Call(w, a)
	if !got.Success {
		t.Fatalf("got %s", got.Error)
	}
	if len(got.Output) > MaxOutput/2 {
		t.Errorf("got %d bytes, want far less than %d", len(got.Output), MaxOutput)
	}
	return got.Output
}

// LD-2: a report on thousands of skills says their sums, begins with the errors, and is
// read to its end page by page, each skill once.
func TestCheckOfThousands(t *testing.T) {
	skills := map[string]string{}
	for i := range 2417 {
		text := "---\nsummary: x\nodd: 1\n---\n"
		switch {
		case i%600 == 599:
			text = "---\nopen"
		case i == 700:
			text = "---\nrequires_tools: [nope]\n---\n"
		case i == 800:
			text = "---\nname: other\ndescription: x\n---\n"
		case i == 900:
			text = "---\neligibility:\n  binaries: [git]\n---\n"
		}
		skills[fmt.Sprintf("p%d/s%04d/SKILL.md", i%40, i)] = text
	}
	first := checked(t, skills, world.Deep, args{})
	head, rest, _ := strings.Cut(first, "\n## ")
	if want := "2417 skills: 5 errors, 1 warning, 2411 notes."; !strings.Contains(head, want) {
		t.Errorf("got %q, want %q", head, want)
	}
	want := []string{"s0599", "s0700", "s1199", "s1799", "s2399", "s0900", "s0800", "s0000"}
	for i, part := range strings.Split(rest, "\n## ")[:len(want)] {
		if !strings.HasPrefix(part, want[i]+"\n") {
			t.Errorf("%d: got %.40q, want %s", i, part, want[i])
		}
	}
	seen := map[string]int{}
	next := regexp.MustCompile("`/check from=(\\d+)` goes on")
	pages := 0
	for page := first; ; pages++ {
		for _, m := range regexp.MustCompile(`(?m)^## (\S+)$`).FindAllStringSubmatch(page, -1) {
			seen[m[1]]++
		}
		m := next.FindStringSubmatch(page)
		if m == nil {
			break
		}
		var from int64
		fmt.Sscan(m[1], &from)
		page = checked(t, skills, world.Deep, args{"from": from})
	}
	if len(seen) != 2417 || pages < 2 {
		t.Errorf("got %d skills on %d pages", len(seen), pages+1)
	}
	for name, n := range seen {
		if n != 1 {
			t.Errorf("got %s %d times", name, n)
		}
	}
}

// The worst skill: every page stays within the bound, and no finding is lost.
func TestCheckOfManyFindings(t *testing.T) {
	var b strings.Builder
	b.WriteString("---\n")
	for i := range 2000 {
		fmt.Fprintf(&b, "k%d_é: 1\n", i)
	}
	b.WriteString("requires_tools: [" + strings.Repeat("nope, ", 1000) + "x]\n---\n")
	skills := map[string]string{"a long name/SKILL.md": b.String(), "b/SKILL.md": "---\nsummary: x\n---\n"}
	all := checked(t, skills, world.Children, args{})
	for _, want := range []string{"2 skills: 1001 errors, 1 warning, 2000 notes.", "more reasons", "2000 notes: `/check {\"name\":\"a long name\"}`"} {
		if !strings.Contains(all, want) {
			t.Errorf("got %s, want %q", all, want)
		}
	}
	lines, reasons, from := 0, 0, int64(1)
	for from > 0 {
		page := checked(t, skills, world.Children, args{"name": "a long name", "from": from})
		lines += strings.Count(page, "(unknown_key, SK-7)")
		reasons += strings.Count(page, "(tool_unknown, PO-2)")
		from = 0
		if _, rest, ok := strings.Cut(page, "`/check {\"name\":\"a long name\",\"from\":"); ok {
			fmt.Sscan(rest, &from)
		}
	}
	if lines != 2000 || reasons != 1001 {
		t.Errorf("got %d findings and %d reasons on all pages, want 2000 and 1001", lines, reasons)
	}
}

// LD-2: what a scan left out, and what stands beside the skills, is told here too.
func TestCheckTellsTheLimit(t *testing.T) {
	skills := map[string]string{"1/2/3/4/5/6/7/SKILL.md": "---\nsummary: x\n---\n", "bad/skill.md": "x", "good/SKILL.md": "---\nsummary: x\n---\n", "good/in/SKILL.md": "---\nsummary: x\n---\n"}
	got := checked(t, skills, world.Deep, args{})
	for _, want := range []string{
		"1 skill: 0 errors, 2 warnings, 1 note. 1 folder was not looked at:",
		"- `/workspace/skills/bad` warning: ", "(misnamed, SK-1)", "- `/workspace/skills/1/2/3/4/5/6/7` warning: ", "(scan_depth, LD-2)",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s, want %q", got, want)
		}
	}
}

// A page that is not there is an error, and says what there is.
func TestCheckPageBounds(t *testing.T) {
	w := worldOf(t, map[string]string{"workspace/skills/a/SKILL.md": "x"})
	for from, want := range map[int64]string{0: "got from=0, want 1 or more", -1: "want 1 or more", 2: "want at most 1, the last entry", 1 << 62: "want at most 1, the last entry"} {
		if got, _ := checkSkills.Call(w, args{"from": from}); got.Success || !strings.Contains(got.Error, want) {
			t.Errorf("from=%d: got %+v, want %q", from, got, want)
		}
	}
}

// What a report says to send is read as what it means, whatever a folder is called.
func TestCheckCalls(t *testing.T) {
	for _, name := range []string{"a", "42", "with blank", "a=b", "from=2", `"quoted"`, "it's", "{", "name=x", "é", "-x", "a,b", "a\u00a0b", "<b>&"} {
		for _, from := range []int{0, 3} {
			text := strings.TrimSpace(strings.TrimPrefix(call(name, from), "/check"))
			got, err := command.Bind(text, checkSkills.Params)
			if n, _ := got["from"].(int64); err != nil || got["name"] != name || n != int64(from) {
				t.Errorf("%s: got %v, %v, want %q and %d", text, got, err, name, from)
			}
		}
	}
}
