package html

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/html/htmltest"
)

func names(i int) string { return fmt.Sprintf("row %05d", i) }

func long(n int) *Virtual {
	return &Virtual{
		ID: "long", Role: "listbox", Label: "Long", Count: n, Says: names, Name: names,
		Row: func(i int) app.HTMLElem { return With("div", "", Say(names(i))) },
	}
}

// Of a list of any length only so many rows are made, wherever it is scrolled to.
func TestVirtualMakesWhatIsSeen(t *testing.T) {
	for name, tt := range map[string]struct{ n, top, seen, from, to int }{
		"none":       {0, 0, 30, 0, 0},
		"few":        {5, 0, 30, 0, 5},
		"head":       {10_000, 0, 30, 0, 54},
		"middle":     {10_000, 5_000, 30, 4_988, 5_042},
		"foot":       {10_000, 9_970, 30, 9_946, 10_000},
		"beyond":     {100, 9_970, 30, 46, 100},
		"not looked": {10_000, 5_000, unknown, 4_988, 5_036},
	} {
		from, to := span(tt.top, tt.seen, tt.n, 0)
		if from != tt.from || to != tt.to {
			t.Errorf("%s: got rows %d to %d, want %d to %d", name, from, to, tt.from, tt.to)
		}
	}
	for _, n := range []int{0, 1, 47, 48, 49, 10_000} {
		v := long(n)
		if got, want := strings.Count(htmltest.Seen(v), `role="option"`), min(n, unknown+2*ahead); got != want {
			t.Errorf("%d rows: got %d made, want %d", n, got, want)
		}
	}
}

// Wherever a list is scrolled to, by steps of any size, what is seen is made.
func TestVirtualReaches(t *testing.T) {
	const n, seen = 1_000, 30
	for _, step := range []int{1, 2, 5, 7, 29, 100, -1, -3, -50} {
		first, moves := 0, 0
		top := 0
		if step < 0 {
			top = n - seen
		}
		for ; top >= 0 && top <= n-seen; top += step {
			from, to := span(top, seen, n, first)
			if from > top || to < top+seen {
				t.Fatalf("step %d: got rows %d to %d, want those from %d to %d among them", step, from, to, top, top+seen)
			}
			if from != first {
				moves++
			}
			first = from
		}
		if step == 1 && moves > n/6 {
			t.Errorf("got other rows %d times in %d steps, want them now and then", moves, n)
		}
		if from, _ := span(min(max(top-step, 0), n-seen), seen, n, first); from != first {
			t.Errorf("step %d: got other rows at the same place", step)
		}
	}
}

// A reader of the screen is told how many rows there are, and which one is active.
func TestVirtualSaysItsPlace(t *testing.T) {
	at := 20
	v := long(10_000)
	v.At, v.Picks = &at, &Picks{}
	v.Picks.turn(20, names(20))
	seen := htmltest.Seen(v)
	htmltest.Has(t, seen, `aria-activedescendant="long-20"`, `aria-setsize="10000"`, `aria-posinset="21"`, `aria-multiselectable`, "row 00020")
	if got := strings.Count(seen, `aria-selected="false"`); got != unknown+2*ahead-1 {
		t.Errorf("got %d rows that are not picked, want all but one", got)
	}
	at = 9_000 // it is not made, and so not named
	htmltest.HasNot(t, htmltest.Seen(&Virtual{ID: "long", Role: "listbox", Count: 10_000, Row: v.Row, At: &at}), "aria-activedescendant")
}

func TestVirtualKeys(t *testing.T) {
	for _, tt := range []struct {
		key      string
		at, want int
		moves    bool
	}{
		{"ArrowDown", 0, 1, true},
		{"ArrowDown", 99, 99, true},
		{"ArrowUp", 0, 0, true},
		{"ArrowUp", 5, 4, true},
		{"PageDown", 5, 25, true},
		{"PageDown", 95, 99, true},
		{"PageUp", 5, 0, true},
		{"Home", 50, 0, true},
		{"End", 50, 99, true},
		{"x", 50, 50, false},
	} {
		if got, moves := leads(tt.key, tt.at, 100, 20); got != tt.want || moves != tt.moves {
			t.Errorf("%s at %d: got %d, %t, want %d, %t", tt.key, tt.at, got, moves, tt.want, tt.moves)
		}
	}
}

