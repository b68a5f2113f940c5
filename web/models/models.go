// Package models is how a command gets a model: what the flags and the environment name, and a list of what there is
// and is reached (MD-1, MD-2).
//
// It promises that no public server hears anything before a person says something to it or asks for its list, and that
// a command that gives a key runs when that key is needed, and not before.
package models

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"lily/core/model"
	"lily/web/disk"
	"lily/web/places"
	"lily/web/proxy"
)

const mostReplies = 64 << 20 // bytes of a script of replies

// Flags are the flags by which a session gets a model, and the models that it then knows.
type Flags struct {
	Name, Replies, File string

	list  []proxy.Upstream
	gates map[string]*proxy.Gateway // by the id of what is behind them, each made when it is first asked for
}

// Declare adds the flags.
func (m *Flags) Declare(f *flag.FlagSet) {
	f.StringVar(&m.Name, "model", "", "ask the model `NAME`: offline (without the flag), scripted, or UPSTREAM/MODEL")
	f.StringVar(&m.Replies, "replies", "", "read the replies of the scripted model from `FILE`, JSON lines")
	DeclareFile(f, &m.File)
}

// DeclareFile adds the flag of the file of upstreams.
func DeclareFile(f *flag.FlagSet, file *string) {
	f.StringVar(file, "upstreams", "", "read more model servers than those of the environment from `FILE`, YAML")
}

// First is the model that a session begins with.
func (m *Flags) First() (model.Model, error) {
	if m.Replies != "" && (m.Name == "" || m.Name == model.Scripted{}.Name()) {
		data, err := disk.File(m.Replies, mostReplies)
		if err != nil {
			return nil, err
		}
		return model.ParseScript(m.Replies, data)
	}
	switch m.Name {
	case "", model.Offline{}.Name():
		return model.Offline{}, nil
	case model.Scripted{}.Name():
		return nil, errors.New("--model scripted: say whose replies, with --replies FILE")
	}
	found, err := m.Find(m.Name)
	if err != nil {
		err = fmt.Errorf("--model %s: %w", m.Name, err)
	}
	return found, err
}

// Find implements [model.Finder]: it finds a model behind a configured upstream, UPSTREAM/MODEL.
func (m *Flags) Find(name string) (model.Model, error) {
	id, of, _ := strings.Cut(name, "/")
	if m.gates == nil {
		list, err := Upstreams(m.File, os.Getenv)
		if err != nil {
			return nil, err
		}
		m.list, m.gates = list, map[string]*proxy.Gateway{}
	}
	i := slices.IndexFunc(m.list, func(u proxy.Upstream) bool { return u.ID == id })
	if i < 0 || of == "" {
		var ids []string
		for _, u := range m.list {
			ids = append(ids, u.ID)
		}
		return nil, fmt.Errorf("want offline, scripted, or UPSTREAM/MODEL with one of the upstreams %s", strings.Join(ids, ", "))
	}
	g, err := m.gate(m.list[i])
	if err != nil {
		return nil, err
	}
	u := m.list[i]
	return model.Remote{ID: id, Model: of, Format: u.Format, Upstream: g.To(id), Context: u.Window, Wait: wait}, nil
}

// gate is the way to an upstream, with its key.
func (m *Flags) gate(u proxy.Upstream) (*proxy.Gateway, error) {
	if g := m.gates[u.ID]; g != nil {
		return g, nil
	}
	u, err := proxy.Unlock(context.Background(), u)
	if err != nil {
		return nil, err
	}
	g := proxy.NewGateway(proxy.Config{Upstreams: []proxy.Upstream{u}})
	m.gates[u.ID] = g
	return g, nil
}

func wait(ctx context.Context, seconds int) error {
	select {
	case <-time.After(time.Duration(seconds) * time.Second):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Upstreams are those of the environment, and over them those of a file.
func Upstreams(file string, getenv func(string) string) ([]proxy.Upstream, error) {
	list, err := proxy.FromEnv(getenv)
	if err != nil || file == "" {
		return list, err
	}
	data, err := disk.File(file, places.MostText)
	if err != nil {
		return nil, err
	}
	more, err := proxy.Read(file, data, getenv)
	return proxy.Merge(list, more), err
}
