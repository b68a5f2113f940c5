package advice

import (
	"net/netip"
	"regexp"
	"slices"
	"strings"

	"lily/core/answer"
)

var plainURL = regexp.MustCompile(`(?i)\bhttp://([^\s/"'<>()\[\]{}|\\^` + "`" + `?#,;]+)([^\s"'<>()\[\]{}|\\^` + "`" + `]*)`)

// reserved are the ends of hosts that are nobody's, or only of one's own network (RFC 2606, RFC 6761, RFC 6762).
var reserved = []string{"localhost", "local", "internal", "test", "example", "invalid", "lan", "home", "corp", "intranet", "onion", "svc", "arpa"}

// named are hosts whose addresses are names and no links.
var namespaces = []string{
	"www.w3.org", "schemas.openxmlformats.org", "schemas.microsoft.com", "schemas.android.com", "schemas.xmlsoap.org", "purl.org", "purl.obolibrary.org",
	"json-schema.org", "xmlns.com", "ns.adobe.com", "www.sitemaps.org", "maven.apache.org", "www.springframework.org", "xml.apache.org", "java.sun.com",
	"xmlns.jcp.org", "docbook.org", "schema.org", "dublincore.org", "iptc.org", "www.opengis.net", "rdfs.org", "www.inkscape.org", "sodipodi.sourceforge.net",
	"identifiers.org", "semanticscience.org", "schemas.dmtf.org", "www.apple.com", "search.yahoo.com", "www.google.com", "a9.com", "www.xfa.org",
}

// outside tells of links that are not encrypted.
func (l *look) outside() {
	told := map[string]bool{}
	for _, s := range l.spans {
		if s.kind != prose && s.kind != link || !strings.Contains(s.text, "://") {
			continue
		}
		for _, m := range plainURL.FindAllStringSubmatchIndex(s.text, -1) {
			host := strings.ToLower(s.text[m[2]:m[3]])
			if told[host] || !public(host) || strings.Contains(s.text[m[4]:m[5]], "/ns/") {
				continue
			}
			told[host] = true
			l.spot("plain_http", s.from(m[0]), "The link to %s is not encrypted: who is on the way can change what an agent reads. Want https.", answer.Short(host))
		}
	}
}

// public reports whether a host is one of the open net, and no stand-in for one.
func public(host string) bool {
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		host = host[at+1:]
	}
	if at := strings.LastIndexByte(host, ':'); at >= 0 {
		host = host[:at]
	}
	host = strings.TrimRight(host, ".")
	if _, err := netip.ParseAddr(host); err == nil {
		return false // an address is a machine that somebody runs or shows
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == host || slices.Contains(reserved, last) || slices.Contains(namespaces, host) {
		return false
	}
	letters := strings.Trim(last, "abcdefghijklmnopqrstuvwxyz") == "" && len(last) >= 2
	return letters && !standIn.MatchString(host)
}

var standIn = regexp.MustCompile(`(^|[.-])(example|your|my|some|foo|bar|acme|evil|attacker|malicious|test|target|victim|host|hostname|server|domain|site|website|internal|staging|dev|proxy|vendor)([.-]|$)|^your|^my|xxx|\.\.`)
