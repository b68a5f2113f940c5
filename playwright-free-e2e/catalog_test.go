package e2e

import "testing"

// TestTheCatalogIsShown is CV-2: at each skill how it stands in what a model is told, in the
// list how many are in it, and in the answer of /skills whom the budget cost what.
func TestTheCatalogIsShown(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.see("In the catalog 5 of 5 skills, about ")
	p.pane("Policy")
	p.see("The catalog of skills may take 4 % of the model's context")
	p.fill("Policy as YAML", "catalog_tokens: 300\n")
	p.click("button", "Save …")
	p.see("Saved the policy.")
	p.see("The catalog of skills may take 300 tokens")
	p.tell("/reload_skills")
	p.see("of 300 tokens")
	p.has(p.tell("/skills"), "The model's catalog", "catalog_tokens: 300", "Summary cut", "Dropped")
	p.click("option", "plan_compiler bundled…")
	p.has(p.text("tabpanel", p.skillTab()), "cut to “", "so that summaries are cut at")
	p.axe("a catalog over its budget")
}
