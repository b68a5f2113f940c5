package server

import (
	"strconv"
	"strings"
)

// coding is a content coding of RFC 9110, section 8.4.1.
type coding string

const (
	brotli   coding = "br"
	gzipped  coding = "gzip"
	identity coding = "identity"
)

// negotiate picks the coding to answer an Accept-Encoding header with: the one the client weighs highest, on a tie the
// smaller form (RFC 9110, 12.5.3). A client that refuses everything gets the plain form.
func negotiate(header string) coding {
	weights := map[coding]float64{}
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(part, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "x-gzip" { // RFC 9110, 8.4.1.3
			name = string(gzipped)
		}
		weights[coding(name)] = quality(params)
	}
	others, named := weights["*"]
	best, most := identity, 0.0
	for _, c := range []coding{brotli, gzipped, identity} {
		q, ok := weights[c]
		if !ok {
			q = others
		}
		if !ok && !named && c == identity {
			q = 0.0001 // acceptable, but the last choice
		}
		if q > most {
			best, most = c, q
		}
	}
	return best
}

// quality reads `q=0.5`. A weight that cannot be read refuses the coding: the plain form always works.
func quality(params string) float64 {
	value, found := strings.CutPrefix(strings.ToLower(strings.ReplaceAll(params, " ", "")), "q=")
	if !found {
		return 1
	}
	q, err := strconv.ParseFloat(value, 64)
	if err != nil || q < 0 || q > 1 {
		return 0
	}
	return q
}
