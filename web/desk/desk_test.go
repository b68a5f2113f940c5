package desk

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Each document has one address, which is read back, and no address is anything else.
func TestAddress(t *testing.T) {
	for _, tt := range []struct {
		doc  Doc
		want string
	}{
		{Doc{"skill", "workspace/skills/haiku"}, "#skill/workspace/skills/haiku"},
		{Doc{"file", "workspace/a b/100%/ü#?.md"}, "#file/workspace/a%20b/100%25/%C3%BC%23%3F.md"},
		{Doc{"file", "workspace/%2F"}, "#file/workspace/%252F"},
		{Doc{"conversation", "s1"}, "#conversation/s1"},
		{Doc{"recording", "recording 1"}, "#recording/recording%201"},
		{Doc{"policy", ""}, "#policy"},
		{Doc{"trace", ""}, "#trace"},
	} {
		got := tt.doc.String()
		if back, err := Parse(got); got != tt.want || err != nil || back != tt.doc {
			t.Errorf("got %s and back %+v %v, want %s", got, back, err, tt.want)
		}
	}
	for _, old := range []string{"#trace/events", "#trace/context"} { // of documents that were apart
		if d, err := Parse(old); err != nil || d.String() != "#trace" {
			t.Errorf("%s: got %v, %v, want the trace", old, d, err)
		}
	}
	for _, bad := range []string{
		"", "#", "skill/a", "#skill", "#skill/", "#skill/../a", "#skill//a", "#file/a/./b", "#file/%2e%2e/a", "#file/a%00b", "#file/a%5Cb",
		"#file/%zz", "#file/%ff", "#file/a%0Ab", "#policy/x", "#conversation", "#conversation/a/b", "#code=1", "#token=x", "#javascript:alert(1)",
		"#nothing/x", "#Skill/a", "#file/" + strings.Repeat("a/", 4096), "#<img src=x>", "#trace/%1b", "#trace/x", "#import/x",
	} {
		if d, err := Parse(bad); err == nil {
			t.Errorf("%.40q: got %+v, want an error", bad, d)
		}
	}
}

func doc(n int) Doc { return Doc{"file", fmt.Sprintf("workspace/%d", n)} }

// show writes a desk in a line: groups apart by a bar, the tab in front in brackets.
func show(k *Desk) string {
	var groups []string
	for at, g := range k.Groups {
		var tabs []string
		for i, d := range g.Tabs {
			name := strings.TrimPrefix(d.Of, "workspace/")
			if i == g.Front {
				name = "[" + name + "]"
			}
			tabs = append(tabs, name)
		}
		line := strings.Join(tabs, " ")
		if at == k.At {
			line += "*"
		}
		groups = append(groups, line)
	}
	return strings.Join(groups, " | ")
}

func TestVerbs(t *testing.T) {
	k, talk := New("skills"), Doc{Conversation, "s1"}
	for _, step := range []struct {
		what string
		do   func()
		want string
	}{
		{"nothing", func() {}, "*"},
		{"close what is not open", func() { k.Close(doc(1)) }, "*"},
		{"turn nothing", func() { k.Turn(1); k.Move(1); k.Other() }, "*"},
		{"open", func() { k.Open(talk); k.Open(doc(1)); k.Open(doc(2)) }, "s1 1 [2]*"},
		{"open again", func() { k.Open(talk) }, "[s1] 1 2*"},
		{"after the one in front", func() { k.Open(doc(3)) }, "s1 [3] 1 2*"},
		{"beside", func() { k.Beside(doc(4)) }, "s1 [3] 1 2 | [4]*"},
		{"another in that group", func() { k.Open(doc(5)) }, "s1 [3] 1 2 | 4 [5]*"},
		{"a session joins the sessions", func() { k.Open(Doc{Conversation, "s2"}) }, "s1 3 [s2] 1 2* | 4 [5]"},
		{"all sessions move", func() { k.Beside(talk) }, "3 [1] 2 | 4 5 [s1] s2*"},
		{"a session beside stays with them", func() { k.Beside(Doc{Conversation, "s3"}) }, "3 [1] 2 | 4 5 s1 [s3] s2*"},
		{"turn", func() { k.Turn(-1) }, "3 [1] 2 | 4 5 [s1] s3 s2*"},
		{"turn around", func() { k.Turn(3) }, "3 [1] 2 | [4] 5 s1 s3 s2*"},
		{"move", func() { k.Move(9) }, "3 [1] 2 | 5 s1 s3 s2 [4]*"},
		{"the other group", func() { k.Other() }, "3 [1] 2* | 5 s1 s3 s2 [4]"},
		{"close", func() { k.Close(doc(1)) }, "3 [2]* | 5 s1 s3 s2 [4]"},
		{"close behind", func() { k.Close(doc(3)) }, "[2]* | 5 s1 s3 s2 [4]"},
		{"a group goes with its last", func() { k.Close(doc(2)) }, "5 s1 s3 s2 [4]*"},
		{"reopen", func() { k.Reopen() }, "5 s1 s3 s2 4 [2]*"},
		{"replace", func() { k.Replace(doc(2), doc(9)) }, "5 s1 s3 s2 4 [9]*"},
		{"replace by what is there", func() { k.Replace(doc(9), doc(5)) }, "5 s1 s3 s2 [4]*"},
		{"beside what it was opened from", func() { k.Open(talk); k.Open(doc(7)); k.Beside(doc(7)) }, "5 [s1] s3 s2 4 | [7]*"},
	} {
		if step.do(); show(k) != step.want {
			t.Fatalf("%s: got %s, want %s", step.what, show(k), step.want)
		}
	}
	one := New("skills")
	one.Beside(doc(1))
	if one.Beside(doc(1)); show(one) != "[1]*" {
		t.Errorf("got %s, want what is alone to stay", show(one))
	}
	if one.Front() != doc(1) || !one.Shows(doc(1)) || New("x").Front() != (Doc{}) {
		t.Error("got another one in front")
	}
}

