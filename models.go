package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"lily/core/model"
	"lily/web/disk"
	"lily/web/proxy"
)

// models are the flags by which a session gets a model, and the models that it then knows.
type models struct {
	name, replies, file string
	list                []proxy.Upstream
	gateway             *proxy.Gateway
}

func (m *models) declare(f *flag.FlagSet) {
	f.StringVar(&m.name, "model", "", "ask the model `NAME`: offline (without the flag), scripted, or UPSTREAM/MODEL")
	f.StringVar(&m.replies, "replies", "", "read the replies of the scripted model from `FILE`, JSON lines")
	f.StringVar(&m.file, "upstreams", "", "read more model servers than those of the environment from `FILE`, YAML")
}

func (m *models) first() (model.Model, error) {
	if m.replies != "" && (m.name == "" || m.name == model.Scripted{}.Name()) {
		data, err := disk.File(m.replies, mostReplies)
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
	found, err := m.Find(m.name)
	if err != nil {
		err = fmt.Errorf("--model %s: %w", m.name, err)
	}
	return found, err
}

// Find implements [model.Finder]: it finds a model behind a configured upstream, UPSTREAM/MODEL.
func (m *models) Find(name string) (model.Model, error) {
	id, of, _ := strings.Cut(name, "/")
	if m.gateway == nil {
		list, err := upstreams(m.file, os.Getenv)
		if err != nil {
			return nil, err
		}
		m.list, m.gateway = list, proxy.NewGateway(proxy.Config{Upstreams: list})
	}
	var ids []string
	for _, u := range m.list {
		if u.ID == id && of != "" {
			return model.Remote{ID: id, Model: of, Format: u.Format, Upstream: m.gateway.To(id), Context: u.Window, Wait: wait}, nil
		}
		ids = append(ids, u.ID)
	}
	known := strings.Join(ids, ", ")
	return nil, fmt.Errorf("want offline, scripted, or UPSTREAM/MODEL with one of the upstreams %s", known)
}

func wait(ctx context.Context, seconds int) error {
	select {
	case <-time.After(time.Duration(seconds) * time.Second):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
