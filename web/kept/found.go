package kept

import (
	"context"
	"os"
	"strconv"

	"lily/web/disk"
)

const mostLog = 1 << 31 // bytes of a log that is found again

// found is what the files of logs and packs tell beyond a state: all of it where the head is lost.
//
// A program that is killed leaves one change at most behind what the head says, and that one was not done. Where a log
// has two, the head itself is not what it was, as one that was cut or came from a backup: then what there is holds. Its
// refs are lost. All is that nothing is known of what was dropped, either.
func (s *Store) found(known state, all bool) (next state, behind bool, err error) {
	next = known.clone()
	files, err := s.numbered("logs")
	if err != nil {
		return known, false, err
	}
	of := map[int]string{}
	for n, l := range known.logs {
		of[l.file] = n
	}
	for _, n := range files {
		name, here := of[n]
		if !all && !here && n < known.next {
			continue // it was dropped
		}
		g, changes := s.longer(n, known.logs[name])
		if g == nil {
			continue
		}
		next.apply(line{Logs: []grown{*g}})
		behind = behind || changes > 1
	}
	packs, err := s.numbered("blobs")
	for _, n := range packs {
		if info, err := os.Stat(s.pack(n)); err == nil && (n >= known.nextPack || info.Size() > known.packs[n] && known.packs[n] > 0) {
			next.apply(line{Packs: []pack{{n, info.Size()}}})
		}
	}
	return next, behind, err
}

// longer is how far the file of a log goes beyond what is known of it, and by how many changes; nil for no further.
func (s *Store) longer(n int, known log) (*grown, int) {
	path := s.at("logs", strconv.Itoa(n))
	info, err := os.Stat(path)
	if err != nil || info.Size() <= known.size {
		return nil, 0
	}
	data, err := disk.File(path, mostLog)
	if err != nil {
		return nil, 0 // it is no log that could be read
	}
	of, rest, ok := opening(data)
	_, ends, records := split(rest)
	if !ok || of.File != n || len(ends) == 0 {
		return nil, 0
	}
	of.Size = int64(len(data) - len(rest) + ends[len(ends)-1])
	if of.Records = records[len(records)-1]; of.Records <= known.records {
		return nil, 0
	}
	changes := 0
	for _, had := range records {
		if had > known.records {
			changes++
		}
	}
	return &of, changes
}

// mend takes over what is there beyond the head, where that is behind. Nobody writes meanwhile.
func (s *Store) mend() error {
	_, behind, err := s.found(s.state, false)
	if err != nil || !behind {
		return err
	}
	lock, err := hold(context.Background(), s.at("lock"))
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := s.fresh(); err != nil {
		return err
	}
	next, behind, err := s.found(s.state, false)
	if err == nil && behind {
		s.state, s.broken = next, true // the head that is behind stays beside the new one
		err = s.renew(line{})
	}
	return err
}
