package static

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	aColour  = regexp.MustCompile(`--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);`)
	custom   = regexp.MustCompile(`--([a-z0-9-]+)\s*:`)
	asked    = regexp.MustCompile(`var\(--([a-z0-9-]+)`)
	rawInk   = regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b|\b(rgb|hsl|oklch|light-dark)a?\(`)
	rawType  = regexp.MustCompile(`\bfont-size: *[0-9.]+|\bfont: *[^;]*[0-9]px`)
	rawTime  = regexp.MustCompile(`\b(transition|animation)[a-z-]*: [^;]*[0-9]m?s\b`)
	space    = regexp.MustCompile(`(?:^|[ ;{])(?:padding|margin|gap|row-gap|column-gap)(?:-[a-z-]+)?: ([^;}]+)`)
	inPixels = regexp.MustCompile(`(?:^|[ (-])([0-9.]+)px`)
	remark   = regexp.MustCompile(`(?s)/\*.*?\*/`)
)

func sheet(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return remark.ReplaceAllStringFunc(string(data), func(r string) string { return strings.Repeat("\n", strings.Count(r, "\n")) })
}

// luminance is WCAG's relative luminance of #rrggbb.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(colour[1:], 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	part := func(c uint64) float64 {
		s := float64(c&0xff) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*part(n>>16) + 0.7152*part(n>>8) + 0.0722*part(n)
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Every ink can be read on every ground, and every edge and the focus are seen, in both schemes (WCAG 2.2, 1.4.3 and
// 1.4.11).
func TestContrast(t *testing.T) {
	tokens := map[string][2]string{}
	for _, m := range aColour.FindAllStringSubmatch(sheet(t, "tokens.css"), -1) {
		tokens[m[1]] = [2]string{m[2], m[3]}
	}
	grounds := []string{"sunken", "ground", "raised", "tint", "added", "removed"}
	inks := []string{"ink", "soft", "bad", "warn", "good", "accent"}
	checked := map[string]bool{"line": true} // it only parts what is told apart without it
	for _, tt := range []struct {
		inks, grounds []string
		least         float64
	}{{inks, grounds, 4.5}, {[]string{"on-accent"}, []string{"accent"}, 4.5}, {[]string{"edge"}, grounds[:4], 3}} {
		for _, ink := range tt.inks {
			for _, ground := range tt.grounds {
				checked[ink], checked[ground] = true, true
				for i, scheme := range []string{"light", "dark"} {
					if got := contrast(t, tokens[ink][i], tokens[ground][i]); got < tt.least {
						t.Errorf("%s: got %.2f of %s on %s, want at least %.1f", scheme, got, ink, ground, tt.least)
					}
				}
			}
		}
	}
	for name := range tokens {
		if !checked[name] {
			t.Errorf("nobody knows what %s is: an ink, a ground or a line", name)
		}
	}
}

// The sheets are made of tokens: each one asked for is there, and nothing else says a colour, a size
// of type, a time, or a space that is not on the grid.
func TestSheetsAreMadeOfTokens(t *testing.T) {
	there, used := map[string]string{}, map[string]bool{}
	sheets, err := filepath.Glob("*.css")
	if err != nil || len(sheets) < 3 {
		t.Fatalf("got %v, %v", sheets, err)
	}
	for _, name := range sheets {
		for i, line := range strings.Split(sheet(t, name), "\n") {
			for _, m := range custom.FindAllStringSubmatch(line, -1) {
				there[m[1]] = name
			}
			for _, m := range asked.FindAllStringSubmatch(line, -1) {
				used[m[1]] = true
			}
			if strings.Contains(line, "prefers-color-scheme") {
				t.Errorf("%s:%d: got a rule of one scheme, want light-dark(): a scheme changes colours alone", name, i+1)
			}
			if name == "tokens.css" {
				continue
			}
			for _, raw := range []*regexp.Regexp{rawInk, rawType, rawTime} {
				if got := raw.FindString(line); got != "" {
					t.Errorf("%s:%d: got %s, want a token", name, i+1, got)
				}
			}
			for _, got := range offGrid(line) {
				t.Errorf("%s:%d: got %s px of space, want a hairline or a multiple of 4", name, i+1, got)
			}
		}
	}
	for name := range used {
		if there[name] == "" {
			t.Errorf("--%s is asked for, and nobody sets it", name)
		}
	}
}

// offGrid are the spaces of a line that are neither hairlines nor on the grid of 4 px.
func offGrid(line string) (list []string) {
	for _, m := range space.FindAllStringSubmatch(line, -1) {
		for _, px := range inPixels.FindAllStringSubmatch(m[1], -1) {
			if n, err := strconv.ParseFloat(px[1], 64); err != nil || n > 2 && math.Mod(n, 4) != 0 {
				list = append(list, px[1])
			}
		}
	}
	return list
}
