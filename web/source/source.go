// Package source gets skills from where a person says: a folder, a zip, a git repository, or a site's well-known index.
//
// It promises that the named source alone is fetched: no redirect leads to another host, and no address of a private
// network is called but one that was typed. What comes is bounded in bytes, files and time; nothing of it is run: no
// hook, no filter, no submodule, no program of git's. A repository that is not what it should be is refused whole, as an
// archive is. It judges no skill and writes nothing: core/intake says what was found, web/install takes it.
//
//	s, err := source.Parse("owner/repo@v1#skills/pdf")
//	got, err := source.Get(ctx, s)
package source

import (
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// Kind is how skills are got.
type Kind string

// The kinds.
const (
	Folder Kind = "folder"
	Zip    Kind = "zip"
	Git    Kind = "git"
	Index  Kind = "index"
)

// Source is where skills are got from.
type Source struct {
	Kind     Kind
	At       string // a path of the disk, or an address
	Path     string // the folder in a repository; empty for all of it
	Revision string // a branch, a tag or a commit; empty for the repository's own choice

	rest string // of an address of a site: the revision and then the path, of which nobody knows the border yet
}

// Error is a source that cannot be read as one.
type Error struct{ Text, Why string }

// Error says which one, and why.
func (e *Error) Error() string { return fmt.Sprintf("%q is no source: %s", e.Text, e.Why) }

func wrong(text, format string, args ...any) (Source, error) {
	return Source{}, &Error{text, fmt.Sprintf(format, args...)}
}

var (
	short = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9-]*)/([A-Za-z0-9._-]+)((?:/[^/]+)*)$`)
	scp   = regexp.MustCompile(`^(?:[A-Za-z0-9_][A-Za-z0-9._-]*@[A-Za-z0-9.-]+|[A-Za-z0-9-]+\.[A-Za-z0-9.-]+):[^/\\:].*`)
	tree  = regexp.MustCompile(`^/(.+?)(?:\.git)?(?:/-)?/(?:tree|blob)/(.+)$`)
	forge = regexp.MustCompile(`^(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|git\.sr\.ht)$`)
)

// Parse reads a source as people write it. What is on the disk is that.
//
// An address of git may end in #PATH and @REVISION, in either order; owner/repo is one of GitHub, and so is what one
// copies from a browser.
func Parse(text string) (Source, error) {
	switch info, err := os.Stat(text); {
	case text == "" || strings.HasPrefix(text, "-"):
		return wrong(text, "it is no path and no address")
	case err == nil && info.IsDir():
		return Source{Kind: Folder, At: text}, nil
	case err == nil && isZip(text):
		return Source{Kind: Zip, At: text}, nil
	case err == nil:
		return wrong(text, "it is no folder and no zip")
	}
	plain, forced := strings.CutPrefix(text, "git+")
	bare, at, rev := ends(plain)
	s := Source{Kind: Git, At: bare, Path: at, Revision: rev}
	switch {
	case filepath.IsAbs(bare) || strings.HasPrefix(bare, ".") || filepath.VolumeName(bare) != "":
		return wrong(text, "there is no such folder and no such zip")
	case strings.Contains(bare, "://"):
		return s.address(text, forced)
	case scp.MatchString(bare):
		return s.checked(text)
	}
	if host, _, _ := strings.Cut(bare, "/"); forge.MatchString(host) {
		s.At = "https://" + bare
		return s.address(text, forced)
	}
	m := short.FindStringSubmatch(bare)
	if m == nil {
		return wrong(text, "there is no such path, and it is no address; a repository of GitHub is OWNER/REPO")
	}
	s.At = "https://github.com/" + m[1] + "/" + strings.TrimSuffix(m[2], ".git")
	if m[3] != "" && s.Path == "" {
		s.Path = m[3][1:]
	}
	return s.checked(text)
}

func isZip(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".zip" || ext == ".skill"
}

// ends cuts #PATH and @REVISION off an address, in either order. An @ before the path of the address is a user's.
func ends(text string) (bare, at, rev string) {
	bare, tail, hashed := strings.Cut(text, "#")
	if hashed {
		tail = strings.TrimPrefix(tail, "subdirectory=")
		at, rev, _ = strings.Cut(tail, "@")
	}
	from := 0
	if i := strings.Index(bare, "://"); i >= 0 {
		from = i + 3
	}
	if i := strings.IndexAny(bare[from:], "/:"); i >= 0 { // a host may have a user before it
		if j := strings.LastIndex(bare[from+i:], "@"); j >= 0 {
			bare, rev = bare[:from+i+j], bare[from+i+j+1:]
		}
	}
	return bare, strings.Trim(at, "/"), rev
}

// address reads what has a scheme.
func (s Source) address(text string, forced bool) (Source, error) {
	u, err := url.Parse(s.At)
	if err != nil {
		return wrong(text, "the address cannot be read")
	}
	u.Scheme = strings.ToLower(u.Scheme)
	switch u.Scheme {
	case "file":
		if u.Host != "" && u.Host != "localhost" || u.Path == "" {
			return wrong(text, "a file has a path and no host")
		}
		return s.checked(text)
	case "ssh":
		return s.checked(text)
	case "https", "http":
	default:
		return wrong(text, "the scheme %s is not known; want https, ssh or file", u.Scheme)
	}
	if u.User != nil {
		return wrong(text, "an address with a name or a password in it would be kept in the lock; leave it out")
	}
	if u.Scheme == "http" && !loopback(u.Hostname()) {
		return wrong(text, "http can be changed on the way; want https")
	}
	return s.web(text, u, forced)
}

// web is an address of the web: a repository, an archive or a site.
func (s Source) web(text string, u *url.URL, forced bool) (Source, error) {
	host := strings.ToLower(u.Hostname())
	if m := tree.FindStringSubmatch(u.Path); m != nil && (forge.MatchString(host) || strings.Contains(u.Path, "/-/")) {
		s.At, s.rest = u.Scheme+"://"+u.Host+"/"+m[1], strings.Trim(m[2], "/")
		return s.checked(text)
	}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	switch {
	case forced || strings.HasSuffix(u.Path, ".git") || forge.MatchString(host):
		if forge.MatchString(host) && len(parts) < 2 {
			return wrong(text, "it names no repository")
		}
		if host == "github.com" && len(parts) > 2 && s.Path == "" && !forced {
			s.Path, parts = strings.Join(parts[2:], "/"), parts[:2]
		}
		s.At = strings.TrimSuffix(u.Scheme+"://"+u.Host+"/"+strings.Join(parts, "/"), ".git")
		if !forge.MatchString(host) {
			s.At = u.Scheme + "://" + u.Host + "/" + strings.Join(parts, "/")
		}
		return s.checked(text)
	case s.Path != "" || s.Revision != "":
		return wrong(text, "only a repository of git has a path and a revision; write git+ before its address")
	case isZip(u.Path):
		s.Kind = Zip
	default:
		s.Kind = Index
	}
	return s, nil
}

// checked refuses what would leave the repository, or is no name that git knows.
func (s Source) checked(text string) (Source, error) {
	if s.Path != "" && (path.Clean(s.Path) != s.Path || strings.HasPrefix(s.Path, "..") || strings.Contains(s.Path, "\\")) {
		return wrong(text, "the path %s is not one below the repository", s.Path)
	}
	if s.Revision != "" && !named(s.Revision) {
		return wrong(text, "%q is no name of a revision", s.Revision)
	}
	return s, nil
}

// named reports whether git takes a text for a part of a reference's name (git check-ref-format).
func named(name string) bool {
	if name == "" || name == "@" || strings.HasSuffix(name, ".") || strings.Contains(name, "..") || strings.Contains(name, "@{") {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part[0] == '.' || part[0] == '-' || strings.HasSuffix(part, ".lock") {
			return false
		}
	}
	return !strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r == 0x7f || strings.ContainsRune("~^:?*[\\", r) })
}

// String is the source as it can be given again.
func (s Source) String() string {
	text := s.At
	if u, err := url.Parse(text); err == nil && s.Kind == Git && (u.Scheme == "https" || u.Scheme == "http") {
		if !forge.MatchString(u.Hostname()) && !strings.HasSuffix(u.Path, ".git") {
			text = "git+" + text
		}
	}
	if s.rest != "" {
		return text + "/tree/" + s.rest
	}
	if s.Revision != "" {
		text += "@" + s.Revision
	}
	if s.Path != "" {
		text += "#" + s.Path
	}
	return text
}

// Whence is the source without what is before its host, as the skills out of it say where they came from.
func (s Source) Whence() string {
	_, rest, ok := strings.Cut(s.At, "://")
	if !ok {
		rest = s.At
	}
	return strings.Trim(filepath.ToSlash(rest), "/")
}

// name is what a skill at the top is called where it does not say it.
func (s Source) name() string {
	at := s.At
	if s.Path != "" {
		at = s.Path
	}
	at = strings.TrimSuffix(strings.TrimRight(filepath.ToSlash(at), "/"), ".git")
	return at[strings.LastIndexAny(at, "/:")+1:]
}
