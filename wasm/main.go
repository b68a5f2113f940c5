//go:build js && wasm

// Command wasm is Lily in the browser: the engine, its adapters and the page,
// in one WebAssembly file. It promises one route, `/`, and that it never
// returns while the page is open: when it does, boot.js says so.
// It links no server, no proxy and no net/http.
package main

import "github.com/maxence-charriere/go-app/v10/pkg/app"

func main() {
	app.Route("/", app.NewZeroComponentFactory(&hello{}))
	app.RunWhenOnBrowser()
}

// hello stands in for the page until web/ui is there.
type hello struct{ app.Compo }

func (h *hello) Render() app.UI {
	return app.Main().Body(app.H1().Text("Lily"))
}
