package core_test

import (
	"context"
	"maps"
	"strings"
	"testing"

	"lily/core"
	"lily/core/call"
	"lily/core/coretest"
	"lily/core/model"
	"lily/core/origin"
	"lily/core/policy"
	"lily/core/world"
)

// of is a talk with a trusted skill, one that is not, and one that they write to; what is asked is
// allowed for the version.
func of(t *testing.T, more map[string]string, replies ...model.Reply) (k *talk, asked *[]call.Question) {
	t.Helper()
	files := map[string]string{
		"user/skills/mine/SKILL.md":      kit("mine", "", copies),
		"user/skills/evil/SKILL.md":      kit("evil", "", copies),
		"workspace/skills/ours/SKILL.md": kit("ours", "", say),
		"workspace/own.txt":              kit("helper", "", say),
	}
	maps.Copy(files, more)
	asked = &[]call.Question{}
	k = running(t, files, core.Ports{Person: coretest.Person(func(_ context.Context, q call.Question) policy.Consent {
		*asked = append(*asked, q)
		return policy.Digest
	})}, replies...)
	_ = k.Edit(func(w world.World) (world.World, error) { w.Origins = origin.Marks("/user/skills/evil"); return w, nil })
	k.id, _ = k.Open(true)
	return k, asked
}

// PO-5: a skill that a request wrote is as trusted as that request was, and says whose it was.
func TestOrigins(t *testing.T) {
	zip := map[string]string{"workspace/a.zip": "PK"}
	for name, tt := range map[string]struct {
		more  map[string]string
		lines []string
		model []model.Reply
		skill string
		trust policy.Trust
		says  string // empty for nothing
	}{
		"nobody wrote":             {nil, nil, nil, "ours", policy.TrustUser, ""},
		"untrusted, a new skill":   {nil, []string{"/skill evil copy own.txt skills/helper/SKILL.md"}, nil, "helper", policy.TrustNone, "for the skill evil"},
		"untrusted, another skill": {nil, []string{"/skill evil copy own.txt skills/ours/x"}, nil, "ours", policy.TrustNone, "for the skill evil"},
		"trusted, another skill":   {nil, []string{"/skill mine copy own.txt skills/ours/x"}, nil, "ours", policy.TrustUser, "for the skill mine"},
		"trusted, a new skill":     {nil, []string{"/skill mine copy own.txt skills/helper/SKILL.md"}, nil, "helper", policy.TrustUser, "for the skill mine"},
		"beside an archive":        {zip, []string{"/skill mine copy own.txt skills/helper/SKILL.md"}, nil, "helper", policy.TrustNone, "/workspace/a.zip"},
		"by way of another folder": {nil, []string{"/skill evil copy own.txt aside/SKILL.md", "/skill mine copy aside/SKILL.md skills/helper/SKILL.md"}, nil, "helper", policy.TrustNone, "for the skill mine"},
		"a model for no skill":     {nil, []string{"go"}, []model.Reply{calls("write", `{"path":"skills/ours/x","content":"y"}`), says("ok")}, "ours", policy.TrustUser, "for no skill"},
		"a model after the untrusted one": {
			nil,
			[]string{"/skill evil copy own.txt aside", "go"},
			[]model.Reply{calls("write", `{"path":"skills/ours/x","content":"y"}`), says("ok")},
			"ours", policy.TrustNone, "for no skill, where a skill was used",
		},
	} {
		t.Run(name, func(t *testing.T) {
			k, _ := of(t, tt.more, tt.model...)
			for _, line := range append(tt.lines, "/reload_skills") {
				if r := k.line(t, line); r.Err != nil {
					t.Fatalf("%s: got %s", line, r.Output())
				}
			}
			state, events := k.State(k.id)
			bundled(t, events)
			c := state.Snapshot.Find(tt.skill)
			if c == nil {
				t.Fatal("got no such skill")
			}
			if whence := strings.Join(c.Whence(), " "); c.Trust() != tt.trust || c.Changed() != (tt.says != "" && tt.trust == policy.TrustUser) ||
				!strings.Contains(whence, tt.says) || (whence == "") != (tt.says == "") {
				t.Errorf("got %s, changed %t, %q, want %s, %q", c.Trust(), c.Changed(), whence, tt.trust, tt.says)
			}
		})
	}
}

