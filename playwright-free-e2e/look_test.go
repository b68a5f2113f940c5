package e2e

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"

	"github.com/chromedp/chromedp"
)

//go:embed testdata/axe/axe.min.js
var axeSource string

// axeRun makes a line of each finding of the rules that it is given. What passes need not be described.
const axeRun = `axe.run(document, { runOnly: %s, resultTypes: ["violations"] })
  .then((r) => r.violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + v.help + ": " + n.html + " " + n.any.map((a) => a.message).join("; "))))`

// axeAll are WCAG 2.2 A and AA and best practices, and axeColours those of them that look at colours: all that the
// scheme changes, since light-dark() of CSS gives colours alone and no rule of the page's style asks for the scheme.
const (
	axeAll     = `{ type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }`
	axeColours = `{ type: "rule", values: ["color-contrast", "link-in-text-block"] }`
)

// undrawn are the icons of which the sprite has no drawing.
const undrawn = `[...document.querySelectorAll("use")].map((u) => u.getAttribute("href")).filter((at) => !document.querySelector(at))`

// axe checks the page as it is now against WCAG 2.2 AA; state names it in what fails.
func (p *tab) axe(state string) {
	p.Helper()
	p.axeOf(axeAll, state)
	none, err := eval[[]string](p, undrawn)
	p.must(err)
	if len(none) > 0 {
		p.Errorf("%s: got icons that are not drawn: %v", state, none)
	}
}

// axeIn does so in one of the schemes, of which the light one is the first that is looked at.
func (p *tab) axeIn(theme, state string) {
	p.Helper()
	if theme == "light" {
		p.axe(state)
	} else {
		p.axeOf(axeColours, state)
	}
}

// axeOf checks by some rules. They come in over the protocol: the page's policy lets no script in.
func (p *tab) axeOf(rules, state string) {
	p.Helper()
	there, err := eval[bool](p, `"axe" in globalThis`)
	if p.must(err); !there {
		_, err := eval[chromedp.Void](p, axeSource)
		p.must(err)
	}
	found, err := eval[[]string](p, fmt.Sprintf(axeRun, rules))
	p.must(err)
	for _, f := range found {
		p.Errorf("axe: %s: %s", state, f)
	}
}

// axeEverywhere checks a state wide and narrow, light and dark.
func (p *tab) axeEverywhere(state string) {
	p.Helper()
	for _, width := range []int64{1600, 390} {
		for _, theme := range themes {
			p.size(width, 900)
			p.dark(theme == "dark")
			p.axeIn(theme, fmt.Sprintf("%s, %d px, %s", state, width, theme))
		}
	}
}

// screenshot keeps a picture of the page in ../bin/screenshots.
func (p *tab) screenshot(name string, width, height int64, dark bool) {
	p.Helper()
	p.size(width, height)
	p.dark(dark)
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	p.must(err)
	dir := filepath.Join("..", "bin", "screenshots")
	p.must(os.MkdirAll(dir, 0o755))
	p.must(os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644))
}
