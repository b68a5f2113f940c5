package proxy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"slices"
	"time"

	"lily/web/port"
)

// opening is how long a command that gives a key may take: it may ask the person for a password.
const opening = 2 * time.Minute

// Unlock gives an upstream the key that a command of its file prints, as that of the system's keychain. The words of the
// command are its own: no shell reads them. No error repeats what it printed.
func Unlock(ctx context.Context, u Upstream) (Upstream, error) {
	if len(u.KeyCommand) == 0 {
		return u, nil
	}
	ctx, stop := context.WithTimeout(ctx, opening)
	defer stop()
	cmd := exec.CommandContext(ctx, u.KeyCommand[0], u.KeyCommand[1:]...)
	var out bytes.Buffer
	cmd.Stdout = &limited{to: &out, left: maxKey}
	cmd.WaitDelay = time.Second
	if err := cmd.Run(); err != nil {
		return u, fmt.Errorf("the key of %s: the command %q failed: %w", u.ID, u.KeyCommand[0], err)
	}
	key, err := secret(out.String())
	if err == nil && key == "" {
		err = errors.New("it printed nothing")
	}
	if err != nil {
		return u, fmt.Errorf("the key of %s, which the command %q prints: %w", u.ID, u.KeyCommand[0], err)
	}
	u.Key = key
	return u, nil
}

const maxKey = 64 << 10 // bytes that a command may print

// limited takes so many bytes and no more.
type limited struct {
	to   io.Writer
	left int
}

func (l *limited) Write(data []byte) (int, error) {
	if l.left -= len(data); l.left < 0 {
		return 0, errors.New("it prints too much for a key")
	}
	return l.to.Write(data)
}

// UnlockAll is [Unlock] of each.
func UnlockAll(ctx context.Context, list []Upstream) ([]Upstream, error) {
	list = slices.Clone(list)
	for i, u := range list {
		var err error
		if list[i], err = Unlock(ctx, u); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// List tells how the upstreams stand. It asks only the servers of this machine.
func (g *Gateway) List(ctx context.Context) []port.Upstream {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "/", nil)
	if err != nil {
		return []port.Upstream{} // the method and the address are right
	}
	return (&call{proxy: g.proxy, r: r}).entries()
}

// Models asks an upstream for its models.
func (g *Gateway) Models(ctx context.Context, id string) ([]string, error) {
	a, err := g.To(id).Send(ctx, "models", []byte("{}"))
	if err != nil {
		return nil, err
	}
	defer a.Body.Close()
	var said struct {
		Models []string
		Error  struct{ Message string }
	}
	if err := json.NewDecoder(io.LimitReader(a.Body, maxList)).Decode(&said); err != nil {
		return nil, err
	}
	if a.Status != http.StatusOK {
		return nil, errors.New(said.Error.Message)
	}
	return said.Models, nil
}
