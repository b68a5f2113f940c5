package markdown

import (
	"math"
	"slices"
	"strings"
)

// punycode writes a label of a host in the letters of the DNS (RFC 3492, 6.3). It maps nothing beforehand: what a
// browser would take for an ASCII letter is shown as another one, which is on the safe side.
func punycode(label string) string {
	const base, tmin, tmax, first = 36, 1, 26, 0x80
	in := []rune(label)
	var out strings.Builder
	for _, r := range in {
		if r < first {
			out.WriteRune(r)
		}
	}
	done := out.Len()
	basic := done
	if basic > 0 {
		out.WriteByte('-')
	}
	n, delta, bias := rune(first), 0, 72
	for done < len(in) {
		next := rune(math.MaxInt32)
		for _, r := range in {
			if r >= n {
				next = min(next, r)
			}
		}
		delta += int(next-n) * (done + 1)
		n = next
		for _, r := range in {
			if r < n {
				delta++
			}
			if r != n {
				continue
			}
			var digits []byte
			q := delta
			for k := base; ; k += base {
				t := min(max(k-bias, tmin), tmax)
				if q < t {
					digits = append(digits, digit(q))
					break
				}
				digits, q = append(digits, digit(t+(q-t)%(base-t))), (q-t)/(base-t)
			}
			out.Write(slices.Clip(digits))
			bias, delta = adapt(delta, done+1, done == basic), 0
			done++
		}
		delta++
		n++
	}
	return out.String()
}

func digit(n int) byte { return "abcdefghijklmnopqrstuvwxyz0123456789"[n] }

// adapt is the bias for what follows (RFC 3492, 6.1).
func adapt(delta, points int, first bool) int {
	const base, tmin, tmax, skew, damp = 36, 1, 26, 38, 700
	if first {
		delta /= damp
	} else {
		delta /= 2
	}
	delta += delta / points
	k := 0
	for ; delta > (base-tmin)*tmax/2; k += base {
		delta /= base - tmin
	}
	return k + (base-tmin+1)*delta/(delta+skew)
}
