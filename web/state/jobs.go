package state

import "sync"

// jobs runs what may wait one after the other, in the order in which it came,
// away from whoever brings it.
type jobs struct {
	mu   sync.Mutex
	wait []func()
	busy bool
}

// Queue returns a lane of its own: see [Lanes].
func Queue() func(job func()) { return new(jobs).add }

func (j *jobs) add(job func()) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.wait = append(j.wait, job)
	if !j.busy {
		j.busy = true
		go j.run()
	}
}

func (j *jobs) run() {
	for job := j.next(); job != nil; job = j.next() {
		job()
	}
}

func (j *jobs) next() func() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.busy = len(j.wait) > 0; !j.busy {
		return nil
	}
	job := j.wait[0]
	j.wait = j.wait[1:]
	return job
}
