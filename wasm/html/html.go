// Package html stands in for html in the page's engine, as wasm/http does for net/http: Go's own brings a table of all
// entities along, which only what reads HTML asks for, and go-app and Lily write it alone.
//
// It promises to escape what Go's own escapes, in the same bytes, and nothing else. Nothing imports it under its own
// name.
package html

import "strings"

var escaper = strings.NewReplacer("&", "&amp;", "'", "&#39;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

// EscapeString writes a text so that it is one in an element, and in an attribute between quotes.
func EscapeString(s string) string { return escaper.Replace(s) }
