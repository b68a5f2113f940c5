//go:build !linux

package native

import (
	"context"
	"errors"
	"os"

	"lily/web/gate"
)

// way is known on Linux alone.
type way struct{}

func newWay(*Box, gate.Fetch) (*way, error) {
	return nil, errors.New("no way of programs to the network is known here")
}

func (*way) serve(context.Context)           {}
func (*way) close()                          {}
func (*way) end() *os.File                   { return nil }
func (*way) where() []string                 { return nil }
func (*way) through(words []string) []string { return words }
func (*way) env() []string                   { return nil }
