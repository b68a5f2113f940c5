package prompt

import (
	"cmp"
	"fmt"
	"slices"

	"lily/core/order"
	"lily/core/tree"
	"lily/core/world"
)

// ellipsis stands for what was cut off a summary.
const ellipsis = "…"

// length is the greatest length in characters to which the summaries can be cut so
// that the entries take no more than room bytes; 0 where nothing is short enough.
// What a length costs follows from every place where a summary may be cut, so one
// pass over the summaries tells it for all lengths.
func (c Catalog) length(room int, tick tree.Tick) (best int, err error) {
	fixed, grows := 0, []int{}
	for i, e := range c.Entries {
		if !tick.GoOn(i, len(c.Entries)) {
			return 0, tree.ErrStopped
		}
		fixed += e.size
		if e.Listing == Listed {
			fixed -= e.tell(&grows)
		}
	}
	for n, more := range grows {
		if fixed += more; fixed <= room {
			best = n
		}
	}
	return best, nil
}

// tell adds to grows, at each length at which more of the summary is shown, how many
// bytes more that takes, and returns the bytes of the whole.
func (e Entry) tell(grows *[]int) int {
	told, size, runes, from := 0, 0, 0, 0
	add := func(cost int) {
		for len(*grows) <= runes {
			*grows = append(*grows, 0)
		}
		(*grows)[runes] += cost - told
		told = cost
	}
	for n, at := range stops(e.Summary) {
		size += escaped(e.Summary[from:at])
		runes, from = n, at
		if at < len(e.Summary) {
			add(size + len(ellipsis))
		} else {
			add(size)
		}
	}
	return size
}

// cut cuts every summary over a length in characters at its last word within it,
// and returns the size of all entries.
func (c Catalog) cut(length int) (total int) {
	for i := range c.Entries {
		e := &c.Entries[i]
		if text, fits := within(e.Summary, length); e.Listing == Listed && !fits {
			e.Listing, e.Why = Shortened, fmt.Sprintf("The catalog is over its budget, so that summaries are cut at %d characters.", length)
			if text == "" {
				e.Why = "The catalog is over its budget, so that its summary is left out."
			}
			e.say(text)
		}
		total += e.size
	}
	return total
}

// within is what is shown of a summary within a length, and whether that is all.
func within(summary string, length int) (string, bool) {
	end := 0
	for n, at := range stops(summary) {
		if n > length {
			break
		}
		end = at
	}
	if end == 0 || end == len(summary) {
		return summary[:end], end == len(summary)
	}
	return summary[:end] + ellipsis, false
}

// drop leaves entries out until they take so many bytes less: bundled skills first,
// then the user's, then the workspace's; of one source the longest entry first, since
// that costs the fewest skills, and of two as long the later one.
func (c Catalog) drop(over int) {
	var least []*Entry
	for i := len(c.Entries) - 1; i >= 0; i-- {
		if e := &c.Entries[i]; e.size > 0 {
			least = append(least, e)
		}
	}
	rank := func(e *Entry) int {
		return slices.Index([]world.Source{world.Bundled, world.User, world.Workspace}, e.skill.Source)
	}
	order.StableFunc(least, func(a, b *Entry) int { return cmp.Or(rank(a)-rank(b), b.size-a.size) })
	for _, e := range least {
		if over <= 0 {
			return
		}
		over -= e.size
		e.Listing, e.Summary, e.size = Dropped, "", 0
		e.Why = "The catalog is over its budget, even without a summary, so that a model cannot select it."
	}
}
