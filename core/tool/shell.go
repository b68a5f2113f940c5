package tool

import (
	"errors"

	"lily/core/command"
	"lily/core/skill"
)

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
