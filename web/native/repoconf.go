package native

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/config"
)

// harmless are the keys of a configuration that only say how a repository is to be read.
var harmless = map[string][]string{
	"core":       {"bare", "ignorecase", "precomposeunicode", "quotepath", "repositoryformatversion", "symlinks", "autocrlf", "eol", "abbrev", "sparsecheckout", "sparsecheckoutcone"},
	"extensions": {"objectformat", "noop", "worktreeconfig"},
	"user":       {"name", "email"},
	"remote":     {"url", "fetch"},
	"branch":     {"remote", "merge"},
}

// told is a configuration without what could run something, and without keys in addresses.
func told(data []byte) ([]byte, error) {
	was, now := config.New(), config.New()
	if err := config.NewDecoder(bytes.NewReader(data)).Decode(was); err != nil {
		return nil, fmt.Errorf("the repository's configuration: %w", err)
	}
	for _, s := range was.Sections {
		if strings.EqualFold(s.Name, "extensions") && slices.ContainsFunc(s.Options, unknown) {
			return nil, errors.New("it is of a form that is not known here")
		}
		add := func(sub string, list config.Options) {
			for _, o := range list {
				if slices.Contains(harmless[strings.ToLower(s.Name)], strings.ToLower(o.Key)) {
					now.AddOption(strings.ToLower(s.Name), sub, o.Key, keyless(o))
				}
			}
		}
		add("", s.Options)
		for _, sub := range s.Subsections {
			add(sub.Name, sub.Options)
		}
	}
	now.SetOption("core", config.NoSubsection, "filemode", "false") // a copy has modes of its own
	var b bytes.Buffer
	err := config.NewEncoder(&b).Encode(now)
	return b.Bytes(), err
}

// unknown reports an extension, without which a repository cannot be read, that is not known here.
func unknown(o *config.Option) bool {
	return !slices.Contains(harmless["extensions"], strings.ToLower(o.Key))
}

// keyless is a value without the user and the password of an address, or the whole of one that cannot be told apart.
func keyless(o *config.Option) string {
	if !strings.EqualFold(o.Key, "url") || !strings.Contains(o.Value, "://") {
		return o.Value
	}
	u, err := url.Parse(o.Value)
	if err != nil {
		return ""
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}
