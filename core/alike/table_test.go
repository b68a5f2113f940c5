package alike

import (
	"bytes"
	"flag"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write table.bin from UnicodeData.txt and CaseFolding.txt in -ucd")

// The table is what UnicodeData.txt and CaseFolding.txt of the Unicode Character Database 17.0.0 say
// (https://www.unicode.org/Public/17.0.0/ucd/, Unicode License V3). They are too big for the repository; with them in a
// folder this writes the table anew:
//
//	go test ./core/alike -run TestTable -args -update -ucd FOLDER
func TestTable(t *testing.T) {
	if *ucd == "testdata" {
		t.Log("without -ucd the table is held to a part of its source alone, by TestDatabase")
		return
	}
	apart, classes, folds := map[rune][]rune{}, map[rune]int{}, map[rune][]rune{subscript: {'\u0399'}}
	each(t, "UnicodeData.txt", func(f []string) {
		r := []rune(letters(t, f[0]))[0]
		if class, _ := strconv.Atoi(f[3]); class != 0 {
			classes[r] = class
		}
		if f[5] != "" && f[5][0] != '<' && least(r) == r {
			apart[r] = []rune(letters(t, f[5]))
		}
	})
	each(t, "CaseFolding.txt", func(f []string) {
		r, status, to := []rune(letters(t, f[0]))[0], strings.TrimSpace(f[1]), []rune(letters(t, f[2]))
		known := status != "F" && len(to) == 1 && least(to[0]) == least(r)
		if strings.Contains("CF", status) && least(r) == r && apart[r] == nil && !known && r != subscript {
			folds[r] = to
		}
	})
	var w writer
	w.rules(apart)
	w.rules(folds)
	w.ranges(classes)
	if *update {
		if err := os.WriteFile("table.bin", w, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(w, []byte(table)) {
		t.Errorf("got %d bytes, want the %d of table.bin; run it with -update", len(w), len(table))
	}
}

type writer []byte

func (w *writer) number(n int) {
	for ; n >= 0x80; n >>= 7 {
		*w = append(*w, byte(n)|0x80)
	}
	*w = append(*w, byte(n))
}

func (w *writer) step(n rune) { w.number(int(n<<1) ^ int(n>>31)) }

func (w *writer) rules(all map[rune][]rune) {
	from, last := sorted(all), rune(0)
	w.number(len(from))
	for _, f := range from {
		w.number(int(f - last))
		last = f
	}
	for _, f := range from {
		w.number(len(all[f]))
	}
	for column := range 3 {
		last := rune(0)
		for _, f := range from {
			if column < len(all[f]) {
				w.step(all[f][column] - last)
				last = all[f][column]
			}
		}
	}
}

func (w *writer) ranges(classes map[rune]int) {
	type span struct{ from, to, class int }
	var list []span
	for _, r := range sorted(classes) {
		if n := len(list); n > 0 && list[n-1].to == int(r) && list[n-1].class == classes[r] {
			list[n-1].to++
		} else {
			list = append(list, span{int(r), int(r) + 1, classes[r]})
		}
	}
	w.number(len(list))
	last := 0
	for _, s := range list {
		w.number(s.from - last)
		w.number(s.to - s.from)
		w.number(s.class)
		last = s.to
	}
}

func sorted[T any](all map[rune]T) (list []rune) {
	for r := range all {
		list = append(list, r)
	}
	slices.Sort(list)
	return list
}
