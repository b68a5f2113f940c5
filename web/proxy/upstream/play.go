package upstream

import (
	"cmp"
	"io"
	"maps"
	"net/http"
	"time"
)

// player sends one reply. It stops when the client leaves.
type player struct {
	w      http.ResponseWriter
	done   <-chan struct{}
	format string
	left   bool
}

func (p *player) play(r Reply) {
	p.wait(Chunk{Wait: r.Wait})
	maps.Copy(p.w.Header(), r.Header)
	if p.w.Header().Get("Content-Type") == "" {
		p.w.Header().Set("Content-Type", "text/event-stream")
		if r.Fault != "" {
			p.w.Header().Set("Content-Type", "application/json")
		}
	}
	if r.End == Drop && len(r.Chunks) == 0 {
		return // not even a header
	}
	p.w.WriteHeader(cmp.Or(r.Status, http.StatusOK))
	f := frames(p.format)
	p.send(fault(p.format, r))
	if r.framed() {
		p.send(f.begin())
	}
	for _, c := range r.Chunks {
		p.wait(c)
		p.send(f.chunk(c))
	}
	switch {
	case r.End == Whole && r.framed():
		p.send(f.end())
	case r.End == Hang:
		p.send("") // the header, if nothing else
		p.wait(Chunk{Wait: make(chan struct{})})
	}
}

func (p *player) wait(c Chunk) {
	if c.Delay > 0 && !p.left {
		select {
		case <-time.After(c.Delay):
		case <-p.done:
			p.left = true
		}
	}
	if c.Wait != nil && !p.left {
		select {
		case <-c.Wait:
		case <-p.done:
			p.left = true
		}
	}
}

func (p *player) send(text string) {
	if p.left {
		return
	}
	_, err := io.WriteString(p.w, text)
	p.left = err != nil || http.NewResponseController(p.w).Flush() != nil
}
