package lint

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lily/core/frontmatter"
	"lily/core/loader"
)

// mutations break the lines of a frontmatter as people, editors and other programs do.
var mutations = []func(r *rand.Rand, lines []string) []string{
	func(r *rand.Rand, l []string) []string { return slices.Delete(l, 1, 2) },
	func(r *rand.Rand, l []string) []string { return slices.Insert(l, some(r, l), l[some(r, l)]) },
	func(r *rand.Rand, l []string) []string {
		a, b := some(r, l), some(r, l)
		l[a], l[b] = l[b], l[a]
		return l
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return "  " + s })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return "\t" + s })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return s + "\t \t" })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return swapped(s, ": ", ":\u00a0") })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return swapped(s, ": ", "：") })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return swapped(s, ": ", " : ") })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return swapped(s, ": ", ": “") + "”" })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return swapped(s, ": ", ": '") })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return swapped(s, ": ", ": [") })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return swapped(s, ": ", ": {a: ") })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return swapped(s, ": ", ": |\n") })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return swapped(s, ": ", ": &a ") })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return swapped(s, ": ", ": *a ") })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return swapped(s, ": ", ": # ") })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return s + " # see: this" })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return "<<: " + s })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return "- " + s })
	},
	func(r *rand.Rand, l []string) []string { return changed(r, l, strings.ToUpper) },
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return strings.Replace(s, "-", "_", 1) })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return "\u200b" + s })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return s + "\u202e" })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return s + "\x00" })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return s + "\xe9\xff" })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return s + "\r" })
	},
	func(r *rand.Rand, l []string) []string {
		return changed(r, l, func(s string) string { return s[:r.IntN(len(s)+1)] })
	},
	func(r *rand.Rand, l []string) []string { return changed(r, l, func(s string) string { return "" }) },
	func(r *rand.Rand, l []string) []string { l[0] = "--- "; return l },
	func(r *rand.Rand, l []string) []string { l[0] = "----"; return l },
	func(r *rand.Rand, l []string) []string { l[0] = "```yaml"; return l },
	func(r *rand.Rand, l []string) []string { l[len(l)-1] = "  ---"; return l },
	func(r *rand.Rand, l []string) []string { l[len(l)-1] = "..."; return l },
	func(r *rand.Rand, l []string) []string { l[len(l)-1] = "—-"; return l },
	func(r *rand.Rand, l []string) []string {
		return slices.Insert(l, 1, "licence: MIT", "Licence: MIT", "license: MIT")
	},
	func(r *rand.Rand, l []string) []string {
		return slices.Insert(l, 1, "user_invocable: Yes", "disable_model_invocation: no")
	},
	func(r *rand.Rand, l []string) []string {
		return slices.Insert(l, 1, "allowed-tools:", "- Read", "-Write", "- Bash(git:*")
	},
}

// wholes break a file as a whole.
var wholes = []func(s string) string{
	func(s string) string { return s },
	func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
	func(s string) string { return strings.ReplaceAll(s, "\n", "\r") },
	func(s string) string { return "\ufeff" + s },
	func(s string) string { return strings.TrimRight(s, "\n") },
	func(s string) string { return swapped(s, "\n", "\r\n") },
	func(s string) string { return "# Title\n\n" + s },
}

func some(r *rand.Rand, lines []string) int { return 1 + r.IntN(max(len(lines)-2, 1)) }

func changed(r *rand.Rand, lines []string, do func(string) string) []string {
	at := some(r, lines)
	lines[at] = do(lines[at])
	return lines
}

// mutated is a real file after some mutations.
func mutated(r *rand.Rand, text string, i int) string {
	d := frontmatter.Read(text)
	lines := strings.Split(text, "\n")
	end, _ := d.Place(d.Tail.From)
	head, rest := slices.Clone(lines[:max(end-1, 3)]), lines[max(end-1, 3):]
	head = mutations[i%len(mutations)](r, head)
	for range r.IntN(3) {
		if len(head) > 3 {
			head = mutations[r.IntN(len(mutations))](r, head)
		}
	}
	return wholes[r.IntN(len(wholes))](strings.Join(append(head, rest...), "\n"))
}

// SK-9: real files that were mutated by chance are mended or left, each value is what it was but for those that a finding
// names, git makes the same of the diff as the fix does of the file, and a second run finds nothing to do.
func TestFixOfMutatedSkills(t *testing.T) {
	const count = 380
	dir, from := t.TempDir(), files(t, real(t))
	var paths []string
	for at := range from {
		if filepath.Base(at) == loader.File {
			paths = append(paths, at)
		}
	}
	slices.Sort(paths)
	r := rand.New(rand.NewPCG(16, 3))
	for i := range count {
		at := paths[i*len(paths)/count]
		put(t, filepath.Join(dir, fmt.Sprintf("m%03d-%s", i, filepath.Base(filepath.Dir(at))), loader.File), mutated(r, from[at], i))
	}
	t.Chdir(dir)
	before := files(t, ".")
	found := Check([]string{"."}, terms(t))
	list := found.Fixes([]string{"."}, terms(t))
	applied := gitApplied(t, list)
	for _, c := range list {
		if f := c.Write(); f != nil {
			t.Errorf("%s: %s", f.Path, f.Message)
		}
		if got := applied[c.Path]; got != string(c.Is) {
			t.Errorf("%s: got %q by git, want %q", c.Path, got, c.Is)
		}
		equalButNamed(t, c.Path, string(c.Was), string(c.Is), c.Made)
		if tail := c.Was[len(c.Was)*2/3:]; len(c.Was) > 600 && !bytes.HasSuffix(c.Is, tail) {
			t.Errorf("%s: got another end", c.Path)
		}
	}
	after := files(t, ".")
	for at, was := range before {
		if !slices.ContainsFunc(list, func(c Change) bool { return c.At == at }) && after[at] != was {
			t.Errorf("%s: got it changed, and nobody said so", at)
		}
	}
	again := Check([]string{"."}, terms(t))
	neverWorse(t, found, again)
	for _, c := range again.Fixes([]string{"."}, terms(t)) {
		t.Errorf("got a change the second time: %s", c.Diff())
	}
	t.Logf("%d of %d files were fixed", len(list), count)
	if len(list) < count/8 {
		t.Errorf("got %d files fixed, which is too few to hold anything", len(list))
	}
}

// gitApplied is what git makes of files by the diffs of changes.
func gitApplied(t *testing.T, list []Change) map[string]string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("git is not installed, and in CI nothing is skipped")
		}
		t.Skip("git is not installed")
	}
	other := t.TempDir()
	var diffs bytes.Buffer
	for _, c := range list {
		put(t, filepath.Join(other, c.Path), string(c.Was))
		diffs.WriteString(c.Diff())
	}
	cmd := exec.Command("git", "apply", "--whitespace=nowarn", "-")
	cmd.Dir, cmd.Stdin = other, &diffs
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(other))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v, %s", err, out)
	}
	all := map[string]string{}
	for _, c := range list {
		data, err := os.ReadFile(filepath.Join(other, c.Path))
		if err != nil {
			t.Fatal(err)
		}
		all[c.Path] = string(data)
	}
	return all
}
