package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/capability"
	"github.com/go-git/go-git/v5/plumbing/storer"
	"github.com/go-git/go-git/v5/plumbing/transport"
	githttp "github.com/go-git/go-git/v5/plumbing/transport/http"
	"github.com/go-git/go-git/v5/plumbing/transport/ssh"
	"github.com/go-git/go-git/v5/storage/filesystem"
	"github.com/go-git/go-git/v5/storage/memory"

	"lily/core/intake"
)

func web(at string) (*http.Client, *url.URL, error) {
	u, err := url.Parse(at)
	if err != nil {
		return nil, nil, err
	}
	return client(u), u, nil
}

// refs are the names that a repository has, with their commits.
type refs struct {
	head plumbing.Hash
	all  map[string]plumbing.Hash
}

// of is the commit of a revision: a branch before a tag, or the commit itself.
func (r refs) of(revision string) (plumbing.Hash, bool) {
	if revision == "" {
		return r.head, !r.head.IsZero()
	}
	for _, at := range []string{"refs/heads/", "refs/tags/", ""} {
		if at == "" && !strings.HasPrefix(revision, "refs/") {
			continue
		}
		if h, ok := r.all[at+revision]; ok {
			return h, true
		}
	}
	if plumbing.IsHash(revision) {
		return plumbing.NewHash(revision), true
	}
	return plumbing.ZeroHash, false
}

// settle tells the revision of an address of a site from the path after it: a branch may have slashes in its name.
func (g *Got) settle(r refs) (plumbing.Hash, error) {
	if g.rest != "" {
		for cut := len(g.rest); cut > 0; cut = strings.LastIndex(g.rest[:cut], "/") {
			if _, ok := r.of(g.rest[:cut]); ok {
				g.Revision, g.Path = g.rest[:cut], strings.Trim(g.rest[cut:], "/")
				break
			}
		}
		if g.Revision == "" {
			return plumbing.ZeroHash, fmt.Errorf("there is no revision that %s begins with", g.rest)
		}
		g.rest, g.Path = "", strings.TrimSuffix(strings.TrimSuffix(g.Path, "SKILL.md"), "/")
	}
	if h, ok := r.of(g.Revision); ok {
		return h, nil
	}
	if g.Revision == "" {
		return plumbing.ZeroHash, errors.New("the repository is empty")
	}
	return plumbing.ZeroHash, fmt.Errorf("there is no revision %s; want a branch, a tag or a whole commit", g.Revision)
}

// remote fetches one commit into memory.
func (g *Got) remote(ctx context.Context) error {
	session, err := g.session()
	if err != nil {
		return err
	}
	defer session.Close()
	told, err := session.AdvertisedReferencesContext(ctx)
	if err != nil {
		return err
	}
	names, err := advertised(told)
	if err != nil {
		return err
	}
	want, err := g.settle(names)
	if err != nil {
		return err
	}
	pack, err := fetched(ctx, session, told.Capabilities, want)
	if err != nil {
		return err
	}
	if err := weigh(pack); err != nil {
		return err
	}
	kept := memory.NewStorage()
	if err := unpacked(kept, pack); err != nil {
		return fmt.Errorf("the pack cannot be read: %w", err)
	}
	return g.take(kept, want)
}

// unpacked reads a pack that was weighed. A library that trips over one has refused it.
func unpacked(to storer.Storer, pack []byte) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	return packfile.UpdateObjectStorage(to, bytes.NewReader(pack))
}

func (g *Got) session() (transport.UploadPackSession, error) {
	at, err := transport.NewEndpoint(g.At)
	if err != nil {
		return nil, err
	}
	var by transport.Transport = ssh.DefaultClient
	switch at.Protocol {
	case "ssh":
	case "https", "http":
		c, _, err := web(g.At)
		if err != nil {
			return nil, err
		}
		by = githttp.NewClient(c)
	default:
		return nil, fmt.Errorf("the scheme %s is not known", at.Protocol)
	}
	return by.NewUploadPackSession(at, nil)
}

