package budget

import "testing"

// SK-10: what spends more than there is ends, and all else goes on.
func TestBudget(t *testing.T) {
	for _, x := range []struct {
		steps, each, times int
		whole              bool
		done               int
	}{
		{10, 1, 10, true, 10}, {10, 1, 11, false, 10}, {10, 11, 1, false, 0}, {0, 0, 3, true, 3}, {10, 4, 3, false, 2},
	} {
		done := 0
		whole := Of(x.steps).Within(func(b *Budget) {
			for range x.times {
				b.Spend(x.each)
				done++
			}
		})
		if whole != x.whole || done != x.done {
			t.Errorf("%+v: got %t after %d", x, whole, done)
		}
	}
	(*Budget)(nil).Spend(1 << 40)
}

// Who asks is asked whenever something is spent, and can end it.
func TestBudgetAsks(t *testing.T) {
	asked := 0
	whole := Of(10).Asking(func() bool { asked++; return asked < 3 }).Within(func(b *Budget) {
		for range 5 {
			b.Spend(1)
		}
	})
	if whole || asked != 3 {
		t.Errorf("got %t after it was asked %d times, want it ended by the third", whole, asked)
	}
}

// A fault of the program is none of the budget.
func TestBudgetPassesOnPanics(t *testing.T) {
	defer func() {
		if r := recover(); r != "mine" {
			t.Errorf("got %v, want mine", r)
		}
	}()
	Of(1).Within(func(*Budget) { panic("mine") })
}
