package kept_test

import (
	"path/filepath"
	"testing"

	"lily/core/store"
	"lily/core/store/storetest"
	"lily/web/kept"
)

func open(t testing.TB, dir string) *kept.Store {
	t.Helper()
	s, err := kept.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStore(t *testing.T) {
	storetest.Test(t, func(t *testing.T) storetest.Open {
		dir := filepath.Join(t.TempDir(), "lily")
		return func() store.Store { return open(t, dir) }
	})
}
