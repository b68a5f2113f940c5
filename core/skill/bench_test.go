package skill

import (
	"strings"
	"testing"
)

const lilyText = `---
summary: Convert conversation into a structured implementation plan.
invocation_mode: prompt_rewrite
command: plan
requires_tools:
  - read
  - write
eligibility:
  os: [darwin, linux, win32]
  env: []
  binaries: []
---
`

const standardText = `---
name: x
description: Create distinctive, production-grade interfaces. Use when the user asks to build web components.
license: Complete terms in LICENSE.txt
---
`

// A thousand skills of 4 KB are to be parsed in well under 25 ms.
func BenchmarkParse(b *testing.B) {
	body := strings.Repeat("A line of instructions, as they are written in most skills.\n", 64)
	for _, c := range []struct{ name, text string }{
		{"standard", standardText + body},
		{"lily", lilyText + body},
		{"plain", body},
		{"tools", gitText},
		{"invalid", strings.Replace(standardText, "distinctive,", "distinctive:", 1) + body},
	} {
		b.Run(c.name, func(b *testing.B) {
			data := []byte(c.text)
			b.ReportAllocs()
			for b.Loop() {
				Parse("x", data)
			}
		})
	}
}

// gitText is the first complete example of the tools format's specification.
const gitText = "---\nname: git\nversion: 1.0.0\n" +
	"description: Git operations. Use for checking status, viewing history, or seeing changes.\n" +
	"author: gibb.eri.sh\nmodes: [Dev, Global]\n---\n\n" +
	"### git_status\n\nShow the current git status with short format.\n\n#### Parameters\n\nNone.\n\n#### Command\n\n" +
	"```bash\ngit status --short --branch\n```\n\n" +
	"### git_log\n\nShow recent commit history.\n\n#### Parameters\n\n" +
	"| Name | Type | Required | Description |\n|------|------|----------|-------------|\n" +
	"| count | integer | no | Number of commits (default: 10) |\n\n#### Command\n\n" +
	"```bash\ngit log --oneline -n {{count}}\n```\n\n" +
	"### git_diff\n\nShow uncommitted changes.\n\n#### Parameters\n\n" +
	"| Name | Type | Required | Description |\n|------|------|----------|-------------|\n" +
	"| staged | boolean | no | Show only staged changes |\n\n#### Command\n\n" +
	"```bash\ngit diff {{staged:--staged}}\n```\n"
