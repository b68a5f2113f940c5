//go:build js && wasm

package idb

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"lily/core/store"
	"lily/core/tree"
	"lily/wasm/bridge/bridgetest"
)

// blobs4K are so many blobs of 4 KB that are in no store yet.
func blobs4K(b *testing.B, n, round int) []store.Blob {
	b.Helper()
	list := make([]store.Blob, n)
	for i := range list {
		data := bytes.Repeat(fmt.Appendf(nil, "%15d|%15d|", round, i), 128)
		list[i] = store.Blob{Digest: tree.Sum(data), Data: data}
	}
	return list
}

func benchWrite(b *testing.B, n, chunk int) {
	bridgetest.InBrowser(b)
	s := opened(b, database(b))
	for round := 0; b.Loop(); round++ {
		b.StopTimer()
		list := blobs4K(b, n, round)
		b.StartTimer()
		for at := 0; at < n; at += chunk {
			if err := s.Commit(context.Background(), store.Change{Blobs: list[at:min(n, at+chunk)]}); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkStoreWrite1000(b *testing.B)          { benchWrite(b, 1000, 1000) }
func BenchmarkStoreWrite40000(b *testing.B)         { benchWrite(b, 40000, 40000) }
func BenchmarkStoreWrite40000By2000(b *testing.B)   { benchWrite(b, 40000, 2000) }
func BenchmarkStoreRead1000(b *testing.B)           { benchRead(b, 1000) }
func BenchmarkStoreRead40000(b *testing.B)          { benchRead(b, 40000) }
func BenchmarkStoreSmallCommit(b *testing.B)        { benchSmall(b, false) }
func BenchmarkStoreSmallCommitRelaxed(b *testing.B) { benchSmall(b, true) }

func benchRead(b *testing.B, n int) {
	bridgetest.InBrowser(b)
	s := opened(b, database(b))
	list := blobs4K(b, n, 0)
	digests := make([]tree.Digest, n)
	for i, blob := range list {
		digests[i] = blob.Digest
	}
	if err := s.Commit(context.Background(), store.Change{Blobs: list}); err != nil {
		b.Fatal(err)
	}
	list = nil
	for b.Loop() {
		got, err := s.Blobs(context.Background(), digests)
		if err != nil || len(got) != n || len(got[n-1]) != 4096 {
			b.Fatal(err)
		}
	}
}

// benchSmall appends one event, as a message of a person does.
func benchSmall(b *testing.B, relaxed bool) {
	bridgetest.InBrowser(b)
	s := opened(b, database(b))
	for i := 0; b.Loop(); i++ {
		if err := s.Commit(context.Background(), store.Change{Append: []store.Append{{Log: "session/1", After: i, Records: [][]byte{make([]byte, 500)}}}, Relaxed: relaxed}); err != nil {
			b.Fatal(err)
		}
	}
}
