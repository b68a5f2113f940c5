package proxy

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"lily/web/port"
)

// The states of an upstream.
const (
	ready  = "ready"
	noKey  = "no_key"
	absent = "absent"
)

// list asks only the servers of this machine, all at once; a public one hears nothing before a person sends a message.
func (c *call) list() *fault {
	c.reply(http.StatusOK, map[string]any{"upstreams": c.entries()})
	return nil
}

func (c *call) entries() []port.Upstream {
	entries := make([]port.Upstream, len(c.Upstreams))
	var wait sync.WaitGroup
	for i, u := range c.Upstreams {
		wait.Go(func() { entries[i] = c.entry(u) })
	}
	wait.Wait()
	return entries
}

func (c *call) entry(u Upstream) port.Upstream {
	e := port.Upstream{
		ID: u.ID, Name: u.Name, Format: u.Format, Local: u.Local, State: ready, Models: sorted(u, u.Models), Window: u.Window,
	}
	switch {
	case len(u.KeyCommand) > 0 && u.Key == "":
		e.Detail = "Its key comes from a command, when it is first asked."
	case !u.Local && u.Key == "":
		e.State, e.Detail = noKey, u.need()
	case u.Local && !c.NoProbe:
		c.probe(u, &e)
	case u.Local && u.Guess:
		e.State, e.Detail = absent, "lily was started with --no-probe and does not look for it."
	}
	return e
}

func (c *call) probe(u Upstream, e *port.Upstream) {
	ctx, cancel := context.WithTimeout(c.r.Context(), c.Probe)
	defer cancel()
	e.State = absent
	res, err := c.send(ctx, u, "models", nil)
	if err != nil {
		e.Detail = "Nothing answers there: start " + u.Name + "."
		return
	}
	defer res.Body.Close()
	models, err := names(u, scrub(res.Body, u.Key))
	switch {
	case res.StatusCode == http.StatusUnauthorized || res.StatusCode == http.StatusForbidden:
		e.State, e.Detail = noKey, u.Name+" wants a key. "+u.need()
	case res.StatusCode != http.StatusOK || err != nil:
		e.Detail = "Something answers there that does not list models: is it " + u.Name + "?"
	default:
		e.State, e.Models = ready, models
	}
}

func (c *call) models(u Upstream, body io.Reader) *fault {
	list, err := names(u, body)
	switch {
	case errors.Is(err, errBadList):
		return refuse(http.StatusBadGateway, "bad_answer", "What %s answered is no list of models: check its address.", u.Name)
	case err != nil:
		return c.trouble(u, err)
	}
	c.reply(http.StatusOK, map[string]any{"models": list})
	return nil
}

// Bounds of a list of models.
const (
	maxList  = 4 << 20
	maxNames = 1000
	maxName  = 200
)

var errBadList = errors.New("this is no list of models")

// names reads `{"data":[{"id":"…"}]}`, which both formats have.
func names(u Upstream, body io.Reader) ([]string, error) {
	data, err := io.ReadAll(io.LimitReader(body, maxList+1))
	if err != nil {
		return nil, err
	}
	var list struct {
		Data *[]struct{ ID string }
	}
	if len(data) > maxList || json.Unmarshal(data, &list) != nil || list.Data == nil {
		return nil, errBadList
	}
	var ids []string
	for _, m := range *list.Data {
		ids = append(ids, m.ID)
	}
	return sorted(u, ids), nil
}

// sorted lists names once each, without what is no name; never nil.
func sorted(u Upstream, ids []string) []string {
	list := []string{}
	for _, id := range ids {
		fits := id != "" && utf8.RuneCountInString(id) <= maxName && id == plain(id) && !strings.ContainsRune(id, utf8.RuneError)
		if fits && !u.hides(id) {
			list = append(list, id)
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	return list[:min(len(list), maxNames)]
}
