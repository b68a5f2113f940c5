package archive

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"lily/core/tree"
)

var limits = tree.Limits{Files: 50, Bytes: 8 << 20, File: 4 << 20, Depth: 16}

func text(name, data string) forged { return forged{name: name, data: []byte(data)} }

func zipped(entries ...forged) []byte { return forgery{entries: entries}.bytes() }

func mode(name string, kind uint32) []byte {
	return zipped(forged{name: name, data: []byte("x"), attributes: kind << 16})
}

// verdict is what Read says, in a word: files and folders, or a code and the
// name of the entry.
func verdict(data []byte) string {
	got, err := Read(data, Options{Limits: limits})
	if e := new(Error); errors.As(err, &e) {
		return e.Code + " " + e.Name
	}
	if l := new(tree.LimitError); errors.As(err, &l) {
		return l.Code + " " + l.Path
	}
	return strings.Join(list(nil, got, ""), " ")
}

// nested is an archive inside of an archive.
var nested = zipped(text("SKILL.md", "# inside"))

// hello is packed, and long enough that nothing in it is by chance.
var (
	long  = []byte(strings.Repeat("All that is gold does not glitter. ", 40))
	hello = forged{name: "a/SKILL.md", data: long, method: deflate}
)

func streamed(after ...byte) forged {
	f := hello
	f.flags, f.blank, f.after = flagDescriptor, true, after
	return f
}

func sizes(sign string, wide bool) []byte {
	b := le.AppendUint32([]byte(sign), crc32.ChecksumIEEE(long))
	if wide {
		return le.AppendUint64(le.AppendUint64(b, uint64(len(pack(long)))), uint64(len(long)))
	}
	return le.AppendUint32(le.AppendUint32(b, uint32(len(pack(long)))), uint32(len(long)))
}

// wideEntry is an entry whose sizes stand in zip64 fields.
func wideEntry(inner, extra []byte) []byte {
	return zipped(forged{name: "a", data: []byte("four"), size: most32, packs: most32, inner: inner, extra: extra})
}

// quoted is the bomb of overlapping entries: each holds the next one's header.
func quoted() []byte {
	inner := forged{name: "b", data: make([]byte, 1000)}
	whole := zipped(inner)
	header := whole[:30+1]
	outer := forged{name: "a", data: append(bytes.Clone(header), inner.data...)}
	return zipped(outer, forged{name: "b", data: inner.data, noBytes: true, at: 31})
}

// unicodeField is a text in UTF-8 with the checksum of the name "a".
func unicodeField(id uint16, text string) []byte {
	data := append(le.AppendUint32([]byte{1}, crc32.ChecksumIEEE([]byte("a"))), text...)
	return extraField(id, data)
}

func extraField(id uint16, data []byte) []byte {
	return append(le.AppendUint16(le.AppendUint16(nil, id), uint16(len(data))), data...)
}

// named is an entry with another name in Unicode, in both of its headers.
func named(name, other string) forged {
	data := append(le.AppendUint32([]byte{1}, crc32.ChecksumIEEE([]byte(name))), other...)
	return forged{name: name, data: []byte("x"), inner: extraField(fieldUnicode, data), extra: extraField(fieldUnicode, data)}
}

func asi(mode uint16, to string) []byte {
	data := le.AppendUint16(make([]byte, 4, 14), mode)
	return extraField(fieldASi, append(append(data, make([]byte, 8)...), to...))
}

func zipIt(name string) []byte {
	return extraField(fieldZipIt, append(append([]byte("ZPIT"), byte(len(name))), name...))
}

func many(n int) []byte { return zipped(numbered(n)...) }

func numbered(n int) (list []forged) {
	for i := range n {
		list = append(list, text(fmt.Sprint(i), ""))
	}
	return list
}

