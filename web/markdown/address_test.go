package markdown

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark/util"
)

// A link whose text names another address says where it leads; no other one does.
func TestElsewhere(t *testing.T) {
	for _, tt := range []struct{ text, link, want string }{
		{"https://bank.example", "https://evil.example/x", "https://evil.example/x"},
		{"bank.example", "https://evil.example/https://bank.example", "https://evil.example/https://bank.example"},
		{"see bank.example/login.", "http://evil.example", "http://evil.example"},
		{"(BANK.example)", "https://evil.example", "https://evil.example"},
		{"https://bank.example", "https://bank.example@evil.example/", "https://evil.example/"},
		{"bank.example", "https://bank.example:x@evil.example", "https://evil.example"},
		{"bank.example", "https:///evil.example", "https://evil.example"},
		{"bank.example", "https://bank.example.evil.example", "https://bank.example.evil.example"},
		{"ba\u200bnk.example", "https://evil.example", "https://evil.example"},
		{"\u202eelpmaxe.knab.example", "https://evil.example", "https://evil.example"},
		{"bank。example", "https://evil.example", ""},
		{"https://bank.example", "https://%65vil.example", "https://evil.example"},
		{"b\u0430nk.example", "https://bank.example", "https://bank.example"},
		{"https://аррӏе.com", "https://аррӏе.com/", "https://xn--80ak6aa92e.com/"},
		{"аррӏе.com", "https://xn--80ak6aa92e.com", ""},
		{"bücher.example", "https://bücher.example", "https://xn--bcher-kva.example"},
		{"https://github.com/good/repo", "https://github.com/evil/repo", "https://github.com/evil/repo"},
		{"github.com/good", "https://github.com/goodevil", "https://github.com/goodevil"},
		{"me@bank.example", "mailto:you@evil.example", "mailto:you@evil.example"},
		{"bank.example", "mailto:you@evil.example", "mailto:you@evil.example"},
		{"bank.example", "#token=x", "#token=x"},

		{"a.example", "https://" + strings.Repeat("é", 5000) + ".example", "https://xn--….example"},

		{"click here", "https://evil.example", ""},
		{"https://bank.example", "https://bank.example/", ""},
		{"HTTPS://Bank.example/a", "https://bank.example/a", ""},
		{"bank.example", "https://www.bank.example:443/login?x=1", ""},
		{"github.com/good", "https://github.com/good/repo#readme", ""},
		{"README.md", "https://github.com/a/b/blob/main/README.md", ""},
		{"Next.js and data.json", "https://nextjs.org", ""},
		{"bank.example", "https://docs.bank.example/x", ""},
		{"bank.example", "https://evilbank.example", "https://evilbank.example"},
		{"a@bank.example", "mailto:x.a@bank.example", "mailto:x.a@bank.example"},
		{"bank.md", "https://evil.example/#/bank.md", "https://evil.example/#/bank.md"},
		{"me@bank.example", "mailto:me@bank.example?subject=x", ""},
		{"e.g. v1.2.3, 3.14 and a.b", "https://evil.example", ""},
		{"https://bank.example/a%20b", "https://bank.example/a b", ""},
	} {
		if got := elsewhere(tt.text, string(util.URLEscape([]byte(tt.link), true))); got != tt.want {
			t.Errorf("%q to %q: got %q, want %q", tt.text, tt.link, got, tt.want)
		}
	}
}

func TestLinksSayWhereTheyLead(t *testing.T) {
	for source, want := range map[string]string{
		"[https://bank.example](https://evil.example/)":  `href="https://evil.example/"` + link + `https://bank.example</a>(https://evil.example/)`,
		"[**bank**.example](https://evil.example/)":      `</a>(https://evil.example/)`,
		"[`bank.example`](https://evil.example/)":        `</a>(https://evil.example/)`,
		"[bank&#46;example](https://evil.example/)":      `</a>(https://evil.example/)`,
		"[bank.example][1]\n\n[1]: https://evil.example": `</a>(https://evil.example)`,
		"<https://аррӏе.com>":                            `</a>(https://xn--80ak6aa92e.com)`,
	} {
		if got := htmlOf(nodes(source)); !strings.Contains(got, want) || strings.Count(got, "<a") != 1 {
			t.Errorf("%s: got %s, want %s", source, got, want)
		}
	}
}

// The examples of RFC 3492, 7.1, among others.
func TestPunycode(t *testing.T) {
	for label, want := range map[string]string{
		"bücher": "bcher-kva", "münchen": "mnchen-3ya", "他们为什么不说中文": "ihqwcrb4cv8a8dqg056pqjye",
		"למההםפשוטלאמדבריםעברית": "4dbcagdahymbxekheh6e0a7fei0b", "почемужеонинеговорятпорусски": "b1abfaaepdrnnbgefbadotcwatmq2g4l",
		"3年b組金八先生": "3b-ww4c5e180e575a65lsy2b", "そのスピードで": "d9juau41awczczp", "💩": "ls8h",
	} {
		if got := punycode(label); got != want {
			t.Errorf("%s: got %s, want %s", label, got, want)
		}
	}
}
