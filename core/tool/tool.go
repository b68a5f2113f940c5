// Package tool holds the tools that Lily runs herself, their schemas, and the envelope of every result (TS-6).
//
// A tool is a pure function of its arguments and the world it is given: it promises the same output for the same
// input, bounds what it returns, and changes files only by returning another tree. Whether it may run is the policy's
// business and is decided before.
//
//	t, ok := tool.Builtin().Find("read")
package tool

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"lily/core/command"
	"lily/core/ground"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/plain"
	"lily/core/skill"
	"lily/core/tree"
)

// MaxOutput is the longest text, in bytes, that a built-in tool returns; the error of a longer one says how to ask.
const MaxOutput = 256 << 10

// World is what a tool may see: files and rules as they are now, which the session's snapshot may not have.
type World struct {
	loader.Input
	Own    Own                    // the folder of the request's skill
	Closed func(path string) bool // files of the tree whose text is not told here; nil is none
	Tick   tree.Tick              // asked now and then by what takes long; nil always goes on

	Project     ground.Project         // the person's project below /workspace; nil for none
	Keep, Below func(path string) bool // what a search shows of it; nil for all
}

func (w World) view() ground.View {
	return ground.View{Tree: w.Tree, Project: w.Project, Keep: w.Keep, Below: w.Below}
}

// Own is a skill's folder as the snapshot pins it, and where it is in the tree. The zero Own is none.
type Own struct {
	Path   string
	Folder tree.Tree
}

// Output is what a tool gives back. Tree is nil unless files were changed.
type Output struct {
	Text string
	Tree *tree.Tree
}

// Tool is one registered tool. Params are in positional order (CM-5).
type Tool struct {
	Name    string
	Summary string
	Params  []skill.Param
	Files   bool // takes paths: for a model it sees only its part of the tree
	Writes  bool // may change files under /workspace
	Lines   bool // what it says are lines as they are, and no Markdown
	Program bool // runs a program: the engine does it, and not Run
	Run     func(World, command.Args) (Output, error)
}

// Spec is the tool as a model is told of it.
func (t Tool) Spec() model.Spec {
	return model.Spec{Name: t.Name, Summary: t.Summary, Schema: Schema(t.Params)}
}

// Registry is the set of tools of an engine. It does not change.
type Registry struct {
	byName map[string]Tool
	params map[string][]skill.Param
}

// Builtin returns the tools that come with Lily.
func Builtin() Registry {
	return New(compilePlan, checkSkills, wordCount, readFile, writeFile, editFile, listFolder, findFiles, grepFiles, runShell)
}

// runShell runs one program. It is no function of the tree: the engine runs it, with all the care that it has for the
// programs of skills, and where nothing can run programs it says so (TS-7).
var runShell = Tool{
	Name: skill.Shell,
	Summary: "Run one program, such as a script of the active skill, in /workspace. The command is a program and its words, with quotes; " +
		"no shell reads it, so it has no pipes, redirections, variables or globs. For those run bash -c '…'. The person may be asked first.",
	Params: []skill.Param{
		param("command", "string", "Such as scripts/task.sh 'a b', bash scripts/x.sh, or ls -l. A relative path is a file of the active skill where it has one, else of /workspace."),
		optional("timeout", "integer", "Seconds until it is ended: 1 to 300, 30 when left out."),
	},
	Program: true,
	Run: func(World, command.Args) (Output, error) {
		return Output{}, errors.New("only the engine runs programs")
	},
}

// New returns a registry of the given tools; a name given twice is a mistake of the program and panics.
func New(tools ...Tool) Registry {
	r := Registry{map[string]Tool{}, map[string][]skill.Param{}}
	for _, t := range tools {
		if _, twice := r.byName[t.Name]; twice {
			panic("tool " + t.Name + " is registered twice")
		}
		r.byName[t.Name], r.params[t.Name] = t, t.Params
	}
	return r
}

// Find returns the tool of a name.
func (r Registry) Find(name string) (Tool, bool) {
	t, ok := r.byName[name]
	return t, ok
}

// Names returns all names, sorted.
func (r Registry) Names() []string {
	names := slices.AppendSeq([]string{}, maps.Keys(r.byName))
	slices.Sort(names)
	return names
}

// Params returns what each tool takes, by its name; nobody changes it.
func (r Registry) Params() map[string][]skill.Param { return r.params }

// All returns all tools, sorted by name.
func (r Registry) All() []Tool {
	list := make([]Tool, 0, len(r.byName))
	for _, name := range r.Names() {
		list = append(list, r.byName[name])
	}
	return list
}

// Envelope is how a result is handed on and recorded (TS-6). Millis, how long a program ran, is a measurement and no
// part of what happened: it is never recorded (EV-3), and [Envelope.JSON] shows it.
type Envelope struct {
	Success   bool            `json:"success"`
	ExitCode  int             `json:"exit_code"`
	Output    string          `json:"output"`
	Truncated bool            `json:"truncated"`
	Error     string          `json:"error,omitempty"`
	Parsed    json.RawMessage `json:"parsed,omitempty"` // what a program wrote to stdout, where that is JSON
	Millis    int64           `json:"-"`
	Code      command.Code    `json:"-"` // of a tool of Lily's that failed, where it has one of its own
}

// JSON is the whole envelope as it is shown (TS-6), without what was parsed of an output that was cut: it is longer.
func (e Envelope) JSON() string {
	return string(plain.JSON(struct {
		Success   bool            `json:"success"`
		ExitCode  int             `json:"exit_code"`
		Output    string          `json:"output"`
		Truncated bool            `json:"truncated"`
		Millis    int64           `json:"duration_ms"`
		Error     string          `json:"error,omitempty"`
		Parsed    json.RawMessage `json:"parsed,omitempty"`
	}{e.Success, e.ExitCode, e.Output, e.Truncated, e.Millis, e.Error, e.short().Parsed}))
}

// Timeless is the envelope as [Envelope.JSON] gives it, but for the duration: equal runs give equal bytes.
func (e Envelope) Timeless() string { return string(plain.JSON(e.short())) }

func (e Envelope) short() Envelope {
	if e.Truncated {
		e.Parsed = nil
	}
	return e
}

// Text is the result as a model gets it.
func (e Envelope) Text() string {
	if e.Success {
		return e.Output
	}
	return "Error: " + e.Error
}

// Call runs the tool and wraps what it gives.
func (t Tool) Call(w World, args command.Args) (Envelope, *tree.Tree) {
	out, err := t.Run(w, args)
	if err == nil && len(out.Text) > MaxOutput {
		err = fmt.Errorf("the result has %d bytes, at most %d are returned; ask for a part of it", len(out.Text), MaxOutput)
	}
	e, coded := errors.AsType[*command.Error](err)
	switch {
	case coded:
		return Envelope{ExitCode: 1, Error: e.Message, Code: e.Code}, nil
	case errors.Is(err, tree.ErrStopped):
		return Envelope{ExitCode: 1, Error: "it was stopped", Code: command.Cancelled}, nil
	case err != nil:
		return Envelope{ExitCode: 1, Error: err.Error()}, nil
	}
	return Envelope{Success: true, Output: out.Text}, out.Tree
}

func param(name, kind, description string) skill.Param {
	return skill.Param{Name: name, Type: kind, Required: true, Description: description}
}

func optional(name, kind, description string) skill.Param {
	return skill.Param{Name: name, Type: kind, Description: description}
}

// text returns a string argument, empty when it was not given.
func text(args command.Args, name string) string {
	s, _ := args[name].(string)
	return s
}