// VF-6: what is taken of hostile and of harmless archives.
var corpus = []struct {
	name string
	data []byte
	want string
}{
	{"stored", zipped(text("a/SKILL.md", "x"), text("a/b/c", "")), "a/SKILL.md a/b/c"},
	{"packed", zipped(hello), "a/SKILL.md"},
	{"no entry", zipped(), ""},
	{"empty folders", zipped(text("a/", ""), text("b/c/", "")), "a/ b/c/"},
	{"a folder before and after its file", zipped(text("a/", ""), text("a/b/c", ""), text("a/b/", "")), "a/b/c"},
	{"the directory in another order", forgery{entries: []forged{text("b", "x"), {name: "a", noBytes: true, at: most32, extra: field(1, 0)}}}.bytes(), "zip_overlap b"},
	{"an archive inside", zipped(forged{name: "a/t.zip", data: nested}), "a/t.zip"},
	{"an archive inside, last", zipped(forged{name: "t.zip", data: nested}), "t.zip"},
	{"a comment of 64 KiB", forgery{entries: []forged{hello}, comment: bytes.Repeat([]byte("c"), most16)}.bytes(), "a/SKILL.md"},
	{"plain ASCII without the flag", zipped(forged{name: "plain.txt", ascii: true}), "plain.txt"},
	{"UTF-8 without the flag, packed by macOS", zipped(forged{name: "gro\u0308\u00dfe", ascii: true}), "gro\u0308\u00dfe"},
	{"UTF-8 with the flag", zipped(text("größe/日本", "x")), "größe/日本"},
	{"an unknown extra field, and padding", zipped(forged{name: "a", extra: append(field(0x5455, 1), 0, 0), inner: []byte{0, 0, 0}}), "a"},
	{"another name of the same letters", zipped(named("größe", "größe")), "größe"},
	{"a comment in Unicode", zipped(forged{name: "a", extra: unicodeField(0x6375, "b")}), "a"},
	{"times, owners and a mode of ASi", zipped(forged{name: "a", inner: slices.Concat(field(0x5455, 1), field(0x7875, 1, 2), asi(modeRegular|0o644, ""))}), "a"},
	{"a folder of ASi", zipped(forged{name: "a/", extra: asi(modeFolder|0o755, "")}), "a/"},
	{"owners of PKWARE", zipped(forged{name: "a", extra: append(le.AppendUint16(nil, fieldPKUnix), append([]byte{12, 0}, make([]byte, 12)...)...)}), "a"},
	{"a name of ZipIt that is its own", zipped(forged{name: "d/a", extra: zipIt("a")}), "d/a"},
	{"the bits of setuid are dropped", mode("a", modeRegular|0o6777), "a"},

	{"goes up", zipped(text("../a", "x")), "path_parent ../a"},
	{"goes up later", zipped(text("ok", ""), text("a/../../b", "x")), "path_parent a/../../b"},
	{"absolute", zipped(text("/etc/passwd", "x")), "path_absolute /etc/passwd"},
	{"a drive letter", zipped(text("C:/a", "x")), "path_absolute C:/a"},
	{"a drive letter and nothing else", zipped(text("c:a", "x")), "path_absolute c:a"},
	{"a drive letter and backslashes", zipped(text(`C:\a`, "x")), `path_backslash C:\a`},
	{"backslashes", zipped(text(`a\..\b`, "x")), `path_backslash a\..\b`},
	{"an empty name", zipped(text("", "x")), "path_empty "},
	{"a name of a slash", zipped(text("/", "")), "path_empty /"},
	{"an empty part", zipped(text("a//b", "x")), "path_unclean a//b"},
	{"two slashes at the end", zipped(text("a//", "")), "path_unclean a//"},
	{"a dot", zipped(text("./a", "x")), "path_unclean ./a"},
	{"a NUL", zipped(text("a\x00.md", "x")), "path_nul a\x00.md"},
	{"a name too long", zipped(text(strings.Repeat("n", 256), "x")), "path_too_long " + strings.Repeat("n", 256)},
	{"no UTF-8 under the flag", zipped(text("gr\x94\xe1e", "x")), "path_not_utf8 gr\x94\xe1e"},
	{"letters of another code page", zipped(forged{name: "gr\x94\xe1e", ascii: true}), "name_encoding gr\x94\xe1e"},
	{"UTF-8 without the flag", zipped(forged{name: "größe", ascii: true, dos: true}), "name_encoding größe"},
	{"too deep", zipped(text(strings.Repeat("d/", 16)+"f", "")), "too_deep " + strings.Repeat("d/", 16) + "f"},

	{"a symbolic link", mode("a", modeLink|0o777), "link a"},
	{"a device", mode("a", 0x2000|0o666), "not_a_file a"},
	{"a block device", mode("a", 0x6000), "not_a_file a"},
	{"a pipe", mode("a", 0x1000), "not_a_file a"},
	{"a socket", mode("a", 0xc000), "not_a_file a"},
	{"a folder without a slash", mode("a", modeFolder|0o755), "zip_differs a"},
	{"a folder of DOS without a slash", zipped(forged{name: "a", attributes: dosFolder}), "zip_differs a"},
	{"a file with a slash", mode("a/", modeRegular|0o644), "zip_differs a/"},
	{"a folder with content", zipped(text("a/", "x")), "zip_differs a/"},

	{"twice, equal", zipped(text("a", "x"), text("a", "x")), "name_twice a"},
	{"twice, different", zipped(text("a", "x"), text("a", "y")), "name_twice a"},
	{"a folder twice", zipped(text("a/", ""), text("a/", "")), "name_twice a/"},
	{"a file and a folder", zipped(text("a", "x"), text("a/", "")), "name_twice a/"},
	{"a file and one below", zipped(text("a", "x"), text("a/b", "x")), "name_twice a/b"},
	{"one below and a file", zipped(text("a/b", "x"), text("a", "x")), "name_twice a"},
	{"a Unicode name that differs", zipped(named("a", "b")), "zip_differs a"},
	{"a Unicode name that differs, before the content", zipped(forged{name: "a", inner: unicodeField(fieldUnicode, "b")}), "zip_differs a"},
	{"a Unicode name that differs, in the directory", zipped(forged{name: "a", extra: unicodeField(fieldUnicode, "../a")}), "zip_differs a"},
	{"a Unicode name that differs in case", zipped(named("a", "A")), "zip_differs a"},
	{"a Unicode name of nothing", zipped(forged{name: "a", extra: []byte{0x75, 0x70, 0, 0}}), "zip_differs a"},
	{"two Unicode names", zipped(forged{name: "a", extra: append(unicodeField(fieldUnicode, "a"), unicodeField(fieldUnicode, "b")...)}), "zip_differs a"},
	{"a Unicode name after other fields", zipped(forged{name: "a", extra: append(field(0x5455, 1), unicodeField(fieldUnicode, "b")...)}), "zip_differs a"},
	{"a Unicode name that makes a folder", zipped(named("a", "a/")), "zip_differs a"},
	{"a Unicode name for bytes of a code page", zipped(forged{name: "gr\x94\xe1e", ascii: true, dos: true, extra: unicodeField(fieldUnicode, "größe")}), "name_encoding gr\x94\xe1e"},
	{"a name of ZipIt", zipped(forged{name: "d/a", extra: zipIt("b")}), "zip_differs d/a"},
	{"a path of a Macintosh", zipped(forged{name: "a", extra: field(fieldMac, 1)}), "zip_differs a"},
	{"a name of Xceed", zipped(forged{name: "a", inner: field(fieldXceed, 1)}), "zip_differs a"},
	{"a link of ASi", zipped(forged{name: "a", inner: asi(modeLink|0o777, "/etc/passwd")}), "zip_differs a"},
	{"a device of ASi", zipped(forged{name: "a", inner: asi(0x2000, "")}), "zip_differs a"},
	{"a link of PKWARE", zipped(forged{name: "a", inner: field(fieldPKUnix, 1, 2)}), "zip_differs a"},

	{"another case", zipped(text("SKILL.md", "x"), text("skill.md", "x")), "name_case skill.md"},
	{"another case of letters beyond ASCII", zipped(text("ſ", "x"), text("S", "x")), "name_case S"},
	{"a folder of another case, a file in each", zipped(text("A/x", ""), text("a/y", "")), "name_case a/y"},
	{"two foldings of one letter", zipped(text("straße", "1"), text("STRASSE", "2")), "name_case STRASSE"},
	{"a ligature", zipped(text("ﬁle", "1"), text("file", "2")), "name_case file"},
	{"a letter composed and not", zipped(text("caf\u00e9", "1"), text("cafe\u0301", "2")), "name_case cafe\u0301"},
	{"a folder composed and not", zipped(text("\u00e9/a", "1"), text("E\u0301/b", "2")), "name_case E\u0301/b"},
	{"what shows nothing", zipped(text("a/b\u200d", "1"), text("a/b", "2")), "name_case a/b"},
	{"a dot at the end", zipped(text("a/b", "1"), text("a/b.", "2")), "name_case a/b."},
	{"a dot at the end of a folder", zipped(text("a/b", "1"), text("a./c", "2")), "name_case a./c"},
	{"blanks and dots at the end", zipped(text("a/b", "1"), text("a/B. .", "2")), "name_case a/B. ."},
	{"a dot at the end of a name that stands alone", zipped(text("a/b.", "1")), "a/b."},
	{"a dotless i is no i", zipped(text("ı", "1"), text("i", "2")), "i ı"},
	{"a folder of another case", zipped(text("Foo/a", "x"), text("foo/b", "x")), "name_case foo/b"},

	{"a bomb", zipped(forged{name: "a", data: make([]byte, 3<<20), method: deflate}), "ratio a"},
	{"a bomb that declares little", zipped(forged{name: "a", data: make([]byte, 3<<20), size: 10, method: deflate}), "wrong_size a"},
	{"many under the floor", zipped(slices.Repeat([]forged{{name: "a", data: make([]byte, 1<<20), method: deflate}}, 1)...), "a"},
	{"zeros that are stored", zipped(forged{name: "a", data: make([]byte, 3<<20)}), "a"},
	{"a file too big", zipped(forged{name: "a", data: make([]byte, 4<<20+1)}), "file_too_big a"},
	{"too many bytes", zipped(forged{name: "a", data: make([]byte, 4<<20)}, forged{name: "b", data: make([]byte, 4<<20)}, text("c", "x")), "too_many_bytes c"},
	{"too many files", many(51), "too_many_files 50"},
	{"too many entries to look at", many(101), "too_many_files "},
	{"as many files as may be", many(50), strings.Join(list(nil, counted(50), ""), " ")},

	{"encrypted", zipped(forged{name: "a", data: []byte("x"), flags: flagEncrypted}), "encrypted a"},
	{"encrypted strongly", zipped(forged{name: "a", flags: flagStrong | flagEncrypted}), "encrypted a"},
	{"a masked directory", zipped(forged{name: "a", flags: flagMasked}), "encrypted a"},
	{"a patch", zipped(forged{name: "a", flags: flagPatch}), "method_unknown a"},
	{"packed by bzip2", zipped(forged{name: "a", data: []byte("x"), method: 12}), "method_unknown a"},
	{"encrypted before its content only", zipped(forged{name: "a", hidden: flagEncrypted}), "zip_differs a"},

	{"a wrong checksum", zipped(forged{name: "a", data: []byte("x"), crc: 1}), "wrong_crc a"},
	{"a wrong size, stored", zipped(forged{name: "a", data: []byte("x"), size: 2}), "wrong_size a"},
	{"a wrong size, packed", zipped(forged{name: "a", data: long, size: 5000, method: deflate}), "wrong_size a"},
	{"bytes behind what is packed", zipped(forged{name: "a", data: long, packed: append(pack(long), "hidden"...), method: deflate}), "wrong_size a"},
	{"packed and cut off", zipped(forged{name: "a", data: long, packed: pack(long)[:20], method: deflate}), "wrong_size a"},
	{"no packed bytes at all", zipped(forged{name: "a", data: long, packed: []byte("\xff\xff\xff"), method: deflate}), "wrong_size a"},

	{"another name before the content", zipped(forged{name: "a", local: "b", data: []byte("x")}), "zip_differs a"},
	{"its own name goes up", zipped(forged{name: "a", local: "../b", data: []byte("x")}), "zip_differs a"},
	{"overlapping entries", quoted(), "zip_overlap a"},
	{"two names for the same bytes", forgery{entries: []forged{text("a", "x"), {name: "b", data: []byte("x"), noBytes: true, at: most32, extra: field(1, 0)}}}.bytes(), "zip_overlap a"},
	{"more than there is room for", zipped(forged{name: "a", data: []byte("x"), packs: 5000, size: 5000}), "zip_overlap a"},
	{"an entry beyond the end", zipped(text("a", "x"), forged{name: "b", noBytes: true, at: 1 << 30}), "zip_overlap a"},
	{"bytes between entries", zipped(forged{name: "a", after: []byte("stray")}, text("b", "")), "zip_stray a"},
	{"bytes before the directory", forgery{entries: []forged{text("a", "x")}, gap: []byte("stray")}.bytes(), "zip_stray a"},
	{"bytes in the directory", forgery{entries: []forged{text("a", "x")}, tail: []byte("stray")}.bytes(), "zip_stray "},
	{"content without an entry", forgery{gap: []byte("stray")}.bytes(), "zip_stray "},
	{"fewer entries than there are", forgery{entries: []forged{text("a", "x"), text("b", "x")}, count: 1, here: 1}.bytes(), "zip_stray "},
	{"more entries than there are", forgery{entries: []forged{text("a", "x")}, count: 9, here: 9}.bytes(), "zip_truncated "},
	{"a program before it", forgery{entries: []forged{text("a", "x")}, before: []byte("#!/bin/sh\n")}.bytes(), "zip_prepended "},
	{"a program before it that nobody counted", append([]byte("#!/bin/sh\n"), zipped(text("a", "x"))...), "zip_prepended "},
	{"bytes behind it", forgery{entries: []forged{text("a", "x")}, after: []byte("\n")}.bytes(), "zip_stray "},
	{"two archives one after the other", append(zipped(text("a", "x")), zipped(text("b", "x"))...), "zip_prepended "},
	{"an end in the comment", forgery{entries: []forged{text("a", "x")}, comment: zipped()}.bytes(), "zip_stray "},
	{"the directory elsewhere", forgery{entries: []forged{text("a", "x")}, shift: 5}.bytes(), "zip_truncated "},

	{"the second of two disks", forgery{entries: []forged{text("a", "x")}, disk: 1}.bytes(), "multi_disk "},
	{"entries on another disk", forgery{entries: []forged{text("a", "x")}, count: 2, here: 1}.bytes(), "multi_disk "},
	{"an entry of another disk", zipped(forged{name: "a", disk: 1}), "multi_disk a"},
	{"the first of a split archive", append([]byte("PK\x07\x08"), zipped(text("a", "x"))[:20]...), "multi_disk "},

	{"sizes behind the content", zipped(streamed(sizes("PK\x07\x08", false)...)), "a/SKILL.md"},
	{"sizes behind the content, unsigned", zipped(streamed(sizes("", false)...)), "a/SKILL.md"},
	{"wide sizes behind the content", zipped(streamed(sizes("PK\x07\x08", true)...), text("b", "")), "a/SKILL.md b"},
	{"wide sizes behind the content, unsigned", zipped(streamed(sizes("", true)...)), "a/SKILL.md"},
	{"other sizes behind the content", zipped(streamed(sizes("PK\x07\x08", false)[:15:15]...)), "zip_stray a/SKILL.md"},
	{"lies behind the content", zipped(streamed(append(sizes("PK\x07\x08", false)[:15:15], 9)...)), "zip_differs a/SKILL.md"},
	{"no sizes behind the content", zipped(streamed()), "zip_stray a/SKILL.md"},
	{"no sizes anywhere", zipped(forged{name: "a", data: []byte("x"), blank: true}), "zip_differs a"},

	{"zip64", forgery{entries: []forged{hello}, big: true}.bytes(), "a/SKILL.md"},
	{"zip64 with a wrong size", forgery{entries: []forged{hello}, big: true, bigSize: 1}.bytes(), "zip64 "},
	{"zip64 elsewhere", forgery{entries: []forged{hello}, big: true, bigAt: 1 << 30}.bytes(), "zip64 "},
	{"zip64 before its place", forgery{entries: []forged{hello}, big: true, bigAt: -1}.bytes(), "zip64 "},
	{"zip64 and the small end differ", forgery{entries: []forged{hello}, big: true, count: 3, here: 3}.bytes(), "zip64 "},
	{"wide sizes", wideEntry(field(1, 4, 4), field(1, 4, 4)), "a"},
	{"wide sizes that are not there", wideEntry(field(1, 4, 4), nil), "zip64 a"},
	{"wide sizes, half", wideEntry(field(1, 4, 4), field(1, 4)), "zip64 a"},
	{"wide sizes, twice", wideEntry(field(1, 4, 4), append(field(1, 4, 4), field(1, 4, 4)...)), "zip64 a"},
	{"wide sizes that differ", wideEntry(field(1, 5, 4), field(1, 4, 4)), "zip_differs a"},
	{"wide sizes that lie", wideEntry(field(1, 1<<60, 1<<60), field(1, 1<<60, 1<<60)), "zip_overlap a"},
	{"wide sizes around the whole world", wideEntry(field(1, 1<<64-1, 1<<64-1), field(1, 1<<64-1, 1<<64-1)), "zip_overlap a"},
	{"an extra field that is cut off", zipped(forged{name: "a", extra: []byte{1, 0, 8, 0, 1}}), "zip_differs a"},

	{"nothing", nil, "not_a_zip "},
	{"a text", []byte("---\nname: x\n---\n"), "not_a_zip "},
	{"a directory of nothing", append([]byte("PK\x05\x06"), make([]byte, 18)...), ""},
}

