//go:build js && wasm

// Command wasm is Lily in the browser: the engine, its adapters and the page,
// in one WebAssembly file. It promises one route, `/`, and that it never
// returns while the page is open: when it does, boot.js says so.
// It links no server and no proxy. go-app brings net/http along; nothing here
// calls it, which leaves most of it out.
package main

import (
	"context"
	"slices"
	"strings"
	"syscall/js"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core"
	"lily/core/call"
	"lily/core/intake"
	"lily/core/model"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
	"lily/persona"
	"lily/skills"
	"lily/wasm/ask"
	"lily/wasm/bridge"
	"lily/wasm/browser"
	"lily/wasm/drop"
	"lily/wasm/edit"
	"lily/wasm/gateway"
	"lily/wasm/home"
	"lily/wasm/mount"
	"lily/wasm/worker"
	"lily/web/port"
	"lily/web/ui"
)

func main() {
	store, err := open()
	if err != nil {
		panic(err) // the bundled files are broken; boot.js shows this
	}
	app.Route("/", func() app.Composer { return &ui.Page{Store: store} })
	app.RunWhenOnBrowser()
}

func open() (*ui.Store, error) {
	defer bridge.Sparing()()
	w, err := world.New(skills.Files(), persona.Files())
	if err != nil {
		return nil, err
	}
	programs := worker.New()
	w.Profile = profile.Browser(browser.System(), programs.Can())
	h, w := home.New(w)
	var store *ui.Store
	found := gateway.New(func() world.World { return store.Engine.World() })
	page := &person{programs: programs}
	e := core.New(w, tool.Builtin(), core.Ports{
		Model: model.Offline{}, Models: found, Runner: programs, Person: page, Keeper: h.Worlds(), Sessions: h, Work: bridge.Work{}, Network: gateway.Network{},
	})
	h.Reopen(e)
	files := &drop.Reader{
		Over:     func(target string) { store.Loop.Post(func() { store.Imports.DragOver(target) }) },
		Leave:    func() { store.Loop.Post(store.Imports.DragEnd) },
		Progress: func(done, total int) { store.Loop.Post(func() { store.Imports.Progress(done, total) }) },
	}
	files.Dropped = func(ctx context.Context, target string, list []intake.File, refused []intake.Refusal) {
		bridge.Paced(ctx, files.Progress, func(tick tree.Tick) { list = recordings(store, list, refused, tick) })
		if list == nil {
			return
		}
		if found := files.Gather(ctx, list, refused); ctx.Err() == nil {
			store.Loop.Post(func() { store.Imports.Dropped(target, found) })
		}
	}
	files.Watch()
	store, err = ui.NewStore(e, port.Ports{
		System: browser.System(), Programs: programs.Can(), Files: browser.Files{}, Reader: files, Work: bridge.Work{}, Mount: mount.New(files, h.Store()), History: browser.History{},
		Drafts: h.Drafts(), Models: found, Sessions: h, Bundles: h, Storage: h, Manual: browser.Manual{}, Editors: &edit.Editors{}, Second: ask.New(),
	})
	bridge.On(js.Global(), "focus", func(js.Value) { store.Loop.Post(func() { store.Folder.Look(false) }) })
	page.store = store
	h.Begin(store)
	gateway.WatchCode(func(what string) { store.Loop.Post(func() { store.Loop.Warn(what) }) })
	return store, err
}

// person is who uses the page, as the engine knows them.
type person struct {
	store    *ui.Store
	programs worker.Runner
}

// Approve implements [core.Person], as does the method below.
func (p *person) Approve(ctx context.Context, q call.Question) policy.Consent {
	if q.Program != nil && q.Fails == "" {
		p.programs.Expect(q.Program.Argv[0])
	}
	return p.store.Talk.Approve(ctx, q)
}

func (p *person) Stream(session string, d model.Delta) { p.store.Live.Stream(session, d) }

// recordings opens the sessions and the exports of everything among what was dropped,
// and returns the rest: nil where there is nothing else.
func recordings(store *ui.Store, files []intake.File, refused []intake.Refusal, tick tree.Tick) []intake.File {
	rest := slices.DeleteFunc(append([]intake.File{}, files...), func(f intake.File) bool {
		return !strings.Contains(f.Path, "/") && store.Restore.Takes(f.Path, f.Data, tick)
	})
	if len(rest) == 0 && len(files) > 0 && len(refused) == 0 {
		return nil
	}
	return rest
}
