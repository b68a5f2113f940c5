package folder_test

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"strings"

	"lily/core/archive"
	"lily/core/call"
	"lily/core/model"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/tree"
)

// Approve is the person, who may say anything.
func (w *strayed) Approve(context.Context, call.Question) policy.Consent {
	w.asked = true
	return one(w, policy.Once, policy.Digest, policy.Digest, policy.Digest)
}

// Stream implements [core.Person].
func (w *strayed) Stream(string, model.Delta) {}

// Can implements [program.Runner], as does the method below.
func (w *strayed) Can() []string { return []string{"bash", "echo"} }

// Run is a program that does any of what programs may do, after a look at what it is made of.
func (w *strayed) Run(_ context.Context, s program.Spec, _ func(program.Stream, []byte)) (program.Exit, error) {
	var text strings.Builder
	for i, word := range s.Argv {
		if strings.HasPrefix(word, "/") || i > 0 {
			data, _ := s.Files.ReadFile(strings.TrimPrefix(path.Join("/workspace", word), "/"))
			if at, absolute := strings.CutPrefix(word, "/"); absolute {
				data, _ = s.Files.ReadFile(at)
			}
			text.Write(data)
		}
	}
	for _, e := range s.Env {
		if dir, ok := strings.CutPrefix(e, "LILY_SKILL_DIR="); ok {
			folder, _ := s.Files.At(strings.TrimPrefix(dir, "/"))
			for at, f := range folder.Walk() {
				if !strings.HasSuffix(at, ".zip") {
					data, _ := f.Bytes()
					text.Write(data)
				}
			}
		}
	}
	stray := w.stray(text.String())
	w.ran++
	switch {
	case len(stray) > 0 && !w.asked:
		w.t.Errorf("step %d: %v ran unasked: %q", w.at, s.Argv, stray)
	case len(stray) > 0:
		w.evil++
	case !w.asked:
		w.unasked++
	}
	w.asked = false
	return program.Exit{Files: w.mischief(s.Files, len(stray) > 0)}, nil
}

// mischief is what a program does to files: it unpacks, copies, moves, changes and makes skills.
func (w *strayed) mischief(t tree.Tree, evil bool) tree.Tree {
	to := one(w, "workspace/skills/"+w.name(), "workspace/aside", "workspace/skills/"+w.name())
	var from []string
	for at := range t.Walk() {
		from = append(from, at)
	}
	next := t
	switch w.IntN(5) {
	case 0, 1: // unpack whatever archive there is
		for at, f := range t.Walk() {
			data, _ := f.Bytes()
			if in, err := archive.Read(data, archive.Options{}); err == nil && strings.HasSuffix(at, ".zip") {
				w.unzipped++
				for name, g := range in.Walk() {
					_, rest, _ := strings.Cut(name, "/")
					next, _ = put(next, to+"/"+rest, g)
				}
			}
		}
	case 2, 3: // copy or move
		if len(from) > 0 {
			at := one(w, from...)
			if f, ok := t.File(at); ok {
				next, _ = put(next, to+"/"+path.Base(at), f)
			}
			if w.IntN(2) == 0 && strings.HasPrefix(at, "workspace/") {
				if less, err := next.Remove(at); err == nil {
					next = less
				}
			}
		}
	default: // write
		mark := "made"
		if evil {
			mark = w.mark()
		}
		name := path.Base(to)
		next, _ = put(next, to+"/SKILL.md", tree.NewBlob([]byte(tooled(name, mark))))
		next, _ = put(next, to+"/run.sh", tree.NewBlob([]byte(mark+"\n")))
	}
	return next
}

func put(t tree.Tree, at string, f tree.Blob) (tree.Tree, error) {
	next, err := t.PutBlob(at, f)
	if err != nil {
		return t, err
	}
	return next, nil
}

// Name implements [model.Model], as does the method below.
func (w *strayed) Name() string { return "chance" }

// Reply calls one tool: a command, or a file written with bytes that are here.
func (w *strayed) Reply(_ context.Context, r model.Request, _ func(model.Delta)) (model.Reply, error) {
	if last := r.Messages[len(r.Messages)-1]; last.Role == model.Tool {
		return model.Reply{Text: "Done.", Finish: model.Stop}, nil
	}
	c := model.Call{ID: "c", Name: "shell", Args: fmt.Sprintf(`{"command":%q}`, "bash "+one(w, "aside/run.sh", "skills/helper/run.sh", "/workspace/skills/kit/run.sh"))}
	if w.IntN(3) == 0 {
		text, _ := w.page.Engine.World().Tree.ReadFile(w.some(false))
		if !bytes.HasPrefix(text, []byte("PK")) {
			c = model.Call{ID: "c", Name: "write", Args: fmt.Sprintf(`{"path":%q,"content":%q}`, "skills/"+w.name()+"/run.sh", text)}
		}
	}
	return model.Reply{Calls: []model.Call{c}, Finish: model.ToolCalls}, nil
}
