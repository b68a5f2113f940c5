package glance

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"lily/core/agents"
)

// Pair is one skill on two sides: the paths of its SKILL.md there, empty where it is not there.
type Pair struct {
	Was string `json:"was,omitempty"`
	Is  string `json:"is,omitempty"`
}

// Between is what a comparison is asked for: folders of skills on two sides, below "was" and "is" of the files.
type Between struct {
	Window int    `json:"window"` // in tokens
	Skills []Pair `json:"skills"`
}

// Where the two sides of a comparison are in its files.
const (
	Was = "was"
	Is  = "is"
)

// Eye is what one agent makes of a skill on both sides.
type Eye struct {
	Name  string       `json:"name"`
	Title string       `json:"title"`
	Was   agents.State `json:"was"` // empty where the skill is not there
	Is    agents.State `json:"is"`
	Why   string       `json:"why,omitempty"`    // of what it is now
	Gone  string       `json:"before,omitempty"` // why it was what it was
}

// Eyes are the agents to whom a skill is something else now. The two tables are of the same agents.
func Eyes(was, is agents.Table, at Pair) []Eye {
	list := []Eye{}
	before, now := row(was, at.Was), row(is, at.Is)
	for i, a := range is.Agents {
		e := Eye{Name: a.Name, Title: a.Title}
		if before != nil {
			e.Was, e.Gone = before[i].State, why(before[i])
		}
		if now != nil {
			e.Is, e.Why = now[i].State, why(now[i])
		}
		if e.Was != e.Is || e.Why != e.Gone {
			list = append(list, e)
		}
	}
	return list
}

// row are the cells of a path, nil without one.
func row(t agents.Table, path string) []*agents.Cell {
	if i, ok := t.Find(path); ok {
		return t.Rows[i].Cells
	}
	return nil
}

func why(c *agents.Cell) string {
	if c.State == agents.Loaded || len(c.Reasons) == 0 {
		return ""
	}
	return c.Reasons[0].Text
}

// PackEyes are the eyes of many skills as they travel: the lists that differ in JSON on a line, and on the next one which
// of them each skill has. To agents most skills of a folder changed alike, and JSON is read slowly.
func PackEyes(lists [][]Eye) ([]byte, error) {
	kinds, which, known := []json.RawMessage{}, []byte{}, map[string]int{}
	for _, list := range lists {
		data, err := json.Marshal(list)
		if err != nil {
			return nil, err
		}
		n, ok := known[string(data)]
		if !ok {
			n = len(kinds)
			known[string(data)], kinds = n, append(kinds, data)
		}
		which = append(strconv.AppendInt(which, int64(n), 10), ' ')
	}
	data, err := json.Marshal(kinds)
	return append(append(data, '\n'), which...), err
}

// UnpackEyes reads what [PackEyes] wrote. Skills of the same eyes share a list.
func UnpackEyes(data []byte) ([][]Eye, error) {
	head, rest, _ := strings.Cut(string(data), "\n")
	var kinds [][]Eye
	if err := json.Unmarshal([]byte(head), &kinds); err != nil {
		return nil, err
	}
	lists := make([][]Eye, 0, strings.Count(rest, " "))
	for rest != "" {
		which, more, _ := strings.Cut(rest, " ")
		n, err := strconv.Atoi(which)
		if err != nil || n < 0 || n >= len(kinds) {
			return nil, fmt.Errorf("got the eyes %.20q, want one of %d", which, len(kinds))
		}
		lists, rest = append(lists, kinds[n][:len(kinds[n]):len(kinds[n])]), more
	}
	return lists, nil
}
