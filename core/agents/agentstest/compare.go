package agentstest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lily/core/agents"
	"lily/core/tree"
)

// Compare holds an emulation against what the program did. It returns the runs that were compared, and what differs
// first in those that are not equal. A run of which there is no case here, such as one of a corpus that is not there,
// is not compared.
func Compare(a *agents.Agent, list []Case, g Golden) (runs []string, differs map[string]string) {
	differs = map[string]string{}
	for _, c := range list {
		in, paths := c.install(g.Usual, nil)
		for _, w := range append([]int{0}, c.Windows...) {
			name, window := c.Name, g.Window
			if w != 0 {
				name, window = c.Name+"@"+strconv.Itoa(w), w
			}
			want, ok := g.Runs[name]
			if !ok {
				continue
			}
			runs = append(runs, name)
			t := agents.Evaluate(in, []*agents.Agent{a}, agents.Terms{Window: window})
			if g.Races {
				if lost := want.lost(t, paths); len(lost) > 0 {
					in, _ := c.install(g.Usual, lost)
					t = agents.Evaluate(in, []*agents.Agent{a}, agents.Terms{Window: window})
				}
				slices.SortFunc(t.Orders[0], func(a, b *agents.Cell) int { return strings.Compare(called(paths, a.Path), called(paths, b.Path)) })
			}
			if d := want.differs(t, paths); d != "" {
				differs[name] = d
			}
		}
	}
	return runs, differs
}

// install is the case as an installation on the stage where the golden files were made, without some files, and how its
// paths there are called in the case.
func (c Case) install(usual string, without []string) (*agents.Install, map[string]string) {
	b, paths := tree.Builder{}, map[string]string{}
	for p := range c.Files {
		if rest, ok := strings.CutPrefix(p, "skills/"); ok {
			paths["project/"+usual+"/"+rest] = p
		}
	}
	for p, data := range c.Put(usual) {
		if slices.Contains(without, p) {
			continue
		}
		if err := b.Put(p, data); err != nil {
			panic(fmt.Sprintf("%s: %s: %v", c.Name, p, err)) // a case that is none
		}
	}
	_ = b.Dir("project")
	in := agents.Installed(b.Tree()).Placed("/tmp/lily-agents/project", "/tmp/lily-agents/home")
	return in.From(strings.TrimPrefix(strings.TrimPrefix(c.Cwd, "project"), "/")), paths
}

// lost are the files of which the program took another one of the same name, of those that it may take as well.
func (r Run) lost(t agents.Table, paths map[string]string) (lost []string) {
	won := map[string]string{}
	for _, s := range r.Skills {
		won[s.Name] = s.Path
	}
	raced := func(c *agents.Cell) bool {
		return c.Name != "" && c.State != agents.Refused && c.State != agents.Ignored
	}
	may := map[string]bool{}
	for _, row := range t.Rows {
		if c := row.Cells[0]; raced(c) && won[c.Name] == called(paths, c.Path) {
			may[c.Name] = true
		}
	}
	for _, row := range t.Rows {
		if c := row.Cells[0]; raced(c) && may[c.Name] && won[c.Name] != called(paths, c.Path) {
			lost = append(lost, c.Path)
		}
	}
	return lost
}

// called is what a case calls a path of its installation.
func called(paths map[string]string, p string) string {
	if in, ok := paths[p]; ok {
		return in
	}
	return p
}

// differs says what is different first, and nothing where all is equal.
func (r Run) differs(t agents.Table, paths map[string]string) string {
	got := t.Orders[0]
	var is, want []string
	for _, c := range got {
		is = append(is, called(paths, c.Path)+" "+c.Name)
	}
	for _, s := range r.Skills {
		want = append(want, s.Path+" "+s.Name)
	}
	if !slices.Equal(is, want) {
		return fmt.Sprintf("got the skills %s, want %s", without(is, want), without(want, is))
	}
	for i, s := range r.Skills {
		if !s.Says(got[i].Text) {
			return fmt.Sprintf("%s: got the description %q, want %q%s", s.Path, got[i].Text, s.Description, s.Digest)
		}
	}
	if !Same(r.Catalog, t.Catalog(0)) {
		return fmt.Sprintf("got the catalog %s", apart(t.Catalog(0), r.Catalog))
	}
	return ""
}

// without is a list without what another one has too, or the whole list where only the order differs.
func without(list, other []string) []string {
	rest := slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(other, s) })
	if len(rest) == 0 && len(list) == len(other) {
		return list
	}
	return rest
}

// apart shows two texts from where they differ.
func apart(got, want string) string {
	if digest.MatchString(want) {
		return fmt.Sprintf("%s, want %s", Digest(got), want)
	}
	at := 0
	for at < len(got) && at < len(want) && got[at] == want[at] {
		at++
	}
	from := max(0, at-40)
	part := func(s string) string { return s[min(from, len(s)):min(at+80, len(s))] }
	return fmt.Sprintf("with %q, want %q (%d bytes, want %d)", part(got), part(want), len(got), len(want))
}

// Known are differences that are known: a line "AGENT RUN: why" each, lines with # aside.
func Known(text string) (map[string]string, error) {
	known := map[string]string{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		run, why, ok := strings.Cut(line, ": ")
		if !ok || len(strings.Fields(run)) != 2 || known[run] != "" {
			return nil, fmt.Errorf("got %q, want AGENT RUN: why, once", line)
		}
		known[run] = why
	}
	return known, nil
}
