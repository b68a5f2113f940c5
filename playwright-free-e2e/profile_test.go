package e2e

import (
	"regexp"
	"strings"
	"testing"
)

// TestAProfileCountsAfterAReload is EN-1 to EN-4: git_helper needs git.
func TestAProfileCountsAfterAReload(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.inGroup("Available", "git_helper", true)
	p.withoutGit()
	p.inGroup("Ineligible", "The profile does not declare the program git.", true)
	p.has(p.tell("/skill git_helper"), "skill_excluded", "The profile does not declare the program git.")
	p.click("option", "git_helper bundled…")
	p.has(p.text("tabpanel", p.skillTab()), "Why it does not count", "binary_missing", "EN-2")
	p.click("tab", "Eligibility")
	p.see("A developer's macOS")

	p.pane("Profile")
	p.hasNot(p.text("tabpanel", "Profile"), "cannot run here")
	yaml := p.text("textbox", "Profile as YAML")
	p.fill("Profile as YAML", strings.Replace(yaml, "binaries: [", "binaries: [git, perl, ", 1))
	p.click("button", "Save …")
	p.see("Saved the profile.")
	p.has(p.text("tabpanel", "Profile"), "Declared, and cannot run here: perl.")
	p.see("The snapshot was judged against another profile.")
	p.wait("region", "The snapshot is behind")
	p.inGroup("Ineligible", "git_helper", true)
	p.has(p.tell("/skill git_helper"), "skill_excluded")
	p.has(p.tell("/reload_skills"), "7 available")
	p.inGroup("Available", "git_helper", true)
	p.has(p.tell("/skill git_helper undo my last commit"), "Skill git_helper, chosen by user")

	p.click("button", "This browser: no program declared…")
	p.see("Applied the preset bare to the profile.")
	p.has(p.text("tabpanel", "Profile"), "none is declared")
	p.inGroup("Available", "git_helper", true)
	p.tell("/reload_skills")
	p.inGroup("Ineligible", "git_helper", true)
	p.click("button", "A developer's Linux…")
	p.tell("/reload_skills")
	p.inGroup("Available", "git_helper", true)
}

// withoutGit takes git out of the profile, so that git_helper does not count.
func (p *tab) withoutGit() {
	p.Helper()
	p.pane("Profile")
	p.fill("Profile as YAML", regexp.MustCompile(`\bgit,\s*`).ReplaceAllString(p.text("textbox", "Profile as YAML"), ""))
	p.click("button", "Save …")
	p.see("Saved the profile.")
	p.tell("/reload_skills")
}

func TestABadProfileChangesNothing(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.pane("Profile")
	before := p.text("textbox", "Profile as YAML")
	for bad, place := range map[string]string{"os: plan9\n": "profile.yaml:1:5", "os: linux\nbinaries: {\n": "profile.yaml:2", "os: linux\ncolour: red\n": "profile.yaml:2:1"} {
		p.fill("Profile as YAML", bad)
		p.click("button", "Save …")
		p.see("Nothing was changed: the text cannot be read.")
		p.see(place)
		p.see("profile_invalid")
		if got := p.text("textbox", "Profile as YAML"); got != bad {
			t.Errorf("got %q in the editor, want what was typed, %q", got, bad)
		}
		p.gone("region", "The snapshot is behind")
		p.click("button", "Discard")
		p.until("the profile as it stands", func() (bool, error) { return p.text("textbox", "Profile as YAML") == before, nil })
	}
}

// TestASkillIsDisabledFromItsPane is PO-1 and LD-4.
func TestASkillIsDisabledFromItsPane(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.click("option", "repo_maintainer bundled…")
	p.click("button", "Disable")
	p.see("Disabled repo_maintainer in the policy.")
	p.inGroup("Available", "repo_maintainer", true)
	p.has(p.tell("/reload_skills"), "6 available", "1 disabled")
	p.inGroup("Disabled", "repo_maintainer", true)
	p.has(p.tell("/skill repo_maintainer"), "skill_excluded", "disabled")
	p.pane("Policy")
	p.see("These skills are disabled: repo_maintainer.")
	p.pane("Skill")
	p.click("button", "Enable")
	p.see("Enabled repo_maintainer in the policy.")
	p.inGroup("Disabled", "repo_maintainer", true)
	p.has(p.tell("/reload_skills"), "7 available")
	p.inGroup("Available", "repo_maintainer", true)
}

// TestAPersonaCountsAfterAReload is PE-2.
func TestAPersonaCountsAfterAReload(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.pane("Persona")
	p.choose("Persona file", "USER.md")
	p.fill("USER.md", "The person likes lists.\n")
	p.click("button", "Save …")
	p.see("The files differ from what the session read.")
	p.gone("region", "The snapshot is behind") // a persona is no part of a snapshot
	p.hasNot(p.tell("Hello"), "The person likes lists.")
	p.tell("/reload_skills")
	p.hasNot(p.tell("Hello again"), "The person likes lists.")
	p.tell("/reload_persona")
	p.notSee("The files differ from what the session read.")
	p.has(p.tell("And now"), "The person likes lists.")
	p.tell("/agent reviewer")
	p.see("agent reviewer")
}
