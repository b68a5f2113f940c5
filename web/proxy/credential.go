package proxy

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"lily/core/network"
)

// Credential is what a person lets one host know of them, where a program asks it. The page learns the host alone.
type Credential struct {
	Origin string // https://api.example.com: nobody else gets it
	Field  string // of the header; Authorization
	Value  string `json:"-"`
}

// String never shows the value.
func (c Credential) String() string { return fmt.Sprintf("%s for %s", c.Field, c.Origin) }

// GoString never shows the value.
func (c Credential) GoString() string { return "proxy.Credential{" + c.String() + "}" }

// LogValue never shows the value.
func (c Credential) LogValue() slog.Value { return slog.StringValue(c.String()) }

// ReadCredential reads HOST=VARIABLE, or HOST/FIELD=VARIABLE for another field than Authorization. There a value of one
// word is a bearer's token. No error shows the value.
func ReadCredential(text string, getenv func(string) string) (c Credential, err error) {
	whom, variable, ok := strings.Cut(text, "=")
	if !ok || !plainVariable.MatchString(variable) {
		return c, fmt.Errorf("got %.100q, want HOST=VARIABLE, with the name of an environment variable and not its value", whom)
	}
	scheme, rest, found := strings.Cut(whom, "://")
	if !found {
		scheme, rest = "https", whom
	}
	host, field, other := strings.Cut(rest, "/")
	r, err := network.New(http.MethodGet, scheme+"://"+host, nil, nil)
	if err != nil {
		return c, fmt.Errorf("%.100q: %w", whom, err)
	}
	c = Credential{Origin: r.Origin(), Field: "Authorization", Value: strings.TrimSpace(getenv(variable))}
	if other {
		c.Field = http.CanonicalHeaderKey(field)
		if asked, err := network.New(http.MethodGet, r.URL, []network.Field{{Name: field, Value: "x"}}, nil); err != nil || len(asked.Header) != 1 {
			return c, fmt.Errorf("%.100q: %q is no field that a credential can have", whom, field)
		}
	}
	switch {
	case c.Value == "":
		return c, fmt.Errorf("%s is not set: it is to hold the credential of %s", variable, host)
	case len(c.Value) < shortestKey || strings.ContainsAny(c.Value, "\r\n\x00"):
		return c, fmt.Errorf("what %s holds is no credential: want one line of at least %d bytes, since a shorter one cannot be told from other words", variable, shortestKey)
	case !other && !strings.Contains(c.Value, " "):
		c.Value = "Bearer " + c.Value
	}
	return c, nil
}

// of are the credentials of an origin.
func (p *proxy) of(origin string) (list []Credential) {
	for _, c := range p.Credentials {
		if c.Origin == origin {
			list = append(list, c)
		}
	}
	return list
}

// secrets are the ways in which a host may say a credential again: as it is, or as bytes are often written. The value
// of Basic is a name and a password, of which the password alone is one, too.
func (c Credential) secrets() (list []string) {
	scheme, value, ok := strings.Cut(c.Value, " ")
	if !ok {
		scheme, value = "", c.Value
	}
	plain := []string{value}
	if data, err := base64.StdEncoding.DecodeString(value); err == nil && strings.EqualFold(scheme, "basic") {
		_, password, _ := strings.Cut(string(data), ":")
		plain = append(plain, string(data), password)
	}
	for _, s := range plain {
		list = append(list, s, url.QueryEscape(s), url.PathEscape(s), hex.EncodeToString([]byte(s)), strings.ToUpper(hex.EncodeToString([]byte(s))))
		for shift := range 3 { // wherever it stands in what is encoded
			for _, coding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
				text := coding.EncodeToString(append(make([]byte, shift), s...))
				if from, to := (shift*8+5)/6, len(text)-1; from < to {
					list = append(list, text[from:to])
				}
			}
		}
	}
	list = slices.DeleteFunc(list, func(s string) bool { return len(s) < shortestKey/2 })
	slices.Sort(list)
	return slices.Compact(list)
}

// covered takes the credentials out of a text.
func covered(text []byte, list []Credential) []byte {
	for _, c := range list {
		for _, secret := range c.secrets() {
			text = replace(text, []byte(secret))
		}
	}
	return text
}
