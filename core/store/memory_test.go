package store_test

import (
	"context"
	"testing"

	"lily/core/store"
	"lily/core/store/storetest"
)

// VF-4, VF-5: the store that keeps nothing beyond the program keeps the port's promises.
func TestMemory(t *testing.T) {
	storetest.Test(t, func(*testing.T) storetest.Open {
		m := &store.Memory{}
		return func() store.Store { return m }
	})
	storetest.Full(t, func() store.Store { return &small{} })
}

// small is a memory that takes no change of more than a MiB.
type small struct{ store.Memory }

func (s *small) Commit(ctx context.Context, c store.Change) error {
	size := 0
	for _, b := range c.Blobs {
		size += len(b.Data)
	}
	if size > 1<<20 {
		return store.ErrFull
	}
	return s.Memory.Commit(ctx, c)
}
