package e2e

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// call sends one protocol command.
func call[P, R any](p *tab, cmd cdp.Command[P, R], params P) R {
	p.Helper()
	r, err := try(p, cmd, params)
	p.must(err)
	return r
}

func try[P, R any](p *tab, cmd cdp.Command[P, R], params P) (R, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Call(ctx, cmd, params)
}

// all is the text a person can read on the page.
func (p *tab) all() string {
	text, _ := eval[string](p, "document.body?.innerText ?? ''")
	return text
}

// see waits until the page shows a text.
func (p *tab) see(text string) {
	p.Helper()
	p.until("see "+text, func() (bool, error) { return p.shows(text) })
}

// notSee waits until the page does not show a text.
func (p *tab) notSee(text string) {
	p.Helper()
	p.until("not see "+text, func() (bool, error) { shown, err := p.shows(text); return !shown && err == nil, err })
}

// shows reports whether the page shows a text now. What is nowhere in the page needs no look at what of it is
// shown, which the browser must lay out the page for.
func (p *tab) shows(text string) (bool, error) {
	asked, err := json.Marshal(text)
	if err != nil {
		return false, err
	}
	return eval[bool](p, fmt.Sprintf(`((text) => {
		const all = document.body?.textContent ?? "";
		return text.split(/\s+/).every((word) => all.includes(word)) && (document.body?.innerText ?? "").includes(text);
	})(%s)`, asked))
}

// wait waits for something of a role and a name, as a screen reader has them
// (ARIA, Accessible Name 1.2). An empty role or name is any; … in a name is any text.
func (p *tab) wait(role, name string) {
	p.Helper()
	p.the(role, name)
}

// gone waits until there is nothing of a role and a name.
func (p *tab) gone(role, name string) {
	p.Helper()
	p.until(fmt.Sprintf("%s %q gone", role, name), func() (bool, error) {
		if there, err := p.glimpse(role, name); there != "" || err != nil {
			return false, err
		}
		found, err := p.find(role, name)
		return err == nil && len(found) == 0, err
	})
}

// there reports whether there is something of a role and a name now.
func (p *tab) there(role, name string) bool {
	p.Helper()
	id, err := p.glimpse(role, name)
	p.must(err)
	return id != ""
}

// turns is how many turns the page has.
func (p *tab) turns() int {
	p.Helper()
	n, err := eval[int](p, `document.querySelectorAll("article").length`)
	p.must(err)
	return n
}

// count is how many things of a role and a name there are now.
func (p *tab) count(role, name string) int {
	p.Helper()
	found, err := p.find(role, name)
	p.must(err)
	return len(found)
}

// text is what a control holds, or what any other thing shows.
func (p *tab) text(role, name string) string {
	p.Helper()
	text, err := on[string](p, p.the(role, name), `function () { return typeof this.value === "string" ? this.value : this.innerText }`)
	p.must(err)
	return text
}

// attr is an attribute of a thing: aria-expanded, href; empty when it has none.
func (p *tab) attr(role, name, attribute string) string {
	p.Helper()
	value, err := on[string](p, p.the(role, name), `function (a) { return this.getAttribute(a) ?? "" }`, attribute)
	p.must(err)
	return value
}

// focused is the role and the name of what has the focus.
func (p *tab) focused() (role, name string) {
	p.Helper()
	node := call(p, runtime.Evaluate, runtime.EvaluateParams{Expression: "document.activeElement"})
	ax := call(p, accessibility.GetPartialAXTree, accessibility.GetPartialAXTreeParams{ObjectID: node.Result.ObjectID})
	return word(ax.Nodes[0].Role), word(ax.Nodes[0].Name)
}

// the waits for the first thing of a role and a name, and gives its JavaScript object.
func (p *tab) the(role, name string) (id runtime.RemoteObjectID) {
	p.Helper()
	p.until(fmt.Sprintf("%s %q", role, name), func() (_ bool, err error) {
		id, err = p.glimpse(role, name)
		return id != "", err
	})
	return id
}

//go:embed testdata/may.js
var mayJS string

// glimpse gives the JavaScript object of the first thing of a role and a name, if there is
// one now. The accessibility tree says so of each thing that may be it.
func (p *tab) glimpse(role, name string) (runtime.RemoteObjectID, error) {
	asked, err := json.Marshal([]string{role, name})
	if err != nil {
		return "", err
	}
	for nth := 0; ; nth++ {
		may, err := try(p, runtime.Evaluate, runtime.EvaluateParams{Expression: fmt.Sprintf("globalThis.mayBe ?? (() => { %s })(); mayBe(...%s, %d)", mayJS, asked, nth)})
		switch {
		case err != nil:
			return "", err
		case may.ExceptionDetails != nil:
			return "", errors.New(may.ExceptionDetails.Text)
		case may.Result.Type == runtime.RemoteObjectTypeUndefined:
			return p.first(role, name)
		case may.Result.ObjectID == "":
			return "", nil
		}
		ax, err := try(p, accessibility.GetPartialAXTree, accessibility.GetPartialAXTreeParams{ObjectID: may.Result.ObjectID, FetchRelatives: new(false)})
		if err != nil {
			return "", err
		}
		if n := ax.Nodes[0]; !n.Ignored && word(n.Role) == role && named(word(n.Name), name) {
			return may.Result.ObjectID, nil
		}
	}
}

// first is the first of all that the accessibility tree has of a role and a name.
func (p *tab) first(role, name string) (runtime.RemoteObjectID, error) {
	found, err := p.find(role, name)
	if err != nil || len(found) == 0 {
		return "", err
	}
	r, err := try(p, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: found[0].BackendDOMNodeID})
	if err != nil {
		return "", err
	}
	return r.Object.ObjectID, nil
}

// find asks the accessibility tree, and leaves out what it hides from people.
func (p *tab) find(role, name string) (found []*accessibility.Node, err error) {
	document, err := try(p, runtime.Evaluate, runtime.EvaluateParams{Expression: "document"})
	if err != nil {
		return nil, err
	}
	tree, err := try(p, accessibility.QueryAXTree, accessibility.QueryAXTreeParams{ObjectID: document.Result.ObjectID, Role: role})
	for _, n := range tree.Nodes {
		if !n.Ignored && n.BackendDOMNodeID != 0 && named(word(n.Name), name) {
			found = append(found, n)
		}
	}
	return found, err
}

func named(got, want string) bool {
	got = strings.Join(strings.Fields(got), " ")
	first, rest, more := strings.Cut(want, "…")
	if !more {
		return want == "" || got == want
	}
	left, ok := strings.CutPrefix(got, first)
	if at := strings.Index(left, strings.TrimSuffix(rest, "…")); ok && at >= 0 {
		return strings.HasSuffix(rest, "…") || rest == "" || strings.HasSuffix(left, rest)
	}
	return false
}

// word is a value of the accessibility tree as text.
func word(v *accessibility.Value) (s string) {
	if v != nil {
		_ = json.Unmarshal(v.Value, &s) // what is no text has none
	}
	return s
}

// on calls a JavaScript function with an object of the page as this.
func on[T any](p *tab, id runtime.RemoteObjectID, function string, args ...any) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.CallFunctionOn[T](function, func(c *runtime.CallFunctionOnParams) { c.ObjectID = id }, args...))
}
