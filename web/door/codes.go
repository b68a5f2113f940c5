package door

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"slices"
	"sync"
	"time"
)

// Life is how long a code can be traded.
const Life = 10 * time.Minute

// mostCodes that wait to be used: the oldest goes first.
const mostCodes = 16

// Codes are those that were given out and not used. The zero value has none. It may be used from several goroutines.
type Codes struct {
	mu   sync.Mutex
	list []code
	now  func() time.Time // nil: the clock
}

type code struct {
	text  string
	until time.Time
	gone  func() // is called once nobody can use it any more; nil for nothing
}

// New is another code: 256 random bits, hexadecimal. gone, if not nil, is called when it was used; what it undoes must
// not wait for that, since a code may never be.
func (c *Codes) New(gone func()) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, code{random(32), c.time().Add(Life), gone})
	c.list = c.list[max(0, len(c.list)-mostCodes):]
	return c.list[len(c.list)-1].text
}

// Take uses a code up, and reports whether it was one. All are compared, and each in constant time.
func (c *Codes) Take(text string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	now, at := c.time(), -1
	c.list = slices.DeleteFunc(c.list, func(k code) bool { return !now.Before(k.until) })
	for i, k := range c.list {
		if subtle.ConstantTimeCompare([]byte(k.text), []byte(text)) == 1 {
			at = i
		}
	}
	if at < 0 {
		return false
	}
	if gone := c.list[at].gone; gone != nil {
		gone()
	}
	c.list = slices.Delete(c.list, at, at+1)
	return true
}

func (c *Codes) time() time.Time {
	if c.now == nil {
		return time.Now()
	}
	return c.now()
}

func random(bytes int) string {
	b := make([]byte, bytes)
	_, _ = rand.Read(b) // never fails: it ends the program instead
	return hex.EncodeToString(b)
}
