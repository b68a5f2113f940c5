package e2e

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

//go:embed testdata/tabs.js
var tabsJS string

// edited are the texts that both tabs edit: few, so that they meet.
var edited = []string{"f0.txt", "f1.txt", "f2.txt", "f3.txt", "f4.txt", "f5.txt", "f6.txt", "f7.txt", "Profile", "Policy"}

// edit1 is one edit, and how it ended.
type edit1 struct {
	Of      string `json:"of"`
	Mark    string `json:"mark"`
	Kept    bool   `json:"kept"`
	Refused string `json:"refused"` // what the page said
	Draft   bool   `json:"draft"`   // what was typed was still there
}

// long is like eval, for what takes as long as many steps of a person.
func long[T any](p *tab, js string) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, 10*patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](tabsJS+";"+js, chromedp.EvalAwaitPromise))
}

// edits makes a tab do edits, one after the other.
func (p *tab) edits(list []edit1) ([]edit1, error) {
	data, err := json.Marshal(list)
	if err != nil {
		return nil, err
	}
	return long[[]edit1](p, "tabs.run("+string(data)+")")
}

func (p *tab) texts() map[string]string {
	p.Helper()
	list, err := json.Marshal(edited)
	p.must(err)
	got, err := long[map[string]string](p, "tabs.texts("+string(list)+")")
	p.must(err)
	return got
}

// atOnce makes two tabs edit at the same time.
func atOnce(t *testing.T, tabs []*tab, lists [][]edit1) (all []edit1) {
	t.Helper()
	type ended struct {
		list []edit1
		err  error
	}
	over := make(chan ended)
	for i, p := range tabs {
		go func() {
			list, err := p.edits(lists[i])
			over <- ended{list, err}
		}()
	}
	for range tabs {
		e := <-over
		if all = append(all, e.list...); e.err != nil {
			t.Error(e.err)
		}
	}
	if t.Failed() {
		t.FailNow()
	}
	return all
}

// VF-5: 148 edits in two tabs at once, and 500 with -measure, of files, profile and policy, with an import and
// a skill that is switched off amid them: what was kept is there, since whatever
// followed it had seen it; what was refused was announced, and is still in its box.
func TestTwoTabsEditTogether(t *testing.T) {
	t.Parallel()
	const seed, parts = 5, 2
	each := 74
	if *measure {
		each = 250
	}
	began := time.Now()
	a := someone(open(t))
	a.wide()
	for _, of := range edited[:8] {
		a.must(a.Put("/workspace/"+of, []byte(of+"\n")))
	}
	q, _ := a.beside(t)
	b := someone(q)
	b.wide()
	r := rand.New(rand.NewPCG(seed, 0))
	var all []edit1
	for part := range parts {
		lists := make([][]edit1, 2)
		for i := range lists {
			for n := range each / parts {
				lists[i] = append(lists[i], edit1{Of: edited[r.IntN(len(edited))], Mark: fmt.Sprintf("m%d_%d_%d", part, i, n)})
			}
		}
		all = append(all, atOnce(t, []*tab{a.tab, b.tab}, lists)...)
		switch part {
		case 0:
			a.front()
			a.bring(a.folder(map[string]string{"brought/SKILL.md": "---\nsummary: Brought.\n---\nDo.\n"}))
			b.front()
			b.list("Skills")
			b.click("option", "plan_compiler…")
			b.click("button", "Disable")
			b.see("Disabled plan_compiler in the policy.")
		}
	}
	c, _ := a.beside(t)
	c.do(chromedp.EmulateViewport(1600, 900))
	want := c.texts()
	for name, p := range map[string]*tab{"the first tab": a.tab, "the second": b.tab} {
		p.until("the same in "+name, func() (bool, error) { return maps.Equal(p.texts(), want), nil })
	}
	kept := 0
	for _, e := range all {
		has := slices.Contains(strings.FieldsFunc(want[e.Of], func(c rune) bool { return strings.ContainsRune("\n ,[]", c) }), e.Mark)
		switch {
		case e.Kept:
			kept++
		case !e.Draft || !strings.Contains(e.Refused, "What you typed is kept here"):
			t.Errorf("%s in %s: got %q, and its text kept in the box: %t", e.Mark, e.Of, e.Refused, e.Draft)
		}
		if has != e.Kept {
			t.Errorf("%s in %s: got it there: %t, want %t", e.Mark, e.Of, has, e.Kept)
		}
	}
	if len(all) != parts*2*(each/parts) || kept < len(all)/4 || !strings.Contains(want["Policy"], "plan_compiler") {
		t.Errorf("got %d edits, %d kept, and the policy %s", len(all), kept, want["Policy"])
	}
	for _, p := range []*tab{a.tab, b.tab, c} {
		p.front()
		if found, _ := someone(p).openFile("/workspace/skills/brought/SKILL.md"); !found {
			t.Error("got no file that was imported")
		}
	}
	t.Logf("%d edits, %d kept and %d refused, in %s (told, not asserted)", len(all), kept, len(all)-kept, time.Since(began).Round(time.Second))
}
