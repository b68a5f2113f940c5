package others

import (
	"encoding/json"

	"lily/core/tree"
	"lily/web/port"
)

// Scripts are those of a skill, with what the page says of each before it runs.
type Scripts struct {
	List   []port.Script
	Making bool
	Err    error

	of    tree.Digest
	stage port.Stage
	stop  func()
}

// Scripts has the scripts of a skill read by the second engine, and returns what is known of them now. Each place that
// shows them has its own: two that share one would end each other's question for ever.
func (o *Others) Scripts(place string, files tree.Tree) *Scripts {
	if s := o.runs[place]; s != nil {
		if s.of == files.Digest() {
			return s
		}
		s.stop()
	}
	s := &Scripts{Making: true, of: files.Digest()}
	if o.runs == nil {
		o.runs = map[string]*Scripts{}
	}
	o.runs[place] = s
	q := port.Question{Of: "runs", Name: "scripts", Files: files}
	s.stop = o.ask(q, o.page.Host.Programs, &s.stage, func(answer []byte, err error) {
		if err == nil {
			err = json.Unmarshal(answer, &s.List)
		}
		s.Making, s.Err = false, err
	})
	return s
}

// Said is why there is nothing to see yet, in a sentence.
func (s *Scripts) Said() string {
	return said("What reads the scripts", "The scripts are being read.", s.stage, s.Err)
}
