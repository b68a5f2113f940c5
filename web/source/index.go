package source

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"lily/core/archive"
	"lily/core/intake"
	vfs "lily/core/tree"
)

// The two forms of Agent Skills Discovery: of 0.2.0 an entry has one artifact with its digest, of 0.1.0 a list of files.
type entry struct {
	Name   string   `json:"name"`
	Type   string   `json:"type"`
	URL    string   `json:"url"`
	Digest string   `json:"digest"`
	Files  []string `json:"files"`
}

const (
	mostIndex  = 4 << 20 // bytes
	mostListed = 1_000   // skills
)

// wellKnown are the places of an index, the newer one first (RFC 8615).
var wellKnown = []string{"/.well-known/agent-skills/", "/.well-known/skills/"}

var listed = regexp.MustCompile(`^(.*?)(/\.well-known/(?:agent-skills|skills))(?:/(index\.json|[^/]+))?/?$`)

// site is an index that is read.
type site struct {
	*http.Client
	at *url.URL // of the index
	b  vfs.Builder
}

// index takes all skills that a site lists, or one of them.
func (g *Got) index(ctx context.Context) error {
	c, u, err := web(g.At)
	if err != nil {
		return err
	}
	s := site{Client: c, b: vfs.Builder{Limits: intake.Limits}}
	list, only, err := s.list(ctx, u)
	if err != nil {
		return err
	}
	for _, e := range list {
		if only != "" && e.Name != only {
			continue
		}
		if err := s.take(ctx, e); err != nil {
			return fmt.Errorf("the skill %s: %w", vfs.Quoted(e.Name, 80), err)
		}
	}
	links := s.b.Follow(nil, nil)
	t, err := s.b.Sealed()
	if err != nil {
		return err
	}
	if t.Files() == 0 {
		return errors.New("its index lists no such skill")
	}
	g.Runs = scripts(t)
	g.Drop = intake.Fetched(g.Whence(), "", t, links)
	return nil
}

// list reads the first index that is there: below the address, and then at the top of its host.
func (s *site) list(ctx context.Context, u *url.URL) (list []entry, only string, err error) {
	var places []string
	base := strings.TrimSuffix(u.Path, "/")
	if m := listed.FindStringSubmatch(base); m != nil {
		if m[3] != "index.json" {
			only = m[3]
		}
		places = []string{m[1] + m[2] + "/"}
	} else {
		for _, at := range []string{base, ""} {
			places = append(places, at+wellKnown[0], at+wellKnown[1])
		}
	}
	for _, at := range places {
		s.at = &url.URL{Scheme: u.Scheme, Host: u.Host, Path: at + "index.json"}
		var data []byte
		data, err = get(ctx, s.Client, s.at.String(), mostIndex)
		if errors.Is(err, errNotThere) {
			continue
		}
		if err != nil {
			return nil, "", err
		}
		list, err = parsed(data)
		return list, only, err
	}
	return nil, "", fmt.Errorf("it has no %sindex.json; a repository of git is written git+%s", wellKnown[0], u)
}

