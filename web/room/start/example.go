package start

import (
	"io/fs"
	"path"
	"slices"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/skill"
	"lily/core/tree"
	"lily/core/world"
	"lily/static/example"
	"lily/web/desk"
	"lily/web/html"
	"lily/web/state"
)

const workspaceSkills = "workspace/skills"

// step is one skill of the example, as the session and its file have it.
type step struct {
	of     *loader.Candidate
	broken *skill.Finding // what keeps it from counting, with its fix; nil where nothing does
	fixed  bool           // in its file, and not yet in the session
}

// put adds the example's skills to the workspace where no skill of that name is, and lets them count.
func put(s *state.Store) {
	var added int
	s.Edits.Edit("", func(w world.World) (world.World, error) {
		next, n, err := into(w.Tree)
		w.Tree, added = next, n
		return w, err
	}, func(err error) {
		if err == nil {
			s.Loop.Notice.Text = "Added " + answer.Number(added, "skill") + " of the example to /" + workspaceSkills + "."
			s.Sessions.Entitle("Guided example")
			s.Talk.Send("/reload_skills")
			s.Shown.Open(desk.Doc{Kind: "start"}) // the conversation has its first turn now
			html.Focus(titleID)
		}
	})
}

// into adds to a tree the folders of the example that it has not.
func into(t tree.Tree) (_ tree.Tree, added int, err error) {
	was := t
	for _, name := range names() {
		if _, err := was.At(workspaceSkills + "/" + name); err == nil {
			continue
		}
		added++
		err = fs.WalkDir(example.Files(), "skills/"+name, func(at string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := fs.ReadFile(example.Files(), at)
			if err == nil {
				t, err = t.Put("workspace/"+at, data)
			}
			return err
		})
		if err != nil {
			return was, 0, err
		}
	}
	return t, added, nil
}

func names() (list []string) {
	entries, _ := fs.ReadDir(example.Files(), "skills") // it is embedded
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// steps are the example's skills of the session, by name: none where it is not there.
func steps(s *state.Store) (list []step) {
	for _, name := range names() {
		if c := s.Sessions.Candidate(path.Join("/", workspaceSkills, name)); c != nil {
			list = append(list, stepOf(s, c))
		}
	}
	return list
}

func stepOf(s *state.Store, c *loader.Candidate) step {
	now := step{of: c}
	if c.State == loader.Available {
		return now
	}
	if i := slices.IndexFunc(c.Findings, func(f skill.Finding) bool { return f.Fix != nil }); i >= 0 {
		now.broken = &c.Findings[i]
		now.fixed = s.Edits.Fixed(c, *now.broken)
	}
	return now
}
