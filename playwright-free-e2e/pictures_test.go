package e2e

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"lily/static/manual"
)

var pictures = flag.Bool("pictures", false, "take the pictures of README.md anew, in static/pictures")

// team writes the example skills of the manual into a folder.
func team(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	shown := regexp.MustCompile("(?ms)^(````?)markdown file=(team/skills/[^ \n]*)[^\n]*\n(.*?)^(?:````?)\n")
	for _, page := range []string{"skills.md", "tools-format.md", "policy.md"} {
		text, err := manual.Files().ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range shown.FindAllStringSubmatch(string(text), -1) {
			at := filepath.Join(dir, filepath.FromSlash(m[2]))
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, []byte(m[3]), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return filepath.Join(dir, "team", "skills")
}

// TestTheExamplesOfTheManual brings the manual's examples into the page, as README.md
// tells a person to, and keeps the pictures that it shows.
func TestTheExamplesOfTheManual(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.bring(team(t))
	p.tell("/reload_skills")
	p.inGroup("Malformed", "haiku", true)
	p.click("button", "Dismiss")
	p.has(p.tell("/skills"), "line-tools")
	p.pane("Snapshot")
	p.picture("page")
	p.has(p.tell("/check haiku"), "invalid_yaml")
	p.click("option", "haiku…")
	p.see("a colon that YAML reads as the end of a key")
	p.picture("finding")
	p.tell("/plain It rains; therefore the match was cancelled.")
	p.pane("Context")
	p.see("persona/SOUL")
	p.picture("context")
	p.pane("Events")
	p.see("model_request")
	p.picture("events")
}

// picture keeps one of README.md's, where they are taken anew.
func (p *tab) picture(name string) {
	p.Helper()
	if !*pictures {
		return
	}
	p.screenshot("readme-"+name, 1280, 760, false)
	data, err := os.ReadFile(filepath.Join("..", "bin", "screenshots", "readme-"+name+".png"))
	p.must(err)
	full, err := png.Decode(bytes.NewReader(data))
	p.must(err)
	var small bytes.Buffer
	p.must((&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&small, fewer(full)))
	p.must(os.WriteFile(filepath.Join("..", "static", "pictures", name+".png"), small.Bytes(), 0o644))
}

// fewer is a picture in its 255 commonest colours, so that a clone need not carry more.
func fewer(full image.Image) image.Image {
	counts := map[color.RGBA]int{}
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(full.At(x, y)).(color.RGBA) }
	r := full.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			counts[at(x, y)]++
		}
	}
	common := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int { return counts[b] - counts[a] })
	var colours color.Palette
	for _, c := range common[:min(255, len(common))] {
		colours = append(colours, c)
	}
	nearest := map[color.RGBA]uint8{}
	small := image.NewPaletted(r, colours)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c := at(x, y)
			i, ok := nearest[c]
			if !ok {
				i = uint8(colours.Index(c))
				nearest[c] = i
			}
			small.SetColorIndex(x, y, i)
		}
	}
	return small
}
