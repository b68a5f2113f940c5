package e2e

import (
	"context"
	"encoding/json"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// thread does something and tells how many milliseconds of the processor the longest task of the page's thread took
// meanwhile, and all of them between the marks from and to of the page. These are the same however many share the
// machine, unlike what a long task is by the clock. A browser has one such trace at a time.
func (p *tab) thread(do func(), from, to string) (longest, between float64) {
	p.Helper()
	type event struct {
		Name     string
		Ts, Tdur float64 // microseconds
		Pid, Tid int
	}
	var tasks []event
	marks := map[string]event{}
	over := make(chan bool)
	ctx, stop := context.WithCancel(p.ctx)
	defer stop()
	p.must(chromedp.Listen(ctx, func(e any) {
		switch e := e.(type) {
		case *tracing.EventDataCollected:
			var some []event
			data, _ := json.Marshal(e.Value)
			_ = json.Unmarshal(data, &some) // what has another shape is none of these
			for _, e := range some {
				if e.Name == "ThreadControllerImpl::RunTask" {
					tasks = append(tasks, e)
				} else {
					marks[e.Name] = e
				}
			}
		case *tracing.EventTracingComplete:
			close(over)
		}
	}))
	call(p, tracing.Start, tracing.StartParams{TransferMode: "ReportEvents", TraceConfig: &tracing.TraceConfig{IncludedCategories: []string{"toplevel", "blink.user_timing"}}})
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
	begin, end := marks[from], marks[to]
	for _, e := range tasks {
		if e.Pid != begin.Pid || e.Tid != begin.Tid {
			continue
		}
		longest = max(longest, e.Tdur/1000)
		if e.Ts >= begin.Ts && e.Ts <= end.Ts {
			between += e.Tdur / 1000
		}
	}
	return longest, between
}
