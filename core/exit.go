package core

import (
	"context"
	"errors"
	"fmt"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/event"
	"lily/core/program"
	"lily/core/tool"
	"lily/core/tree"
)

// The exit codes of a program that was not started, or was ended, as shells have
// them (TS-5, TS-7, spec 9.3).
const (
	exitTimeout   = 124
	exitDenied    = 126
	exitNotFound  = 127
	exitCancelled = 130
)

// exited says how a program ended.
func exited(s program.Spec, exit program.Exit, err error) event.ToolResult {
	done := event.ToolResult{Code: command.ToolFailed, Changes: []tree.Change{}}
	name := s.Argv[0]
	switch {
	case errors.Is(err, context.Canceled):
		done.Code = command.Cancelled
		done.Result = tool.Envelope{ExitCode: exitCancelled, Error: "The program " + name + " was stopped."}
	case errors.Is(err, context.DeadlineExceeded):
		done.Code = command.Timeout
		done.Result = tool.Envelope{ExitCode: exitTimeout, Error: fmt.Sprintf("The program %s was stopped after its timeout of %s.", name, answer.Number(s.Timeout, "second"))}
	case err != nil:
		done.Result = tool.Envelope{ExitCode: exitDenied, Error: fmt.Sprintf("The program %s did not run to its end: %s.", name, err)}
	case exit.Code != 0:
		done.Result = tool.Envelope{ExitCode: exit.Code, Error: or(exit.Reason, fmt.Sprintf("Command failed with exit code %d.", exit.Code))}
	default:
		done.Code, done.Result.Success = "", true
	}
	return done
}
