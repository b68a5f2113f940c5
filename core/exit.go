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

// exited says how a program ended.
func exited(s program.Spec, exit program.Exit, err error) event.ToolResult {
	done := event.ToolResult{Code: command.ToolFailed, Changes: []tree.Change{}}
	name := s.Argv[0]
	switch {
	case errors.Is(err, context.Canceled):
		done.Code = command.Cancelled
		done.Result = tool.Envelope{ExitCode: program.ExitCancelled, Error: "The program " + name + " was stopped."}
	case errors.Is(err, context.DeadlineExceeded):
		done.Code = command.Timeout
		done.Result = tool.Envelope{ExitCode: program.ExitTimeout, Error: fmt.Sprintf("The program %s was stopped after its timeout of %s.", name, answer.Number(s.Timeout, "second"))}
	case err != nil:
		done.Result = tool.Envelope{ExitCode: program.ExitDenied, Error: fmt.Sprintf("The program %s did not run to its end: %s.", name, err)}
	case exit.Code != 0:
		done.Result = tool.Envelope{ExitCode: exit.Code, Error: or(exit.Reason, fmt.Sprintf("Command failed with exit code %d.", exit.Code))}
	default:
		done.Code, done.Result.Success = "", true
	}
	return done
}
