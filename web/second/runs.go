package second

import (
	"encoding/json"

	"lily/core/tree"
	"lily/core/wants"
	"lily/web/port"
)

// runs answers which scripts of a skill find what they want, where the programs run that are told.
func runs(q port.Question, tick tree.Tick) ([]byte, error) {
	var programs []string
	if err := json.Unmarshal(q.Terms, &programs); err != nil {
		return nil, err
	}
	var scripts []tree.Blob
	for at, f := range q.Files.Walk() {
		if wants.Reads(at) {
			scripts = append(scripts, f)
		}
	}
	if err := tree.Load(scripts); err != nil {
		return nil, err
	}
	check(tick, 0, 1)
	page, list := wants.Page(programs), []port.Script{}
	for _, s := range wants.Of(q.Files) {
		v := s.In(page)
		list = append(list, port.Script{Path: s.Path, Lack: v.State == wants.Needs, Said: s.Said(v)})
	}
	return json.Marshal(list)
}
