package core

import (
	"lily/core/command"
	"lily/core/policy"
	"lily/core/tool"
	"lily/core/tree"
)

// within refuses a path that the allowed-tools of the request's skill do not let the
// tool use (PO-3), whoever calls it. One that is no path is the tool's to refuse.
func (t *turn) within(u use) error {
	if u.skill == nil || !u.tool.Files {
		return nil
	}
	path, err := u.tool.Path(u.args)
	if err != nil {
		return nil
	}
	d := t.path(u, path)
	if asked, _ := u.args["path"].(string); !d.Allowed && !u.tool.Writes && !u.tool.Searches() {
		if at, ok := pinned(u.skill, asked); ok {
			d = t.path(u, at) // a file of the skill (CV-5)
		}
	}
	if !d.Allowed {
		return &command.Error{Code: command.ToolDenied, Message: d.Message, Rule: d.Rule}
	}
	return nil
}

func (t *turn) path(u use, path string) policy.Decision {
	return t.state().Policy.Path(u.skill.Skill(), u.skill.Path, u.tool.Name, path, u.tool.Searches())
}

// narrowed is the part of a tree that the allowed-tools of the request's skill let a
// tool read, so that no search tells of what is outside of it (PO-3).
func (t *turn) narrowed(u use, all tree.Tree) tree.Tree {
	if u.skill == nil || !u.tool.Files || u.tool.Writes {
		return all
	}
	file, below, narrowed := t.state().Policy.Narrowed(u.skill.Skill(), u.skill.Path, u.tool.Name)
	if !narrowed {
		return all
	}
	return all.Only(file, below)
}

// narrowedOwn is that part of the skill's own folder, which relative paths name (CV-5).
func (t *turn) narrowedOwn(u use, own tool.Own) tool.Own {
	if all, err := (tree.Tree{}).Graft(own.Path, own.Folder); err == nil && own.Path != "" {
		own.Folder = sub(t.narrowed(u, all), own.Path)
	}
	return own
}
