// Package budget bounds what one text may cost to read, by counting.
//
// It promises that the same work spends the same everywhere, since it counts steps and no time:
// natively, under Node and in the page a text is read or refused alike. It does not know what a
// step is worth: whoever spends says so, and what is not spent is not bounded.
//
//	whole := budget.Of(1_000_000).Within(func(b *budget.Budget) { b.Spend(len(text)) })
package budget

// Budget is how many steps are left. A nil one has no end.
type Budget struct {
	left int
	goOn func() bool
}

// Of is a budget of so many steps.
func Of(steps int) *Budget { return &Budget{left: steps} }

// Asking has the work ask, whenever it spends, whether it should go on; what is told no ends as if nothing were left.
// Who asks may let others go on meanwhile. A nil one asks nobody.
func (b *Budget) Asking(goOn func() bool) *Budget {
	b.goOn = goOn
	return b
}

// spent ends the work that has no step left.
type spent struct{}

// Spend takes steps. Where they are more than are left it does not return: [Budget.Within] does.
func (b *Budget) Spend(steps int) {
	if b == nil {
		return
	}
	if b.left -= steps; b.left < 0 || b.goOn != nil && !b.goOn() {
		panic(spent{})
	}
}

// Left is how many steps are left; none after they did not suffice.
func (b *Budget) Left() int { return max(0, b.left) }

// Within does what spends of the budget, and reports whether it came to its end.
func (b *Budget) Within(do func(*Budget)) (whole bool) {
	defer func() {
		switch r := recover(); r {
		case nil:
		case spent{}:
			whole = false
		default:
			panic(r)
		}
	}()
	do(b)
	return true
}
