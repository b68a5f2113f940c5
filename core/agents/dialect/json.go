package dialect

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"lily/core/agents"

	"gopkg.in/yaml.v3"
)

// JSON is a value of YAML 1.2 as JavaScript's JSON.stringify writes it.
func JSON(n *yaml.Node) string {
	var b strings.Builder
	writeJSON(&b, n, 0)
	return b.String()
}

// deepest is where aliases that nest without an end are given up.
const deepest = 100

func writeJSON(b *strings.Builder, n *yaml.Node, depth int) {
	n = agents.Follow(n)
	kind := agents.KindOf(n, agents.Core)
	switch {
	case kind == agents.Null || kind == agents.Absent || depth > deepest || b.Len() > 1<<20:
		b.WriteString("null")
	case kind == agents.Bool:
		b.WriteString(strings.ToLower(n.Value))
	case kind == agents.Number:
		if s := Number(n.Value); strings.ContainsAny(s, "IN") { // Infinity and NaN
			b.WriteString("null")
		} else {
			b.WriteString(s)
		}
	case kind == agents.List || kind == agents.Map:
		writeItems(b, n, depth)
	default:
		b.WriteString(QuoteJSON(n.Value))
	}
}

func writeItems(b *strings.Builder, n *yaml.Node, depth int) {
	ends := "[]"
	if n.Kind == yaml.MappingNode {
		ends = "{}"
	}
	b.WriteByte(ends[0])
	for i, sub := range n.Content {
		switch {
		case n.Kind == yaml.MappingNode && i%2 == 1:
			b.WriteByte(':')
		case i > 0:
			b.WriteByte(',')
		}
		if n.Kind == yaml.MappingNode && i%2 == 0 {
			b.WriteString(QuoteJSON(Key(sub)))
			continue
		}
		writeJSON(b, sub, depth+1)
	}
	b.WriteByte(ends[1])
}

// Key is the key of a pair as an object of JavaScript has it.
func Key(n *yaml.Node) string {
	if agents.KindOf(n, agents.Core) == agents.Number {
		return Number(agents.Follow(n).Value)
	}
	return Value(n)
}

// QuoteJSON is a text as JavaScript's JSON.stringify writes it.
func QuoteJSON(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s)
	return strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029").Replace(strings.TrimSuffix(b.String(), "\n"))
}

// Number is a number or a truth value of YAML 1.2 as JavaScript's String writes it.
func Number(plain string) string {
	switch lower := strings.ToLower(plain); lower {
	case "true", "false":
		return lower
	case ".nan":
		return "NaN"
	case ".inf", "+.inf":
		return "Infinity"
	case "-.inf":
		return "-Infinity"
	}
	f, err := strconv.ParseFloat(plain, 64)
	if strings.HasPrefix(plain, "0x") || strings.HasPrefix(plain, "0o") {
		var whole uint64
		whole, err = strconv.ParseUint(plain, 0, 64)
		f = float64(whole)
	}
	if err != nil && !math.IsInf(f, 0) {
		return plain
	}
	return decimalText(f)
}

// decimalText writes a number the way that JavaScript does: without an exponent from 1e-6 up to 1e21.
func decimalText(f float64) string {
	size := math.Abs(f)
	if math.IsInf(f, 1) {
		return "Infinity"
	}
	if math.IsInf(f, -1) {
		return "-Infinity"
	}
	if size == 0 {
		return "0"
	}
	if size >= 1e-6 && size < 1e21 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	return mantissa + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0")
}
