package kept

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"

	"lily/core/store"
	"lily/web/disk"
)

// records appends the records of a change to the files of their logs, and returns how far these go then.
func (s *Store) records(c store.Change, after state) (list []grown, err error) {
	more := map[string][][]byte{}
	for _, a := range c.Append {
		more[a.Log] = append(more[a.Log], a.Records...)
	}
	for _, n := range slices.Sorted(maps.Keys(more)) {
		if len(more[n]) == 0 {
			continue
		}
		l := after.logs[n]
		if l.file == 0 {
			l.file = after.next
			after.next++
		}
		if l.size, err = s.extendLog(n, l, more[n]); err != nil {
			return nil, err
		}
		list = append(list, grown{name(n), l.file, l.records, l.size})
	}
	return list, nil
}

// extendLog writes records behind those of a log, over what a killed program has left there.
func (s *Store) extendLog(n string, l log, records [][]byte) (size int64, err error) {
	f, err := os.OpenFile(s.at("logs", l.name()), os.O_WRONLY|os.O_CREATE, ofFile)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	var b bytes.Buffer
	if l.size == 0 {
		text, err := line{Format: format, Logs: []grown{{Name: name(n), File: l.file}}}.bytes()
		if err != nil {
			return 0, err
		}
		b.Write(text)
	}
	fmt.Fprintf(&b, "+%d\n", len(records))
	for _, r := range records {
		b.WriteString(strconv.Itoa(len(r)) + "\n")
		b.Write(r)
		b.WriteByte('\n')
	}
	if info, err := f.Stat(); err != nil || info.Size() < l.size {
		return 0, cmp.Or(err, fmt.Errorf("%s is shorter than it was: some of it is lost", f.Name()))
	}
	if err = f.Truncate(l.size); err == nil {
		_, err = f.WriteAt(b.Bytes(), l.size)
	}
	if err == nil {
		err = f.Sync()
	}
	if err == nil && l.size == 0 {
		err = disk.SyncFolder(s.at("logs"))
	}
	if err != nil {
		err = errors.Join(err, f.Truncate(l.size))
	}
	return l.size + int64(b.Len()), err
}

// Log implements [store.Store]. What is lost of a file is lost from there on.
func (s *Store) Log(ctx context.Context, n string, after int) (list [][]byte, err error) {
	list = [][]byte{}
	err = s.seen(ctx, func() {
		l := s.logs[n]
		if after = max(0, after); after >= l.records {
			return
		}
		all := make([][]byte, l.records)
		copy(all, s.recorded(n, l))
		list = all[after:]
	})
	return list, err
}

// recorded are the records of a log as far as its file goes. One that belongs to another log has none.
func (s *Store) recorded(n string, l log) [][]byte {
	data, err := readTo(s.at("logs", l.name()), l.size)
	if err != nil {
		return nil // it is lost, or someone else has dropped the log
	}
	of, rest, ok := opening(data)
	if !ok || string(of.Name) != n {
		return nil
	}
	list, _, _ := split(rest)
	return list[:min(len(list), l.records)]
}

func readTo(path string, size int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, size))
}

// opening reads the first line of a log's file, which says what log it is of.
func opening(data []byte) (of grown, rest []byte, ok bool) {
	text, rest, whole := bytes.Cut(data, []byte("\n"))
	l, ok := parse(text)
	if !whole || !ok || len(l.Logs) != 1 {
		return of, nil, false
	}
	return l.Logs[0], rest, true
}

// split reads records, each change's behind a line that says how many they are, and returns where each change ends.
func split(data []byte) (list [][]byte, ends []int, records []int) {
	for at := 0; ; {
		head, _, ok := bytes.Cut(data[at:], []byte("\n"))
		many, marked := bytes.CutPrefix(head, []byte("+"))
		left, err := strconv.Atoi(string(many))
		if !ok || !marked || err != nil {
			return list, ends, records
		}
		at += len(head) + 1
		for ; left > 0; left-- {
			head, rest, ok := bytes.Cut(data[at:], []byte("\n"))
			n, err := strconv.Atoi(string(head))
			if !ok || err != nil || n < 0 || n >= len(rest) || rest[n] != '\n' {
				return list, ends, records
			}
			list = append(list, rest[:n:n])
			at += len(head) + 1 + n + 1
		}
		ends, records = append(ends, at), append(records, len(list))
	}
}

// numbered are the numbers that are names of files in a folder. Of two logs of one name the later one holds.
func (s *Store) numbered(folder string) (list []int, err error) {
	files, err := os.ReadDir(s.at(folder))
	for _, f := range files {
		if n, err := strconv.Atoi(f.Name()); err == nil && n > 0 && strconv.Itoa(n) == f.Name() {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list, err
}
