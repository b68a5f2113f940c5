package core

import (
	"fmt"
	"strings"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/event"
	"lily/core/program"
	"lily/core/tree"
	"lily/core/world"
)

// keep takes over what a program did to the workspace, in one commit (TS-5,
// VF-5), or nothing where it wrote more than is kept of one program. Nothing else
// is kept, and what is not is said; a skill that says read_only changes nothing at
// all, since it may run unasked.
func (t *turn) keep(done *event.ToolResult, u use, before, after tree.Tree) {
	mine, refused := []tree.Change{}, []tree.Change{}
	for _, c := range tree.Diff(before, after) {
		if strings.HasPrefix(c.Path, workspace+"/") && !u.program.readOnly {
			mine = append(mine, c)
		} else {
			refused = append(refused, c)
		}
	}
	if len(refused) > 0 {
		note(done, refusal(refused, u.program.readOnly))
	}
	if len(mine) == 0 {
		return
	}
	err := program.Fits(after, mine)
	if err == nil {
		err = t.e.Edit(func(w world.World) (next world.World, err error) {
			w.Tree, err = commit(w.Tree, before, after)
			return w, err
		})
	}
	if err != nil {
		done.Code, done.Result.Success = command.ToolFailed, false
		note(done, "None of its changes was kept: "+err.Error()+".")
		return
	}
	done.Changes = mine
}

// note adds a sentence to the envelope.
func note(done *event.ToolResult, sentence string) {
	done.Result.Error = strings.TrimSpace(done.Result.Error + " " + sentence)
}

// shownRefused is how many refused files are named.
const shownRefused = 5

func refusal(list []tree.Change, readOnly bool) string {
	var paths []string
	for _, c := range list[:min(len(list), shownRefused)] {
		paths = append(paths, "/"+answer.Line(c.Path))
	}
	if more := len(list) - len(paths); more > 0 {
		paths = append(paths, fmt.Sprintf("%d more", more))
	}
	why := "programs write only under /" + workspace
	if readOnly {
		why = "the skill says read_only: true"
	}
	return answer.Number(len(list), "changed file") + " not kept, since " + why + ": " + strings.Join(paths, ", ") + "."
}

// commit brings what happened to the workspace from before to after into the tree as it
// is now. A file that someone else has changed meanwhile, and differently, refuses all
// of it: nothing that a person wrote is lost (VF-5).
func commit(now, before, after tree.Tree) (tree.Tree, error) {
	next, clashes := tree.Merge(sub(before, workspace), sub(after, workspace), sub(now, workspace))
	if len(clashes) > 0 {
		return now, fmt.Errorf("/%s/%s was changed by someone else while the program ran", workspace, answer.Line(clashes[0]))
	}
	return now.Graft(workspace, next)
}
