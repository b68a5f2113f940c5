package markdown

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"lily/core/sight"
)

// elsewhere is where a link leads, if its text names another address or a host in letters that look like others. A
// text that names no address says nothing of where it leads.
func elsewhere(text, link string) string {
	to := addressOf(link)
	for word := range strings.FieldsFuncSeq(bare(text), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("<>()[]{}\"'`«»“”‘’,;", r)
	}) {
		word = strings.TrimRight(word, ".:!?…")
		if from, is := named(word); is && !from.leadsTo(to, word) {
			return briefURL(to.String())
		}
	}
	return ""
}

// bare is a text without what nobody sees in it.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if sight.Hidden(r) {
			return -1
		}
		return r
	}, text)
}

// address is a link as a browser reads it: who has it, and what is asked of him.
type address struct {
	scheme, host, rest string
	odd                bool // the host is in other letters than ASCII, or a name stands before it
}

func (a address) String() string { return a.scheme + a.host + a.rest }

// addressOf reads http, https and mailto; all else is its own rest.
func addressOf(link string) address {
	scheme, after, ok := strings.Cut(link, ":")
	scheme = strings.ToLower(scheme)
	switch {
	case ok && scheme == "mailto":
		mail, rest, _ := strings.Cut(after, "?")
		return address{scheme: "mailto:", host: strings.ToLower(plainOf(mail)), rest: strings.TrimSuffix("?"+rest, "?")}
	case !ok || scheme != "http" && scheme != "https":
		return address{rest: link}
	}
	after = strings.TrimLeft(after, "/\\")
	end := strings.IndexAny(after, "/?#\\")
	if end < 0 {
		end = len(after)
	}
	authority := after[:end]
	before := strings.LastIndexByte(authority, '@')
	host, odd := hostOf(authority[before+1:])
	return address{scheme + "://", host, after[end:], odd || before >= 0}
}

const longest = 63 // of a label (RFC 1035, 2.3.4)

// hostOf is a host in the letters of the DNS, and whether it was in others.
func hostOf(host string) (name string, odd bool) {
	host = strings.ToLower(strings.TrimSuffix(plainOf(host), "."))
	labels := strings.FieldsFunc(host, func(r rune) bool { return strings.ContainsRune(".。．｡", r) })
	for i, label := range labels {
		if strings.ContainsFunc(label, func(r rune) bool { return r >= utf8.RuneSelf }) {
			labels[i], odd = "xn--…", true
			if utf8.RuneCountInString(label) <= longest {
				labels[i] = "xn--" + punycode(label)
			}
		}
	}
	return strings.Join(labels, "."), odd
}

func plainOf(escaped string) string {
	if plain, err := url.PathUnescape(escaped); err == nil {
		return plain
	}
	return escaped
}

// named is the address that a word is, or looks like: one with a scheme, or a name with a dot in it.
func named(word string) (a address, is bool) {
	lower := strings.ToLower(word)
	for _, scheme := range []string{"http://", "https://", "mailto:"} {
		if strings.HasPrefix(lower, scheme) {
			return addressOf(word), true
		}
	}
	if user, host, ok := strings.Cut(word, "@"); ok && user != "" && isHost(host) {
		return addressOf("mailto:" + word), true
	}
	host := word
	if end := strings.IndexAny(word, "/?#:"); end >= 0 {
		host = word[:end]
	}
	return addressOf("https://" + word), isHost(host)
}

// isHost reports two or more labels of letters, digits and hyphens, the last of two letters or more.
func isHost(s string) bool {
	labels := strings.Split(s, ".")
	for _, label := range labels {
		if label == "" || strings.ContainsFunc(label, func(r rune) bool {
			return r != '-' && r != '_' && !unicode.In(r, unicode.L, unicode.N, unicode.M)
		}) {
			return false
		}
	}
	last := strings.ToLower(labels[len(labels)-1])
	return len(labels) > 1 && utf8.RuneCountInString(last) > 1 && !strings.ContainsFunc(last, unicode.IsDigit) &&
		!strings.Contains(noDomains, " "+last+" ")
}

// noDomains are ends of names of files and libraries that no host has, and sources those of files that some hosts have.
const (
	noDomains = " js ts jsx tsx json yaml yml toml html css txt pdf csv sql xml go "
	sources   = " md py rs sh "
)

// isFile reports the name of a file that a link leads to.
func isFile(word string, to address) bool {
	path, _, _ := strings.Cut(to.rest, "?")
	path, _, _ = strings.Cut(path, "#")
	return strings.Contains(sources, " "+word[strings.LastIndexByte(word, '.')+1:]+" ") && strings.HasSuffix(plainOf(path), "/"+word)
}

// leadsTo reports whether an address that a text names is the one that is linked, or a part of it, such as the host or
// the name of a file.
func (a address) leadsTo(to address, word string) bool {
	if to.odd || isFile(word, to) {
		return !to.odd
	}
	host := func(a address) string { return strings.TrimPrefix(strings.TrimSuffix(a.host, ":443"), "www.") }
	mail := a.scheme == "mailto:"
	if mail != (to.scheme == "mailto:") || host(a) != host(to) && (mail || !strings.HasSuffix(to.host, "."+host(a))) {
		return false
	}
	more, begins := strings.CutPrefix(strings.ToLower(plainOf(to.rest)), strings.ToLower(strings.TrimSuffix(plainOf(a.rest), "/")))
	return begins && (more == "" || strings.ContainsRune("/?#", rune(more[0])))
}