// Letters that follow each other soon are a beginning; one letter again and again goes round.
func TestVirtualTypedLetters(t *testing.T) {
	list := []string{"apple", "banana", "berry", "cherry", "Blueberry"}
	v := &Virtual{ID: "list", Count: len(list), Says: func(i int) string { return list[i] }}
	when := 0.0
	for i, tt := range []struct {
		key   string
		later float64
		want  int
	}{
		{"b", 1000, 1},
		{"b", 100, 2},
		{"b", 100, 4},
		{"b", 100, 1},
		{"b", 1000, 2},
		{"l", 100, 4},
		{"c", 1000, 3},
		{"z", 1000, 3},
		{"b", 1000, 4},
		{"a", 100, 1},
		{"n", 100, 1},
	} {
		when += tt.later
		if !v.does(tt.key, v.Active(), false, false, when) || v.Active() != tt.want {
			t.Errorf("key %d, %s: got row %d, want %d", i, tt.key, v.Active(), tt.want)
		}
	}
	if v.does("Tab", 0, false, false, when) || v.does("k", 0, true, false, when) {
		t.Error("got Tab or Mod+K taken, want them left to the page")
	}
}

// Space picks one, Shift what lies between, and the same again less or more of it.
func TestVirtualPicks(t *testing.T) {
	v := long(100)
	v.Picks = &Picks{}
	told := 0
	v.Told = func() { told++ }
	for i, tt := range []struct {
		key        string
		mod, shift bool
		at         int
		want       string
	}{
		{" ", false, false, 0, "[0]"},
		{"ArrowDown", false, false, 1, "[0]"},
		{"ArrowDown", false, false, 2, "[0]"},
		{" ", false, false, 2, "[0 2]"},
		{"ArrowDown", false, true, 3, "[0 2 3]"},
		{"ArrowDown", false, true, 4, "[0 2 3 4]"},
		{"ArrowUp", false, true, 3, "[0 2 3]"},
		{"Home", false, true, 0, "[0 1 2]"},
		{" ", false, false, 0, "[1 2]"},
		{"Escape", false, false, 0, "[]"},
		{"ArrowDown", false, true, 1, "[0 1]"},
		{"ArrowDown", false, false, 2, "[0 1]"},
		{"ArrowDown", false, false, 3, "[0 1]"},
		{" ", false, true, 3, "[0 1 2 3]"},
		{"Escape", false, false, 3, "[]"},
	} {
		if !v.does(tt.key, v.Active(), tt.mod, tt.shift, float64(i)) || v.Active() != tt.at {
			t.Errorf("step %d: got row %d, want %d", i, v.Active(), tt.at)
		}
		got := []int{}
		for n := range 100 {
			if v.Picks.Has(names(n)) {
				got = append(got, n)
			}
		}
		if fmt.Sprint(got) != tt.want || v.Picks.Len() != len(got) {
			t.Errorf("step %d: got %v picked, want %s", i, got, tt.want)
		}
	}
	if v.does("a", 3, true, false, 0); v.Picks.Len() != 100 || told != 12 {
		t.Errorf("got %d picked, told %d times, want all 100, and to be told of each change", v.Picks.Len(), told)
	}
	v.Count, v.Of = 3, "a search"
	if v.Render(); v.Active() != 2 || v.Picks.Len() != 100 {
		t.Errorf("got row %d and %d picked, want the last row, and all still picked", v.Active(), v.Picks.Len())
	}
	v.does("ArrowUp", v.Active(), false, true, 0) // no range of before reaches beyond the end
	v.Picks.Keep(func(key string) bool { return key == names(1) })
	if v.Picks.Len() != 1 {
		t.Errorf("got %d picked, want the one that is still there", v.Picks.Len())
	}
}

// A list of rows of cells makes a few in one go, and the rest when the page has answered.
func TestVirtualGrows(t *testing.T) {
	v := &Virtual{ID: "l", Role: "grid", Count: 100, Cell: func(int) string { return "c" }, Row: func(int) app.HTMLElem { return El("div") }}
	v.Render()
	for _, want := range []int{6, 12, 18, 24, 30, 36, 42, 48, 48} {
		if got := strings.Count(htmltest.Seen(&window{Of: v}), "virtual-row"); got != want {
			t.Errorf("got %d rows, want %d", got, want)
		}
	}
	v.Of = "others"
	v.Render()
	if got := strings.Count(htmltest.Seen(&window{Of: v}), "virtual-row"); got != 6 {
		t.Errorf("got %d rows of others, want 6", got)
	}
}

// What is seen is made first, wherever that is, and stays while the rest is made.
func TestVirtualGrowsFromWhatIsSeen(t *testing.T) {
	v := &Virtual{ID: "l", Role: "grid", Count: 100, Cell: func(int) string { return "c" }, Row: func(int) app.HTMLElem { return El("div") }}
	v.Render()
	v.top, v.fit = 50, 10
	for made := 6; made <= 42; made += 6 {
		seen := htmltest.Seen(&window{Of: v})
		for at := 50; at < 50+min(made, 10); at++ {
			if !strings.Contains(seen, fmt.Sprintf(`data-at="%d"`, at)) {
				t.Fatalf("%d rows made: got no row %d, which is seen", made, at)
			}
		}
	}
}
