package call

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"lily/core/argv"
	"lily/core/command"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/scope"
	"lily/core/session"
	"lily/core/sight"
	"lily/core/skill"
	"lily/core/tool"
	"lily/core/tree"
)

// The seconds that a command may ask for, and gets without asking (TS-5).
const (
	defaultTimeout = 30
	maxTimeout     = 300
)

// Bind makes the call of the arguments, which a request may have defaults for, and of a program
// its words, within what the skill's allowed-tools let it name (PO-3). rule permitted the tool.
func (t Target) Bind(s session.State, sc scope.Scope, rule string) (Call, error) {
	c := Call{Target: t, Skill: sc.Skill, Rule: rule, state: s, scope: sc}
	err := c.bind()
	switch {
	case err != nil:
	case t.Own != nil:
		err = c.template()
	case t.Tool.Program:
		err = c.written()
	default:
		err = c.within()
	}
	return c, err
}

func (c *Call) bind() (err error) {
	if c.byModel() {
		names := []string{c.Tool.Name}
		if c.Own != nil {
			names = append(names, c.Own.Name)
		}
		c.Args, err = command.BindObject(filled(c.scope.Defaults, c.Tool.Params, c.Input, names), c.Tool.Params)
		return err
	}
	c.Args, err = command.Bind(c.Input, c.Tool.Params)
	if failed, ok := err.(*command.Error); ok {
		failed.Usage = command.Usage(c.usage, c.Tool.Params)
	}
	return err
}

// filled adds the defaults of arguments that a call leaves out; names are the tool's.
// What is no object stays as it is, to be refused with its own words.
func filled(defaults []skill.Default, params []skill.Param, args string, names []string) string {
	given := map[string]json.RawMessage{}
	if len(defaults) == 0 || json.Unmarshal([]byte(args), &given) != nil || given == nil {
		return args
	}
	for _, d := range defaults {
		i := slices.IndexFunc(params, func(p skill.Param) bool { return p.Name == d.Arg })
		if _, ok := given[d.Arg]; ok || i < 0 || !slices.Contains(names, d.Tool) {
			continue
		}
		if value := d.For(params[i]); command.Fits(params[i], value) == nil {
			given[d.Arg] = value
		}
	}
	data, _ := json.Marshal(given) // each of them is JSON
	return string(data)
}

// template fills the command of a skill's tool in (TS-2) and finds its program.
func (c *Call) template() error {
	params := make([]argv.Param, len(c.Own.Params))
	for i, p := range c.Own.Params {
		params[i] = argv.Param{Name: p.Name, Type: p.Type, Required: p.Required}
	}
	var words []string
	template, err := argv.Parse(c.Own.Command)
	if err == nil {
		words, err = template.Fill(c.Args, params)
	}
	if err != nil {
		failed := command.Errorf(command.InvalidArguments, "The command cannot be filled in: %s.", err)
		failed.Usage = command.Usage(c.usage, c.Tool.Params)
		return failed
	}
	s := c.Skill.Skill()
	c.program = &ready{network: s.Network, readOnly: s.ReadOnly}
	words[0], c.program.fault = locate(c.Skill, words[0])
	return c.specify(located(c.Skill, words), s.Timeout)
}

// written is the program of a command that someone wrote out: its words, split and
// not expanded (TS-2, TS-3), within what the skill's allowed-tools lets run (PO-3).
func (c *Call) written() error {
	text, _ := c.Args["command"].(string)
	words, err := argv.Command(text)
	if err != nil {
		return command.Errorf(command.InvalidArguments, "The command cannot be run: %s.", err)
	}
	timeout, err := seconds(c.Args)
	if err != nil {
		return err
	}
	s := &skill.Skill{}
	if c.Skill != nil {
		s = c.Skill.Skill()
	}
	find := func(list []string) []string { return located(c.Skill, list) }
	if d := c.state.Policy.Words(s, words, find); !d.Allowed {
		return denied(d)
	}
	c.program = &ready{written: true}
	return c.specify(find(words), timeout)
}

