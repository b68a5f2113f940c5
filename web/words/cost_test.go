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
		_ = words.Clip(s, len(s)/2)
		_ = words.Ends(s, s)
		_ = words.Ends("a\r\n", s)
		_ = words.Endless(errors.New(s))
		_ = words.Title(s)
		_ = words.Pretty(s)
	}, "…", "{\"a\":…")
}
