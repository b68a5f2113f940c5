package server

import "testing"

func TestNegotiate(t *testing.T) {
	for header, want := range map[string]coding{
		"":                              identity,
		"br":                            brotli,
		"gzip, deflate, br, zstd":       brotli,
		"gzip, deflate":                 gzipped,
		"GZIP":                          gzipped,
		"x-gzip":                        gzipped,
		"deflate":                       identity,
		"*":                             brotli,
		"br;q=0, *":                     gzipped,
		"br;q=0.5, gzip;q=0.8":          gzipped,
		"br; q=0.5 , gzip;q=0.5":        brotli,
		"identity":                      identity,
		"identity;q=1, gzip;q=0.5":      identity,
		"identity;q=0":                  identity,
		"br;q=0":                        identity,
		"br;q=nonsense":                 identity,
		"br;q=2":                        identity,
		"*;q=0":                         identity,
		"gzip;q=0.001, identity;q=0":    gzipped,
		"broken;;;,,=,gzip":             gzipped,
		"br;q=0.0, gzip;q=0.0, *;q=0.1": identity,
	} {
		if got := negotiate(header); got != want {
			t.Errorf("%q: got %s, want %s", header, got, want)
		}
	}
}
