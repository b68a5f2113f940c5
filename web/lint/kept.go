package lint

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"lily/core/skill"
	"lily/web/disk"
)

// mostKept bounds what is read of what an earlier check kept.
const mostKept = 64 << 20

// kept is what an earlier check of a folder found by looking long: what other agents make of a skill, and what its author is
// advised of. Each is kept by a digest of all that it depends on, so that nothing in it can be out of date; what this check
// does not use is not kept on. It is of use only to the same program.
type kept struct {
	at    string // the file; empty where nothing is kept
	by    string // the program, which another version of it is not
	lock  sync.Mutex
	had   map[string][]skill.Finding
	used  map[string][]skill.Finding
	fresh bool // something was found that was not kept
}

// keeping reads what was kept of a folder. What cannot be read was never there.
func keeping(cache, dir string) *kept {
	k := &kept{used: map[string][]skill.Finding{}}
	program, err := os.Executable()
	if cache == "" || err != nil {
		return k
	}
	info, err := os.Stat(program)
	if err != nil {
		return k
	}
	k.at, k.by = filepath.Join(cache, digest("%q", dir)), digest("%q %d %d", program, info.Size(), info.ModTime().UnixNano())
	var was page
	if data, err := disk.File(k.at, mostKept); err == nil && gob.NewDecoder(bytes.NewReader(data)).Decode(&was) == nil && was.By == k.by {
		k.had = was.Found
	}
	return k
}

// page is what is kept in a file.
type page struct {
	By    string
	Found map[string][]skill.Finding
}

// fewest is how many things there must be to look at, so that it is worth a file.
const fewest = 100

func digest(format string, args ...any) string {
	sum := sha256.Sum256(fmt.Appendf(nil, format, args...))
	return base64.RawURLEncoding.EncodeToString(sum[:18])
}

// of is what was found of a key, or is now. What has no key is looked at each time.
func (k *kept) of(key string, look func() []skill.Finding) []skill.Finding {
	if k.at == "" || key == "" {
		return look()
	}
	k.lock.Lock()
	list, ok := k.had[key]
	k.lock.Unlock()
	if !ok {
		list = look()
	}
	k.lock.Lock()
	defer k.lock.Unlock()
	k.used[key], k.fresh = list, k.fresh || !ok
	return list
}

// keep writes what was used. Who cannot keep it looks again the next time.
func (k *kept) keep() {
	if k.at == "" || len(k.used) < fewest || !k.fresh && len(k.used) == len(k.had) {
		return
	}
	if os.MkdirAll(filepath.Dir(k.at), 0o700) == nil {
		_ = disk.Write(k.at, func(to io.Writer) error { return gob.NewEncoder(to).Encode(page{k.by, k.used}) })
	}
}

// ofSkill is the key of what is looked at in a skill. One with files that were not read has none: their digest is not known.
func (j judged) ofSkill(what string, lone bool) string {
	if lone {
		return ""
	}
	for at := range j.Folder().Walk() {
		if !strings.EqualFold(path.Ext(at), ".md") {
			return ""
		}
	}
	var whom []string
	for _, a := range j.whom {
		whom = append(whom, a.Name)
	}
	return digest("%s %q %s %q", what, j.Name, j.Folder().Digest(), whom)
}
