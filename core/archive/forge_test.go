package archive

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
)

// forged is an entry that may lie. What is zero is as it should be.
type forged struct {
	name, local    string // local is the name in its own header, where it differs
	data           []byte
	packed         []byte // in place of what data packs to
	method         uint16
	flags          uint16 // besides UTF-8; hidden is what the own header has besides
	hidden         uint16
	ascii          bool // without the flag of UTF-8
	dos            bool // packed by a system of that kind
	crc            uint32
	size, packs    uint64 // declared
	at             uint64 // declared, where set
	disk           uint16
	attributes     uint32
	extra, inner   []byte // in the directory, before the content
	after          []byte // behind the content
	blank, noBytes bool   // no sizes before the content; no entry before the directory
}

// forgery is an archive of such entries.
type forgery struct {
	entries        []forged
	before, gap    []byte // in front of all, and in front of the directory
	tail, comment  []byte // behind the directory's entries, and at the end
	after          []byte // behind the end
	count, here    uint16 // declared, where set
	disk           uint16
	shift          int // of the directory's declared start
	big            bool
	bigAt, bigSize int // how far the zip64 records lie
}

var le = binary.LittleEndian

func pack(data []byte) []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

func or[T comparable](v, standard T) T {
	if v == *new(T) {
		return standard
	}
	return v
}

func (f forged) filled() forged {
	if f.packed == nil {
		if f.packed = f.data; f.method == deflate {
			f.packed = pack(f.data)
		}
	}
	f.crc = or(f.crc, crc32.ChecksumIEEE(f.data))
	f.size, f.packs = or(f.size, uint64(len(f.data))), or(f.packs, uint64(len(f.packed)))
	f.local = or(f.local, f.name)
	if !f.ascii {
		f.flags |= flagUTF8
	}
	return f
}

func (f forged) head(b []byte, flags uint16, name string, extra []byte, blank bool) []byte {
	b = le.AppendUint16(le.AppendUint16(b, flags), f.method)
	b = le.AppendUint16(le.AppendUint16(b, 0), firstDay)
	if blank {
		b = append(b, make([]byte, 12)...)
	} else {
		b = le.AppendUint32(b, f.crc)
		b = le.AppendUint32(le.AppendUint32(b, uint32(f.packs)), uint32(f.size))
	}
	return le.AppendUint16(le.AppendUint16(b, uint16(len(name))), uint16(len(extra)))
}

// bytes writes the archive.
func (z forgery) bytes() []byte {
	out := bytes.Clone(z.before)
	var directory []byte
	for _, f := range z.entries {
		f = f.filled()
		at := uint64(len(out))
		if !f.noBytes {
			out = f.head(le.AppendUint16(le.AppendUint32(out, localSign), 20), f.flags|f.hidden, f.local, f.inner, f.blank)
			out = append(append(append(append(out, f.local...), f.inner...), f.packed...), f.after...)
		}
		directory = le.AppendUint32(directory, entrySign)
		made := uint16(madeBy)
		if f.dos {
			made = version
		}
		directory = le.AppendUint16(le.AppendUint16(directory, made), 20)
		directory = f.head(directory, f.flags, f.name, f.extra, false)
		directory = le.AppendUint16(le.AppendUint16(le.AppendUint16(directory, 0), f.disk), 0)
		directory = le.AppendUint32(le.AppendUint32(directory, f.attributes), uint32(or(f.at, at)))
		directory = append(append(directory, f.name...), f.extra...)
	}
	out = append(out, z.gap...)
	start := len(out) + z.shift
	out = append(append(out, directory...), z.tail...)
	return z.ended(out, start)
}

func (z forgery) ended(out []byte, start int) []byte {
	n, size := uint16(len(z.entries)), len(out)-start+z.shift
	small := []uint32{uint32(size), uint32(start)}
	if z.big {
		at := len(out)
		out = le.AppendUint64(append(out, end64Sign...), uint64(44+z.bigSize))
		out = le.AppendUint32(append(out, 45, 0, 45, 0, 0, 0, 0, 0), 0)
		for _, v := range []int{int(n), int(n), size, start} {
			out = le.AppendUint64(out, uint64(v))
		}
		out = le.AppendUint32(append(out, locatorSign...), 0)
		out = le.AppendUint32(le.AppendUint64(out, uint64(at+z.bigAt)), 1)
		small, n = []uint32{most32, most32}, most16
	}
	out = le.AppendUint16(le.AppendUint16(append(out, endSign...), z.disk), z.disk)
	out = le.AppendUint16(le.AppendUint16(out, or(z.here, n)), or(z.count, n))
	out = le.AppendUint32(le.AppendUint32(out, small[0]), small[1])
	out = append(le.AppendUint16(out, uint16(len(z.comment))), z.comment...)
	return append(out, z.after...)
}

// field is an extra field.
func field(id uint16, values ...uint64) []byte {
	b := le.AppendUint16(le.AppendUint16(nil, id), uint16(8*len(values)))
	for _, v := range values {
		b = le.AppendUint64(b, v)
	}
	return b
}