func parsed(data []byte) ([]entry, error) {
	var index struct {
		Skills []entry `json:"skills"`
	}
	if err := json.Unmarshal(data, &index); err != nil {
		return nil, fmt.Errorf("its index cannot be read: %w", err)
	}
	if len(index.Skills) > mostListed {
		return nil, fmt.Errorf("its index lists %d skills, at most %d are taken", len(index.Skills), mostListed)
	}
	seen := map[string]bool{}
	for _, e := range index.Skills {
		if vfs.Check(e.Name) != nil || strings.ContainsAny(e.Name, `/\`) || e.Name[0] == '.' || seen[e.Name] {
			return nil, fmt.Errorf("its index has the name %+q, which is no skill's, or twice", e.Name)
		}
		seen[e.Name] = true
	}
	return index.Skills, nil
}

func (s *site) take(ctx context.Context, e entry) error {
	if e.URL == "" {
		return s.files(ctx, e)
	}
	u, err := s.at.Parse(e.URL)
	if err != nil || u.Scheme != s.at.Scheme || !strings.EqualFold(u.Host, s.at.Host) {
		return fmt.Errorf("it lies at %s, which is another host", e.URL)
	}
	data, err := get(ctx, s.Client, u.String(), MostBytes)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(data)
	if got := "sha256:" + hex.EncodeToString(sum[:]); got != strings.ToLower(e.Digest) {
		return fmt.Errorf("got the digest %s, want %s as the index says", got, e.Digest)
	}
	if e.Type == "skill-md" {
		return s.b.Put(e.Name+"/SKILL.md", data)
	}
	if e.Type != "archive" {
		return fmt.Errorf("the type %q is not known; want skill-md or archive", e.Type)
	}
	return s.unpack(e.Name, data)
}

// files takes what an entry of 0.1.0 lists.
func (s *site) files(ctx context.Context, e entry) error {
	if !slices.Contains(e.Files, "SKILL.md") {
		return errors.New("it has no SKILL.md")
	}
	for _, name := range e.Files {
		if err := vfs.Check(name); err != nil {
			return err
		}
		at := *s.at
		at.Path = path.Join(path.Dir(at.Path), e.Name, name)
		data, err := get(ctx, s.Client, at.String(), intake.Limits.File)
		if err == nil {
			err = s.b.Put(e.Name+"/"+name, data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unpack takes an archive under a name, whose one folder at the top is left away.
func (s *site) unpack(name string, data []byte) error {
	read := tarball
	if bytes.HasPrefix(data, []byte("PK")) {
		read = func(data []byte) (vfs.Tree, error) { return archive.Read(data, archive.Options{Limits: intake.Limits}) }
	}
	t, err := read(data)
	if err != nil {
		return err
	}
	if sub, err := t.At(name); err == nil && t.Digest() != sub.Digest() {
		if _, top := t.File("SKILL.md"); !top {
			t = sub
		}
	}
	for at, f := range t.Walk() {
		data, err := f.Bytes()
		if err == nil {
			err = s.b.Put(name+"/"+at, data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// tarball reads a packed tar of plain files. Anything else in it refuses it.
func tarball(data []byte) (vfs.Tree, error) {
	unzip, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return vfs.Tree{}, fmt.Errorf("the archive is neither a zip nor a tar.gz: %w", err)
	}
	most := min(int64(len(data))*archive.Ratio+archive.Floor, intake.Limits.Bytes*2)
	b, seen := vfs.Builder{Limits: intake.Limits}, map[string]bool{}
	for r := tar.NewReader(io.LimitReader(unzip, most)); ; {
		h, err := r.Next()
		if err == io.EOF {
			return b.Sealed()
		}
		if err != nil {
			return vfs.Tree{}, fmt.Errorf("the archive cannot be read: %w", err)
		}
		name := strings.TrimPrefix(h.Name, "./")
		switch {
		case h.Typeflag == tar.TypeDir || h.Typeflag == tar.TypeXGlobalHeader || intake.LeftOut(name):
			continue
		case h.Typeflag != tar.TypeReg:
			return vfs.Tree{}, fmt.Errorf("the entry %s is no plain file", vfs.Quoted(h.Name, 80))
		case h.Size > intake.Limits.File:
			return vfs.Tree{}, &vfs.LimitError{Code: "file_too_big", Path: name, Got: h.Size, Most: intake.Limits.File}
		}
		body, err := io.ReadAll(r)
		if seen[name] {
			err = fmt.Errorf("the entry %s stands twice", vfs.Quoted(h.Name, 80))
		}
		if seen[name] = true; err == nil {
			err = b.Put(name, body)
		}
		if err != nil {
			return vfs.Tree{}, err
		}
	}
}
