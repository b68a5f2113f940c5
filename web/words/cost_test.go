package words_test

import (
	"errors"
	"testing"

	"lily/wasm/costtest"
	"lily/web/words"
)

// SK-10: nothing that is said costs more than in proportion to what it is said of.
func TestSayingCostsNoMoreThanTheLength(t *testing.T) {
	costtest.Texts(t, 32<<10, func(s string) {
		words.Clip(s, len(s)/2)
		words.Ends(s, s)
		words.Ends("a\r\n", s)
		words.Endless(errors.New(s))
		words.Title(s)
		words.Pretty(s)
	}, "…", "{\"a\":…")
}
