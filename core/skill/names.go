package skill

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// FullName names a skill's tool among all tools, for models and rules (TS-8). It
// is skill__tool where that can be read back in one way only, and else a short
// form with a digest of both names. It fits ^[a-zA-Z0-9_-]{1,64}$, which upstreams
// ask for; two tools never share one, and Lily's own have no __ in theirs.
func FullName(skill, tool string) string {
	full := skill + "__" + tool
	if len(full) <= 64 && plainName(full) == full && strings.Count(full, "__") == 1 && !strings.Contains(full, "___") {
		return full
	}
	sum := sha256.Sum256([]byte(skill + "\x00" + tool))
	// No plain form holds ___, so that none can be taken for this one.
	return cutName(skill, 12) + "_" + hex.EncodeToString(sum[:8]) + "___" + cutName(tool, 32)
}

func cutName(name string, n int) string {
	name = plainName(name)
	return name[:min(n, len(name))]
}

// plainName puts a hyphen for every byte that a name for models cannot hold.
func plainName(name string) string {
	b := []byte(name)
	for i, c := range b {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' && c != '-' {
			b[i] = '-'
		}
	}
	return string(b)
}