// specify says all that the program gets but its files: its words, and the environment of
// the profile that the snapshot was judged by. A program whose name looks like another one's is not run (PO-6).
func (c *Call) specify(words []string, timeout int) error {
	if name := words[0]; !sight.Plain(name) {
		return command.Errorf(command.InvalidArguments, "The command cannot be run: the program's name, %s, holds "+
			"characters that nobody can see. Write it anew.", sight.Spell(name))
	}
	p := c.state.Profile
	name, folder := "", ""
	if c.Skill != nil {
		name, folder = c.Skill.Name, c.Skill.Path
	}
	env := program.Env(p, name, p.Mode, folder)
	c.program.Spec = program.Spec{Argv: words, Dir: "/" + workspace, Env: env, Timeout: timeout}
	return nil
}

func seconds(args command.Args) (int, error) {
	n, given := args["timeout"].(int64)
	switch {
	case !given:
		return defaultTimeout, nil
	case n < 1 || n > maxTimeout:
		return 0, command.Errorf(command.InvalidArguments,
			"The argument timeout: got %d, want 1 to %d seconds.", n, maxTimeout)
	}
	return int(n), nil
}

func denied(d policy.Decision) error {
	return &command.Error{Code: command.ToolDenied, Message: d.Message, Rule: d.Rule}
}

// within refuses a path that the allowed-tools of the request's skill do not let the
// tool use (PO-3), whoever calls it. One that is no path is the tool's to refuse.
func (c *Call) within() error {
	path, err := c.Tool.Path(c.Args)
	if c.Skill == nil || !c.Tool.Files || err != nil {
		return nil
	}
	judge := func(path string) policy.Decision {
		return c.state.Policy.Path(c.Skill.Skill(), c.Skill.Path, c.Tool.Name, path, c.Tool.Searches())
	}
	d := judge(path)
	if asked, _ := c.Args["path"].(string); !d.Allowed && !c.Tool.Writes && !c.Tool.Searches() {
		if at, ok := pinned(c.Skill, asked); ok {
			d = judge(at) // a file of the skill (CV-5)
		}
	}
	if !d.Allowed {
		return denied(d)
	}
	return nil
}

// narrowed is the part of a tree that the allowed-tools of the request's skill let a
// tool read, so that no search tells of what is outside of it (PO-3).
func (c *Call) narrowed(all tree.Tree) tree.Tree {
	if file, below, held := c.bounds(); held {
		return all.Only(file, below)
	}
	return all
}

// bounds are what the allowed-tools of the request's skill hold a tool that reads to.
func (c *Call) bounds() (file, below func(path string) bool, held bool) {
	if c.Skill == nil || !c.Tool.Files || c.Tool.Writes {
		return nil, nil, false
	}
	return c.state.Policy.Narrowed(c.Skill.Skill(), c.Skill.Path, c.Tool.Name)
}

// locate finds the program of a command: a name as it stands, and a path in the skill's folder
// as the snapshot pins it (SN-3), or else why there is none.
func locate(c *loader.Candidate, word string) (found string, why *tool.Envelope) {
	if !strings.Contains(word, "/") {
		return word, nil
	}
	p := path.Clean(word)
	if strings.HasPrefix(word, "/") || slices.Contains(strings.Split(word, "/"), "..") {
		return word, fault(program.ExitDenied, "Permission denied: the program %s lies outside of the skill's folder.", word)
	}
	if at, ok := pinned(c, word); ok {
		return at, nil
	}
	if _, err := c.Folder().At(p); err == nil {
		return word, fault(program.ExitDenied, "Permission denied: %s is a folder and no program.", word)
	}
	return word, fault(program.ExitNotFound, "Command not found: the skill's folder has no file %s.", p)
}

// pinned is where a file of the skill's folder is, for a relative path that names
// one. It follows from the snapshot alone, so that a replay finds the same (EV-4).
func pinned(c *loader.Candidate, word string) (at string, ok bool) {
	p := path.Clean(word)
	if c == nil || path.IsAbs(word) || slices.Contains(strings.Split(word, "/"), "..") || tree.Check(p) != nil {
		return "", false
	}
	_, ok = c.Folder().File(p)
	return c.Path + "/" + p, ok
}

// located are the words of a command as they run: a program that is a path, and the script of
// an interpreter, are those of the skill's folder as it is pinned where it has them, and else
// what they are in /workspace. So bash scripts/x.sh means what ./scripts/x.sh means.
func located(c *loader.Candidate, words []string) []string {
	list := slices.Clone(words)
	if at, ok := pinned(c, words[0]); ok && strings.Contains(words[0], "/") {
		list[0] = at
	}
	if i := argv.Script(list); i >= 0 {
		if at, ok := pinned(c, list[i]); ok {
			list[i] = at
		}
	}
	return list
}
