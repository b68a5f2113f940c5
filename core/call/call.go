// Package call takes one call of a tool from what was asked to what came of it.
//
// Whoever asks, a person by a command or an alias, a skill that dispatches, or a model, and
// whichever of the two kinds the tool is of, built in or a program of a skill, a call passes
// the same stages:
//
//	resolve  which tool is meant                    [Resolve]
//	permit   whether this request may use it        [Target.Permit]
//	bind     arguments, and the words of a program  [Target.Bind]
//	approve  a person's yes, where one is wanted    [Call.Approve]
//	run      on the world as it is then, recorded   [Call.Run]
//
// Each stage takes the value of the one before it and nothing else of the session. The
// package promises that nothing runs that did not pass all of them, and that a program gets
// the very words that were permitted and approved. It knows no conversation: what a refusal
// means to a model is its caller's.
package call

import (
	"context"
	"strconv"
	"strings"

	"lily/core/command"
	"lily/core/event"
	"lily/core/ground"
	"lily/core/loader"
	"lily/core/network"
	"lily/core/origin"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/scope"
	"lily/core/session"
	"lily/core/skill"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

// Turn is what a call needs of the turn that it is of.
type Turn interface {
	Record(event.Body)
	// Events are those of the session until now.
	Events() []event.Event
	// Input is what a load would see of the world now, and Write changes the world by a request (PO-5).
	Input() loader.Input
	Write(by origin.Origin, change func(world.World) (world.World, error)) error
	// Reread brings the world up to date, as far as it can be read.
	Reread()
	// Ask asks the person; [policy.Nobody] where nobody is there.
	Ask(context.Context, Question) policy.Consent
	// Paced does work that may take long, and lets others go on meanwhile.
	Paced(ctx context.Context, work func(tree.Tick))
	// Project is the person's project; nil for none. Bring makes files of it part of the world, as they are now.
	Project() ground.Project
	Bring(paths []string) error
	// Runner runs programs; nil cannot. It may be a [Recall].
	Runner() program.Runner
	// Network sends what programs ask; nil cannot. That of a replay has the answers.
	Network() network.Port
}

// Recall is what a runner may also be: one that has the results of calls, which then do not
// run, those of tools that are built in neither (EV-4).
type Recall interface {
	// Idle reports whether the program that is about to start could not.
	Idle() bool
	// Approval is what a person was asked next, and whether it was for this call.
	Approval() (a event.Approval, asked bool)
	// Request is what the program asked of the network next, where that is what comes next.
	Request() (r event.NetworkRequest, asked bool)
	// Result is what came of a call.
	Result(event.ToolCall) event.ToolResult
}

// Asked is what someone asks for: a person one of a skill's tools, or a model one by its name.
type Asked struct {
	Of    *loader.Candidate // the skill that a person calls; nil for a model's call
	ID    string            // of the model's call
	Name  string            // of the tool, for a model's call
	Input string            // the arguments: words and text of a person, JSON of a model
}

// Target is the tool that is meant.
type Target struct {
	Asked
	Tool tool.Tool  // as rules and events name it, with its parameters
	Own  *scope.Own // where a skill brings it along; nil for a tool that is built in

	usage string // how a person begins the call
}

// Resolve finds the tool that is meant.
func Resolve(a Asked, snap *loader.Snapshot, tools tool.Registry) (Target, error) {
	if a.Of != nil {
		return ofSkill(a, tools)
	}
	if t, ok := tools.Find(a.Name); ok {
		return Target{Asked: a, Tool: t}, nil
	}
	for _, k := range snap.Skills {
		for _, o := range scope.Callable(k) {
			if o.Full == a.Name {
				return own(a, o), nil
			}
		}
	}
	message := "There is no tool " + strconv.Quote(a.Name) + "."
	return Target{}, &command.Error{Code: command.ToolDenied, Message: message, Rule: "registered"}
}

func own(a Asked, o scope.Own) Target {
	return Target{
		Asked: a, Tool: tool.Tool{Name: o.Full, Summary: o.Description, Params: o.Params}, Own: &o,
		usage: "/skill " + o.Skill.Name + " " + o.Name,
	}
}

// ofSkill finds the tool of a skill that a person calls: the one that it dispatches to, or
// one that it brings along, whose name may be left out when it has only that (CM-4).
func ofSkill(a Asked, tools tool.Registry) (Target, error) {
	s := a.Of.Skill()
	if s.Format != skill.Tools {
		t, ok := tools.Find(s.CommandTool)
		if !ok {
			return Target{}, command.Errorf(command.ToolDenied, "The tool %s is not registered.", s.CommandTool)
		}
		return Target{Asked: a, Tool: t, usage: "/skill " + a.Of.Name}, nil
	}
	list, names := scope.Owned(a.Of), []string(nil)
	name, rest := command.Word(a.Input)
	for _, o := range list {
		if o.Name == name {
			a.Input = rest
			return own(a, o), nil
		}
		names = append(names, o.Name)
	}
	if len(list) == 1 {
		return own(a, list[0]), nil
	}
	message := "The skill has several tools; say which one."
	if name != "" {
		message = "The skill has no tool " + name + "."
	}
	return Target{}, &command.Error{
		Code: command.InvalidArguments, Message: message,
		Usage: "/skill " + a.Of.Name + " <" + strings.Join(names, "|") + "> [arguments]",
	}
}

// Permit decides whether the request may use the tool, and returns the rule that says so
// (PO-3, PO-4, PO-7).
func (t Target) Permit(s session.State, sc scope.Scope) (rule string, err error) {
	if t.Own != nil {
		return scope.PermitOwn(s, sc, *t.Own)
	}
	return scope.Permit(s, sc, t.Tool.Name)
}

// Call is a call that is permitted and complete: what runs is said by it.
type Call struct {
	Target
	Args  command.Args
	Skill *loader.Candidate // of the request; nil for none
	Rule  string            // that allowed it
	Auto  string            // the rule of full auto that let it run unasked (PO-9); empty for none

	state   session.State
	scope   scope.Scope
	program *ready // nil for a tool that is built in

	shared  string   // what a program does not get of the project; empty for nothing
	foreign bool     // it would run a file that is not trusted
	asked   bool     // a person has approved
	shown   Question // of just this
}

// ready is a program that can start.
type ready struct {
	program.Spec                // all but its files, which are those of the moment
	fault        *tool.Envelope // why it cannot start, whoever runs it; nil where it may
	network      bool           // its skill says that it needs the internet
	readOnly     bool           // nothing that it changes is kept
	written      bool           // someone wrote the words out; no skill has a template for them
}

func (c Call) byModel() bool { return c.Of == nil }
