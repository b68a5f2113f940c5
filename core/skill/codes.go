package skill

import "slices"

// CodeInfo says what one finding code stands for (SK-8).
type CodeInfo struct {
	Code     string
	Severity Severity
	Clause   string
	Meaning  string
}

// Codes lists every code a finding of this package can carry.
func Codes() []CodeInfo { return slices.Clone(codes[:]) }

var codes = [...]CodeInfo{
	{"unreadable", Error, "VF-4", "the file's bytes are missing or damaged where they were kept"},
	{"not_judged", Error, "SK-10", "two starts of the page did not finish while the file was judged"},
	{"too_costly", Error, "SK-10", "to judge the file takes more steps than one skill may cost"},
	{"name_unreachable", Warning, "SK-1", "the folder's name holds white space, which ends a name after /skill"},
	{"hidden_name", Error, "PO-6", "the folder's name or the key name holds characters that nobody can see; a warning for a file's path"},
	{"hidden_characters", Warning, "PO-6", "the text holds characters that nobody can see, or that turn others around"},
	{"hidden_in_command", Error, "PO-6", "a command holds characters that nobody can see, or another blank than the keyboard's"},
	{"late_frontmatter", Warning, "SK-2", "the opening --- stands after blank lines, so it opens nothing"},
	{"no_frontmatter", Warning, "SK-3", "the file has no frontmatter, and the likely cause"},
	{"unclosed_frontmatter", Error, "SK-3", "the frontmatter is opened and never closed"},
	{"invalid_yaml", Error, "SK-3", "the frontmatter's YAML does not parse"},
	{"not_a_mapping", Error, "SK-3", "the frontmatter is YAML, but not keys with values"},
	{"many_documents", Error, "SK-3", "the frontmatter holds more than one YAML document"},
	{"repeated_key", Error, "SK-3", "one mapping has a key twice"},
	{"wrong_type", Error, "SK-4", "a lily key has a value of another type"},
	{"unknown_mode", Error, "SK-4", "invocation_mode is neither prompt_rewrite nor tool_dispatch"},
	{"bad_alias", Error, "SK-4", "command does not match ^[a-z0-9_-]+$"},
	{"foreign_command", Warning, "SK-4", "a command that is no alias in a skill without another lily key, taken for another program's"},
	{"missing_command_tool", Error, "SK-4", "tool_dispatch names no command_tool"},
	{"unknown_os", Warning, "SK-4", "an os that no profile can declare"},
	{"null_value", Info, "SK-4", "a key without a value, which counts as absent"},
	{"missing_name", Warning, "SK-5", "an Agent Skill without a name"},
	{"name_mismatch", Warning, "SK-5", "name is not the folder's name"},
	{"name_too_long", Warning, "SK-5", "name has more than 64 characters"},
	{"name_characters", Warning, "SK-5", "name has other characters than the standard allows, or hyphens at the wrong place"},
	{"missing_description", Warning, "SK-5", "an Agent Skill without a description"},
	{"description_too_long", Warning, "SK-5", "description has more than 1,024 characters"},
	{"compatibility_too_long", Warning, "SK-5", "compatibility has more than 500 characters"},
	{"comment_value", Warning, "SK-5", "the value of a key begins with #, so that it is a comment and the key is empty"},
	{"unclear_boolean", Warning, "SK-5", "disable-model-invocation or user-invocable is neither true nor false and is read with care"},
	{"odd_type", Warning, "SK-5", "an Agent Skills key has a value of another type"},
	{"unbalanced_parens", Warning, "SK-5", "a parenthesis in allowed-tools is never closed"},
	{"stray_tool_key", Warning, "SK-6", "a key of the tools format in a skill of another format, without effect"},
	{"bad_pattern", Warning, "PO-3", "an entry of allowed-tools that Lily cannot hold to, which allows nothing"},
	{"tool_key_type", Error, "SK-6", "a key of the tools format has a value of another type"},
	{"tool_key_missing", Error, "SK-6", "a key that the tools format requires is missing"},
	{"out_of_range", Error, "SK-6", "a value of the tools format is out of its range"},
	{"not_semver", Warning, "SK-6", "version is not a semantic version"},
	{"folder_name", Warning, "SK-6", "the folder's name breaks the rules of the tools format"},
	{"description_cut", Warning, "SK-6", "description has more than 256 characters and is shown cut"},
	{"no_tools", Error, "SK-6", "a skill of the tools format defines no tool"},
	{"bad_tool_name", Error, "SK-6", "a tool's name does not match ^[a-z0-9_]{1,32}$"},
	{"repeated_tool", Error, "SK-6", "two tools of a skill have one name"},
	{"bad_command", Error, "SK-6", "a tool has no command, or one that cannot be read"},
	{"unknown_placeholder", Error, "SK-6", "a placeholder for which the tool has no parameter"},
	{"unknown_key", Info, "SK-7", "a key that Lily does not know, kept and without effect"},
	{"vendor_form", Info, "SK-7", "a form that one agent replaces, and others read as text"},
	{"file_too_large", Error, "SK-10", "SKILL.md has more than 1 MiB"},
	{"frontmatter_too_large", Error, "SK-10", "the frontmatter has more than 64 KiB"},
	{"binary", Error, "SK-10", "SKILL.md holds a NUL byte"},
	{"bad_utf8", Error, "SK-10", "SKILL.md is not valid UTF-8"},
	{"yaml_too_deep", Error, "SK-10", "the YAML is nested too deeply"},
	{"yaml_too_large", Error, "SK-10", "the YAML grows too large when its aliases are followed"},
	{"markdown_too_deep", Error, "SK-10", "lists or quotations of the body are nested too deeply to find tools in it"},
	{"command_too_long", Error, "SK-10", "a tool's command has more than 16 KiB"},
	{"section_not_a_tool", Info, "TS-1", "an H3 section with neither Command nor Parameters, read as prose"},
	{"no_parameters", Warning, "TS-1", "a tool without a Parameters section"},
	{"bad_parameters", Error, "TS-1", "a Parameters section that is no table of Name, Type, Required, Description"},
	{"bad_parameter", Error, "TS-1", "a parameter with a bad name, an unknown type or an unclear Required"},
	{"repeated_parameter", Error, "TS-1", "two parameters of a tool have one name"},
	{"extra_block", Warning, "TS-1", "a Command section with more than one fenced block"},
	{"unknown_proposal", Warning, "PO-8", "a key lily.… of metadata that proposes nothing Lily knows"},
	{"bad_proposal", Warning, "PO-8", "a proposal that cannot be read or that its tool does not take, and which does not hold"},
	{"nested_proposals", Warning, "PO-8", "proposals nested in metadata.lily, where metadata maps texts to texts"},
	{"repeated_proposal", Warning, "PO-8", "a proposal in metadata.lily that a flat key makes already"},
	{"bad_default", Error, "TS-2", "a placeholder's default that is no value of its parameter's type"},
	{"flag_left_out", Warning, "TS-2", "an optional value that, missing, takes along a flag that seems not to be its own"},
	{"value_in_code", Error, "TS-2a", "a value within the code of an interpreter, or in the place of a program"},
	{"value_in_option", Error, "TS-2a", "a value that would name an option, as in -{{x}}"},
	{"unused_parameter", Warning, "TS-2", "a parameter that the command does not use"},
	{"shell_syntax", Warning, "TS-3", "a template with characters outside of quotes that only a shell would give a meaning"},
}

func codeInfo(code string) CodeInfo {
	for _, c := range codes {
		if c.Code == code {
			return c
		}
	}
	panic("skill: no such code: " + code)
}
