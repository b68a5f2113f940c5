package call

import (
	"bytes"
	"path"
	"slices"
	"strconv"
	"strings"

	"lily/core/answer"
	"lily/core/origin"
	"lily/core/policy"
	"lily/core/tree"
)

// origin is that of what the call writes (PO-5). It is foreign where a skill that is not trusted has,
// or may have, a part in it.
func (c *Call) origin(t Turn) origin.Origin {
	o := origin.Origin{Tool: c.Tool.Name, Session: c.state.ID}
	if c.Skill != nil {
		o.Skill = c.Skill.Name
	}
	o.Foreign = c.trust() == policy.TrustNone || c.byModel() && c.misled(t.Events())
	return o
}

// whence says where the files of a program came from, and by whom they were changed.
func (c *Call) whence(t Turn, r reach) (list []string) {
	if c.Skill != nil {
		list = c.Skill.Whence()
	}
	known := t.Input().Origins
	if o, foreign := known.Foreign(r.foreign); foreign {
		return append(list, "The file "+answer.Line(r.foreign)+" would run, which is not trusted. "+o.String())
	}
	if o, foreign := known.Foreign(r.beside); foreign && c.state.Policy.FullAuto() {
		list = append(list, "Full auto does not cover a command while a file lies in /"+workspace+" that is not trusted: "+
			answer.Line(r.beside)+". "+o.String())
	}
	return list
}

// looked is how many bytes are looked through for archives at one call: half a second's worth in the page.
const looked = 32 << 20

// saw is the first file before a program that its output may have come out of: one that is not
// trusted, or an archive. What a program makes of such bytes nobody can tell from others. A file that is too
// much to be looked through may be one, too.
func saw(files tree.Tree, known origin.Places, most int64) string {
	for at, f := range files.Walk() {
		if _, foreign := known.Foreign("/" + at); foreign {
			return "/" + at
		}
		if most -= f.Size(); most < 0 {
			return "/" + at
		}
		if data, err := f.Bytes(); err != nil || packed(at, data) {
			return "/" + at
		}
	}
	return ""
}

// packs are the ends of an archive's name, and magic what one begins with.
var (
	packs = []string{
		".zip", ".skill", ".jar", ".tar", ".tgz", ".gz", ".bz2", ".tbz", ".xz", ".txz", ".lzma", ".zst", ".lz4", ".br", ".z",
		".7z", ".rar", ".cab", ".ar", ".cpio", ".b64", ".base64", ".uu", ".shar",
	}
	magic = []string{
		"PK\x03\x04", "\x1f\x8b", "\x1f\x9d", "\x1f\xa0", "BZh", "\xfd7zXZ\x00", "\x28\xb5\x2f\xfd", "\x04\x22\x4d\x18",
		"7z\xbc\xaf\x27\x1c", "Rar!\x1a\x07", "MSCF", "!<arch>\n", "070701", "070702", "070707", "\xc7\x71", "\x71\xc7", "\x5d\x00\x00",
	}
)

// packed reports whether a file is an archive, or packed at all, by its name or by what is in it.
func packed(at string, data []byte) bool {
	if slices.Contains(packs, strings.ToLower(path.Ext(at))) {
		return true
	}
	if slices.ContainsFunc(magic, func(s string) bool { return bytes.HasPrefix(data, []byte(s)) }) {
		return true
	}
	// A zip is found by its end, whatever lies before it, and a text may be one, or a gzip, in base64.
	within := []string{"PK\x05\x06", "UEsDBB", "H4sIA"}
	return slices.ContainsFunc(within, func(s string) bool { return bytes.Contains(data, []byte(s)) }) || tarred(data)
}

// tarred reports whether a file begins with the header of a tar, by the header's own sum.
func tarred(data []byte) bool {
	const block, from, to = 512, 148, 156
	if len(data) < block {
		return false
	}
	want, err := strconv.ParseInt(strings.Trim(string(data[from:to]), " \x00"), 8, 32)
	sum := int64((to - from) * ' ')
	for i, b := range data[:block] {
		if i < from || i >= to {
			sum += int64(b)
		}
	}
	return err == nil && sum == want
}