// There are never more than a person finds again.
func TestMost(t *testing.T) {
	k := New("skills")
	for i := range Most {
		if err := k.Open(doc(i)); err != nil {
			t.Fatal(err)
		}
	}
	if k.Open(doc(99)) != ErrFull || k.Beside(doc(99)) != ErrFull || k.Open(doc(3)) != nil || len(k.All()) != Most {
		t.Errorf("got %d open", len(k.All()))
	}
}

func TestKept(t *testing.T) {
	k := New("skills")
	k.Open(doc(1))
	k.Beside(doc(2))
	k.Open(doc(3))
	k.Turn(1)
	k.Rail, k.Folded, k.Low, k.Sizes["list"], k.Scroll[doc(1).String()], k.Scroll["#gone"] = "files", true, true, 260, 77, 9
	back := Decode(k.Encode(), "skills", "files")
	if show(back) != show(k) || back.Rail != "files" || !back.Folded || !back.Low || back.Sizes["list"] != 260 || back.Scroll[doc(1).String()] != 77 || len(back.Scroll) != 1 {
		t.Errorf("got %s %+v, want %s", show(back), back, show(k))
	}
}

// What another Lily kept, or somebody else, makes a desk that can be shown.
func TestKeptByOthers(t *testing.T) {
	var many strings.Builder
	many.WriteString(`"#file/a"` + strings.Repeat(`,"#file/a"`, 99))
	for i := range 99 {
		many.WriteString(fmt.Sprintf(`,"#file/%d"`, i))
	}
	for in, want := range map[string]string{
		"": "*", "null": "*", "[]": "*", "{": "*", `{"groups":null}`: "*", `{"groups":[{},{},{}],"at":7}`: "*",
		`{"groups":[{"tabs":["#file/1","#file/1","#x","","#file/2"],"front":4}]}`:                 "1 [2]*",
		`{"groups":[{"tabs":["#file/1"],"front":-3}],"at":-1}`:                                    "[1]*",
		`{"groups":[{"tabs":["#file/1"],"front":99},{"tabs":["#file/1"]}],"at":1}`:                "[1]*",
		`{"groups":[{"tabs":[]},{"tabs":["#file/1"]}],"at":1}`:                                    "[1]*",
		`{"groups":[{"tabs":["#conversation/a"]},{"tabs":["#conversation/b","#file/1"]}],"at":1}`: "[a] b | [1]*",
		`{"groups":"x","rail":3}`: "*", `{"rail":"evil","sizes":{"list":-4,"x":99999}}`: "*", strings.Repeat("[", 1<<21): "*",
	} {
		k := Decode(in, "skills", "files")
		if show(k) != want || k.Rail != "skills" || len(k.Sizes) != 0 {
			t.Errorf("%.80s: got %s %+v, want %s", in, show(k), k, want)
		}
	}
	if k := Decode(`{"groups":[{"tabs":[`+many.String()+`]}]}`, "skills"); len(k.All()) != Most || slices.Contains(k.All(), Doc{}) {
		t.Errorf("got %d tabs", len(k.All()))
	}
}

// Whatever an address is, it is refused or is the one of its document.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"#skill/a", "#file/%41", "#policy", "#trace/%", "#conversation/s1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := Parse(s)
		if err != nil {
			return
		}
		if back, err := Parse(d.String()); err != nil || back != d {
			t.Errorf("%q: got %+v, back %+v %v", s, d, back, err)
		}
	})
}

// Whatever was kept, the desk can be shown and used.
func FuzzDecode(f *testing.F) {
	f.Add(`{"groups":[{"tabs":["#file/1","#policy"],"front":1},{"tabs":["#conversation/a"]}],"at":1}`)
	f.Fuzz(func(t *testing.T, s string) {
		k := Decode(s, "skills")
		for _, d := range append(k.All(), doc(1)) {
			k.Open(d)
			k.Beside(d)
			k.Turn(1)
			if !k.Shows(k.Front()) || len(k.Groups) > 2 || len(k.All()) > Most {
				t.Fatalf("got %s", show(k))
			}
		}
		if back := Decode(k.Encode(), "skills"); show(back) != show(k) {
			t.Errorf("got %s, want %s", show(back), show(k))
		}
	})
}
