package store_test

import (
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
	storetest.Full(t, func() store.Store { return &store.Memory{Room: 1 << 20} })
}
