package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"lily/core/model"
	"lily/web/proxy"
)

// models are the flags by which a session gets a model, and the models that it
// then knows.
type models struct {
	name, replies, file string

	list []proxy.Upstream
	way  *way
}

func (m *models) register(f *flag.FlagSet) {
	f.StringVar(&m.name, "model", "", "the model: offline, scripted, or UPSTREAM/MODEL")
	f.StringVar(&m.replies, "replies", "", "FILE with the replies of the scripted model")
	f.StringVar(&m.file, "upstreams", "", "FILE with model servers")
}

// first is the model that the flags ask for.
func (m *models) first() (model.Model, error) {
	if m.replies != "" && (m.name == "" || m.name == model.Scripted{}.Name()) {
		data, err := os.ReadFile(m.replies)
		if err != nil {
			return nil, err
		}
		return model.ParseScript(m.replies, data)
	}
	switch m.name {
	case "", model.Offline{}.Name():
		return model.Offline{}, nil
	case model.Scripted{}.Name():
		return nil, errors.New("--model scripted: say whose replies, with --replies FILE")
	}
	found, err := m.remote(m.name)
	if err != nil {
		err = fmt.Errorf("--model %s: %w", m.name, err)
	}
	return found, err
}

// remote finds a model behind a configured upstream, UPSTREAM/MODEL.
func (m *models) remote(name string) (model.Model, error) {
	id, of, _ := strings.Cut(name, "/")
	if m.way == nil {
		if err := m.open(); err != nil {
			return nil, err
		}
	}
	i := slices.IndexFunc(m.list, func(u proxy.Upstream) bool { return u.ID == id })
	if i < 0 || of == "" {
		return nil, fmt.Errorf("want offline, scripted, or UPSTREAM/MODEL with one of the upstreams %s", ids(m.list))
	}
	return model.Remote{ID: id, Model: of, Format: m.list[i].Format, Upstream: m.way.to(id), Context: m.list[i].Window, Wait: wait}, nil
}

func ids(list []proxy.Upstream) string {
	var names []string
	for _, u := range list {
		names = append(names, u.ID)
	}
	return strings.Join(names, ", ")
}

// open starts the proxy for this program alone.
func (m *models) open() (err error) {
	if m.list, err = upstreams(m.file, os.Getenv); err == nil {
		m.way, err = newWay(proxy.Config{Upstreams: m.list})
	}
	return err
}

func (m *models) close() {
	if m.way != nil {
		m.way.server.Close()
	}
}
