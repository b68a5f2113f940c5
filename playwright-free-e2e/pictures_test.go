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
	"slices"
	"testing"
)

var pictures = flag.Bool("pictures", false, "take the pictures of README.md anew, in static/pictures")

// TestThePictures goes the way of README.md through the example, and keeps the pictures that it shows:
// by make pictures alone, so that tests write none.
func TestThePictures(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.click("button", "Try an example")
	p.see("3 skills of 6 do not count.")
	p.click("button", "Dismiss…")
	p.picture("start")

	p.click("option", "release-notes…")
	p.see("holds a colon that YAML reads as the end of a key")
	p.wait("button", "Apply fix")
	p.picture("finding")

	p.inFront("release-notes")
	p.press("Alt+PageUp")
	for _, name := range []string{"release-notes", "standup", "text-review"} {
		p.click("button", "Apply fix to "+name)
		p.gone("button", "Apply fix to "+name)
	}
	p.click("button", "Reload…")
	p.see("All 6 count.")
	p.runs(`location.hash = "#compare/v2..v3"`)
	p.see("3 skills differ.")
	p.click("button", "Dismiss…")
	p.click("DisclosureTriangle", "release-notes…")
	p.wait("region", "release-notes/SKILL.md")
	p.click("tab", "Skills")
	p.picture("compare")

	p.tell("/skill haiku rain")
	p.runs(`location.hash = "#trace"`)
	p.wait("region", "Detail")
	p.see("persona/SOUL")
	p.picture("trace")
}

// picture keeps one of README.md's, where they are taken anew.
func (p *tab) picture(name string) {
	p.Helper()
	if !*pictures {
		return
	}
	p.rest()
	p.see("Saved")
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
