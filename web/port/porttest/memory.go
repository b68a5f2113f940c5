// Package porttest holds one suite for each interface of port, and a browser in memory that
// passes them: only tests import it.
//
// It promises that whoever passes a suite does what the page counts on. What a person sees
// and answers, such as a browser's question, no suite can ask for.
//
//	ports := porttest.Ports(engine) // a page under test
package porttest

import (
	"context"
	"fmt"

	"lily/core"
	"lily/core/tree"
	"lily/web/port"
)

// Ports are those of a browser in memory, which keeps sessions and nothing else.
func Ports(e *core.Engine) port.Ports {
	return port.Ports{
		System: "linux", Programs: []string{"cat", "sh"},
		Files: &Files{}, Reader: Reader{}, Work: Work{}, Mount: &Mount{}, History: &History{}, Models: Models{},
		Sessions: &Sessions{Engine: e}, Bundles: Bundles{}, Manual: &Manual{}, Second: &Second{},
	}
}

// History is [port.History]: the addresses that the page was at, with the one that it is at.
type History struct {
	Steps []string
	At    int
	Text  string // that is kept

	told func(string)
}

// Address implements [port.History], as do the methods below.
func (h *History) Address() string {
	if len(h.Steps) == 0 {
		return ""
	}
	return h.Steps[h.At]
}

func (h *History) Go(address string, step bool) {
	if len(h.Steps) == 0 {
		h.Steps = []string{""}
	}
	if step {
		h.At++
	}
	h.Steps = append(h.Steps[:h.At:h.At], append([]string{address}, h.Steps[min(len(h.Steps), h.At+1):]...)...)
	if step {
		h.Steps = h.Steps[:h.At+1]
	}
}

func (h *History) Watch(told func(string)) { h.told = told }
func (h *History) Kept() string            { return h.Text }
func (h *History) Keep(text string)        { h.Text = text }

// Walk goes so many steps on, or back, as a person does.
func (h *History) Walk(by int) {
	h.At += by
	h.told(h.Address())
}

// Type goes to an address that a person types.
func (h *History) Type(address string) {
	h.Go(address, true)
	h.told(address)
}

// Work is [port.Work]: all of it is done at once.
type Work struct{}

// Slowly implements [port.Work].
func (Work) Slowly(ctx context.Context, work func(tree.Tick), tell func(done, total int)) <-chan struct{} {
	over := make(chan struct{})
	defer close(over)
	work(func(done, total int) bool {
		tell(done, total)
		return ctx.Err() == nil
	})
	return over
}

// Manual is [port.Manual]: one page, or why there is none.
type Manual struct{ Err error }

// Manual implements [port.Manual].
func (m *Manual) Manual() ([]byte, error) {
	return []byte("\fstart\n# The start\n\nFrom nothing.\n\n## Findings\n\n### no_frontmatter\n\nWarning. See [rules](policy.md#full-auto).\n" +
		"\fpolicy\n# Policy\n\nThe rules.\n\n## Full auto\n\nNo question.\n"), m.Err
}

// Models is [port.Models].
type Models struct {
	Behind  []port.Upstream
	Own     []port.LocalModel
	Err     error // of listing the upstreams
	Listing map[string][]string
}

// Upstreams implements [port.Models], as do the methods below.
func (m Models) Upstreams() ([]port.Upstream, error) { return m.Behind, m.Err }
func (m Models) Local() []port.LocalModel            { return m.Own }

func (m Models) List(upstream string) ([]string, error) {
	if list, ok := m.Listing[upstream]; ok {
		return list, nil
	}
	return nil, fmt.Errorf("there is no upstream %q", upstream)
}