func counted(n int) tree.Tree {
	var b tree.Builder
	for i := range n {
		_ = b.Put(fmt.Sprint(i), nil) // its own name
	}
	return b.Tree()
}

func TestCorpus(t *testing.T) {
	for _, c := range corpus {
		if got := verdict(c.data); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// VF-6: an archive that is cut off anywhere is refused, even inside of an archive
// that it holds.
func TestCutOff(t *testing.T) {
	for _, c := range corpus {
		if _, err := Read(c.data, Options{Limits: limits}); err != nil {
			continue
		}
		for n := 0; n < len(c.data) && len(c.data) < 5000; n++ {
			if got, err := Read(c.data[:n], Options{Limits: limits}); err == nil {
				t.Errorf("%s: at %d of %d bytes got %q, want an error", c.name, n, len(c.data), list(nil, got, ""))
			}
		}
	}
}

// VF-6: an entry is named in the error, quoted, and the sentence can be read.
func TestErrors(t *testing.T) {
	_, err := Read(zipped(text("../\x1b[31m"+strings.Repeat("x", 100), "")), Options{Limits: limits})
	if got := fmt.Sprint(err); !strings.HasPrefix(got, `the entry "../\x1b[31mxx`) || !strings.HasSuffix(got, `x…" goes up by “..”`) && !strings.HasSuffix(got, `\u2026" goes up by “..”`) {
		t.Errorf("got %s", got)
	}
	_, err = Read(nil, Options{Limits: limits})
	if got, want := fmt.Sprint(err), "the archive is not a zip"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// VF-6: a bomb ends the reading when it has brought too much, however much it
// would bring: the entry here would be 64 MiB.
func TestBombEndsEarly(t *testing.T) {
	told, packed := 0, pack(make([]byte, 64<<20))
	data := zipped(forged{name: "a", data: []byte("x"), packed: packed, size: 64 << 20, method: deflate})
	_, err := Read(data, Options{Tick: func(int, int) bool { told++; return true }})
	if most := (Ratio*len(packed)+Floor)/piece + 2; err == nil || told > most {
		t.Errorf("got %v after %d pieces, want the ratio to end it after %d", err, told, most)
	}
}

// VF-6: a bomb by count is refused by what its end declares, before its directory is
// looked at, or by the directory, before any of it is unpacked.
func TestTooManyAreCountedFirst(t *testing.T) {
	broken := forged{name: "broken", data: []byte("x"), crc: 1}
	files := append([]forged{broken}, numbered(50)...)
	if got, want := verdict(zipped(files[:50]...)), "wrong_crc broken"; got != want {
		t.Fatalf("got %q, want %q", got, want)
	}
	_, err := Read(zipped(files...), Options{Limits: limits})
	if got, want := fmt.Sprint(err), `at "49": got 51 files, want at most 50`; got != want {
		t.Errorf("got %q, want %q before anything is unpacked", got, want)
	}
	skip := func(name string) bool { return name == "7" }
	if _, err := Read(zipped(files...), Options{Limits: limits, Skip: skip}); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("got %v, want what is left out not counted", err)
	}
	junk := many(101)
	copy(junk[bytes.Index(junk, le.AppendUint32(nil, entrySign)):], "junk")
	_, err = Read(junk, Options{Limits: limits})
	if got, want := fmt.Sprint(err), "got 101 files, want at most 50"; got != want {
		t.Errorf("got %q, want %q before the directory is read", got, want)
	}
}

// VF-6: whoever reads may stop, between entries and in the middle of one.
func TestStop(t *testing.T) {
	data := zipped(text("a", ""), forged{name: "b", data: bytes.Repeat(long, 500), method: deflate})
	for stop := range 4 {
		told := 0
		_, err := Read(data, Options{Tick: func(done, total int) bool {
			told++
			return told <= stop && done < total && total == 2
		}})
		if !errors.Is(err, tree.ErrStopped) {
			t.Errorf("after %d: got %v, want it stopped", stop, err)
		}
	}
}

// The checksum and the digest of a big file are taken in pieces, between which whoever
// reads may stop.
func TestStopInABigFile(t *testing.T) {
	big, _ := tree.Tree{}.Put("big", make([]byte, 3<<20))
	data := written(t, big)
	all := 0
	if _, err := Read(data, Options{Tick: func(int, int) bool { all++; return true }}); err != nil || all < 7 {
		t.Fatalf("got %v after %d ticks", err, all)
	}
	for stop := range all {
		told := 0
		if _, err := Read(data, Options{Tick: func(int, int) bool { told++; return told <= stop }}); !errors.Is(err, tree.ErrStopped) {
			t.Errorf("after %d of %d: got %v, want it stopped", stop, all, err)
		}
	}
}

// Whoever reads may stop while the names of many entries are checked, too.
func TestStopEarly(t *testing.T) {
	data := many(600)
	for stop := range 4 {
		told := 0
		if _, err := Read(data, Options{Tick: func(int, int) bool { told++; return told <= stop }}); !errors.Is(err, tree.ErrStopped) || told != stop+1 {
			t.Errorf("after %d: got %v at %d, want it stopped", stop, err, told)
		}
	}
}

// What is left out is not unpacked, and its name is checked all the same.
func TestSkip(t *testing.T) {
	broken := forged{name: "a/.git/x", data: []byte("x"), crc: 1}
	skip := func(name string) bool { return strings.Contains(name, ".git") }
	got, err := Read(zipped(broken, text("a/b", ""), text(".git/", "")), Options{Skip: skip})
	if names := list(nil, got, ""); err != nil || !slices.Equal(names, []string{"a/b"}) {
		t.Errorf("got %q, %v, want the rest", names, err)
	}
	if _, err := Read(zipped(text("../.git", "")), Options{Skip: skip}); err == nil {
		t.Error("got a name that goes up, want it refused")
	}
}