// PO-5, PO-9: a trusted skill that another skill's request changed is asked about again, under full auto
// too, and the question says by whom; and no more once the person trusts it.
func TestChangedAsksAgain(t *testing.T) {
	k, asked := of(t, nil)
	k.line(t, "/skill mine copy own.txt skills/ours/x")
	_ = k.Edit(func(w world.World) (world.World, error) { w.Policy.Asks = policy.FullAuto; return w, nil })
	for _, tt := range []struct {
		line string
		asks int
	}{{"/skill ours say a", 2}, {"/reload_skills", 2}, {"/skill ours say a", 3}, {"/skill ours say b", 3}} {
		if r := k.line(t, tt.line); r.Err != nil || len(*asked) != tt.asks {
			t.Errorf("%s: got %s, %d questions, want %d", tt.line, r.Output(), len(*asked), tt.asks)
		}
	}
	if whence := strings.Join((*asked)[2].Program.Whence, " "); !strings.Contains(whence, "in the session "+k.id+", for the skill mine") {
		t.Errorf("got %q", whence)
	}
	state, _ := k.State(k.id)
	seen := state.Snapshot.Find("ours").Folder().Digest()
	if _, ok := k.World().Trusts("/workspace/skills/ours", state.Snapshot.Find("mine").Folder().Digest()); ok {
		t.Error("got trust in what was not seen")
	}
	_ = k.Edit(func(w world.World) (world.World, error) {
		w, _ = w.Trusts("/workspace/skills/ours", seen)
		return w, nil
	})
	k.id, _ = k.Open(true)
	if r := k.line(t, "/skill ours say a"); r.Err != nil || len(*asked) != 3 {
		t.Errorf("got %s and %d questions, want it under full auto again", r.Output(), len(*asked))
	}
}

// PO-6: a lasting yes is for the files that a command runs, too, and never for one that is not trusted.
func TestYesHoldsForTheFiles(t *testing.T) {
	more := map[string]string{"workspace/x.sh": "#!/bin/sh\nbash lib.sh\n", "workspace/lib.sh": "echo lib\n", "workspace/data.txt": "1\n"}
	k, asked := of(t, more)
	put := func(at, text string) func() { return func() { put(t, k.Engine, at, text) } }
	mark := func() {
		_ = k.Edit(func(w world.World) (world.World, error) { w.Origins = origin.Marks("/workspace/lib.sh"); return w, nil })
	}
	for i, tt := range []struct {
		before func()
		asks   bool
	}{
		{nil, true},
		{nil, false},
		{put("workspace/data.txt", "2\n"), false},
		{put("workspace/x.sh", "#!/bin/sh\nbash lib.sh # other\n"), true},
		{nil, false},
		{put("workspace/lib.sh", "echo other\n"), true},
		{put("workspace/lib.sh", "echo lib\n"), false}, // these two were allowed together
		{mark, true},
		{nil, true},
	} {
		if tt.before != nil {
			tt.before()
		}
		k.model.replies = append(k.model.replies[:len(k.model.asked):len(k.model.asked)], shellCall(t, "bash x.sh"), says("ok"))
		before := len(*asked)
		if r := k.line(t, "go"); r.Err != nil || (len(*asked) > before) != tt.asks {
			t.Errorf("%d: got %s, asked %t, want %t", i, r.Output(), len(*asked) > before, tt.asks)
		}
	}
	last := (*asked)[len(*asked)-1]
	if whence := strings.Join(last.Program.Whence, " "); last.Rule != policy.ForeignRule || !strings.Contains(whence, "/workspace/lib.sh would run") {
		t.Errorf("got %s, %q", last.Rule, whence)
	}
}