// advertised takes the names of a repository, all of which git must take.
func advertised(told *packp.AdvRefs) (refs, error) {
	r := refs{all: map[string]plumbing.Hash{}}
	if told.Head != nil {
		r.head = *told.Head
	}
	if len(told.References) > mostObjects {
		return r, fmt.Errorf("it has %d names of revisions, at most %d are taken", len(told.References), mostObjects)
	}
	for name, h := range told.References {
		if !named(strings.TrimPrefix(name, "refs/")) {
			return r, fmt.Errorf("it has the revision %+q, which git takes for no name", name)
		}
		r.all[name] = h
	}
	maps.Copy(r.all, told.Peeled)
	return r, nil
}

// fetched is the pack of one commit, without those before it where the server can leave them out.
func fetched(ctx context.Context, from transport.UploadPackSession, can *capability.List, want plumbing.Hash) ([]byte, error) {
	ask := packp.NewUploadPackRequest()
	ask.Wants = []plumbing.Hash{want}
	if can.Supports(capability.OFSDelta) {
		_ = ask.Capabilities.Set(capability.OFSDelta) // it takes no argument
	}
	if can.Supports(capability.Shallow) {
		_ = ask.Capabilities.Set(capability.Shallow)
		ask.Depth = packp.DepthCommits(1)
	}
	reply, err := from.UploadPack(ctx, ask)
	if err != nil {
		return nil, err
	}
	defer reply.Close()
	pack, err := io.ReadAll(io.LimitReader(reply, MostBytes+1))
	if err == nil && len(pack) > MostBytes {
		err = errMuch
	}
	return pack, err
}

// take takes the files of a commit.
func (g *Got) take(from storer.EncodedObjectStorer, at plumbing.Hash) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("its objects cannot be read: %v", r)
		}
	}()
	if at, err = peeled(from, at); err != nil {
		return err
	}
	c := checkout{from: from}
	found, err := c.read(at, g.Path)
	if errors.Is(err, object.ErrDirectoryNotFound) {
		err = fmt.Errorf("there is no folder %s in it; a revision is written @REVISION", g.Path)
	}
	if err != nil {
		return err
	}
	g.Commit, g.Runs = at.String(), found.Runs
	g.Drop = intake.Fetched(g.Whence(), g.name(), found.Tree, found.Links)
	return nil
}

const mostTags = 5 // of tags

// peeled is the commit that a tag leads to.
func peeled(from storer.EncodedObjectStorer, at plumbing.Hash) (plumbing.Hash, error) {
	for range mostTags {
		tag, err := object.GetTag(from, at)
		if errors.Is(err, plumbing.ErrObjectNotFound) {
			return at, nil
		}
		if err != nil {
			return at, err
		}
		at = tag.Target
	}
	return at, errors.New("the tag leads to no commit")
}

// local takes a repository of the disk by its files alone: git would run what its configuration says.
func (g *Got) local() error {
	u, err := url.Parse(g.At)
	if err != nil {
		return err
	}
	dir := filepath.FromSlash(u.Path)
	if info, err := os.Lstat(filepath.Join(dir, ".git")); err == nil && info.IsDir() {
		dir = filepath.Join(dir, ".git")
	}
	if info, err := os.Lstat(filepath.Join(dir, "objects")); err != nil || !info.IsDir() {
		return errors.New("there is no repository")
	}
	s := filesystem.NewStorage(osfs.New(dir, osfs.WithBoundOS()), cache.NewObjectLRUDefault())
	defer s.Close()
	names, err := namesOf(s)
	if err != nil {
		return err
	}
	at, err := g.settle(names)
	if err != nil {
		return err
	}
	return g.take(s, at)
}

func namesOf(s *filesystem.Storage) (refs, error) {
	r := refs{all: map[string]plumbing.Hash{}}
	list, err := s.IterReferences()
	if err != nil {
		return r, err
	}
	err = list.ForEach(func(ref *plumbing.Reference) error {
		if name := ref.Name().String(); name != "HEAD" && !named(strings.TrimPrefix(name, "refs/")) {
			return fmt.Errorf("it has the revision %+q, which git takes for no name", name)
		}
		if ref.Type() == plumbing.HashReference {
			r.all[ref.Name().String()] = ref.Hash()
		}
		return nil
	})
	if head, err := storer.ResolveReference(s, plumbing.HEAD); err == nil {
		r.head = head.Hash()
	}
	return r, err
}
