package e2e

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
)

// whole cuts a record off that a killed Chromium has begun at the end of a log of IndexedDB. The next one would write on
// behind it, and the one after that would throw the whole store away, which no page can help:
// https://github.com/google/leveldb/issues/1287
func whole(t *testing.T, profile string) {
	t.Helper()
	logs, err := filepath.Glob(filepath.Join(profile, "Default", "IndexedDB", "*", "*.log"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range logs {
		data, err := os.ReadFile(path)
		if err == nil {
			err = os.Truncate(path, int64(ends(data)))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// ends is where the last whole record of a log ends. Records stand in blocks of 32 KiB, in fragments with a head each:
// four bytes of a sum, two of the length, and whether it is all of the record, its first part, a middle one or the last.
// https://github.com/google/leveldb/blob/main/doc/log_format.md
func ends(log []byte) (end int) {
	const block, head = 32 << 10, 7
	for at := 0; at+head <= len(log); {
		if left := block - at%block; left < head {
			at += left
			continue
		}
		size, kind := int(binary.LittleEndian.Uint16(log[at+4:])), log[at+6]
		if at += head + size; at <= len(log) && (kind == 1 || kind == 4) {
			end = at
		}
	}
	return end
}
