package prompt

import (
	"fmt"

	"lily/core/policy"
)

// The catalog's budget where the policy says none (CV-2): a share of the model's
// context, where that is known, and else the share of one of 200,000 tokens, which
// most have at least.
const (
	CatalogShare  = 4 // per cent
	CatalogTokens = 8_000
)

// Budget is how many tokens of about four bytes the catalog may take.
func Budget(p policy.Policy, window int) int {
	switch {
	case p.Catalog != nil:
		return *p.Catalog
	case window > 0:
		return window / 100 * CatalogShare
	}
	return CatalogTokens
}

// BudgetRule says what decided about the budget (PO-7).
func BudgetRule(p policy.Policy, window int) string {
	switch {
	case p.Catalog != nil:
		return fmt.Sprintf("catalog_tokens: %d", *p.Catalog)
	case window > 0:
		return fmt.Sprintf("%d %% of the model's context of %d tokens", CatalogShare, window)
	}
	return "the usual, as the size of the model's context is not known"
}
