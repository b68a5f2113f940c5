package e2e

import (
	"context"
	"encoding/json"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// busy does something and tells how many milliseconds of the processor the longest task of the page's thread took
// meanwhile. That is the same however many share the machine, unlike what a long task is by the clock. A browser has
// one such trace at a time.
func (p *tab) busy(do func()) (longest float64) {
	p.Helper()
	type event struct {
		Name     string  `json:"name"`
		Tdur     float64 `json:"tdur"` // microseconds
		Pid, Tid int
	}
	var tasks []event
	var page event
	over := make(chan bool)
	ctx, end := context.WithCancel(p.ctx)
	defer end()
	p.must(chromedp.Listen(ctx, func(e any) {
		switch e := e.(type) {
		case *tracing.EventDataCollected:
			var some []event
			data, _ := json.Marshal(e.Value)
			_ = json.Unmarshal(data, &some) // what has another shape is none of these
			for _, e := range some {
				if e.Name == "lily-busy" {
					page = e
				} else if e.Name == "ThreadControllerImpl::RunTask" {
					tasks = append(tasks, e)
				}
			}
		case *tracing.EventTracingComplete:
			close(over)
		}
	}))
	call(p, tracing.Start, tracing.StartParams{TransferMode: "ReportEvents", TraceConfig: &tracing.TraceConfig{IncludedCategories: []string{"toplevel", "blink.user_timing"}}})
	p.runs(`performance.mark("lily-busy")`)
	do()
	call(p, tracing.End, cdp.Empty{})
	p.until("the trace", func() (bool, error) {
		select {
		case <-over:
			return true, nil
		default:
			return false, nil
		}
	})
	for _, e := range tasks {
		if e.Pid == page.Pid && e.Tid == page.Tid {
			longest = max(longest, e.Tdur/1000)
		}
	}
	return longest
}
