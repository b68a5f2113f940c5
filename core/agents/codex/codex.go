// Package codex is Codex, started in a repository, without plugins and without the skills that it brings.
//
// It promises the skills that Codex lists, and the part of its prompt that names them, with the model that it starts with.
package codex

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"lily/core/agents"
	"lily/core/agents/dialect"
	"lily/core/order"
	"lily/core/tree"
)

const (
	loader = "openai/codex@rust-v0.169.0 codex-rs/ext/skills/src/loader (as codex-rs/core-skills/src/loader.rs at 6162409): "
	render = "openai/codex@rust-v0.169.0 codex-rs/ext/skills/src/render (as at 1dbce87 and after): "
)

// Agent is Codex.
var Agent = agents.Agent{
	Name: "codex", Title: "Codex", Version: "0.169.0", Usual: ".agents/skills", Known: agents.Measured, See: see, Rules: []agents.Rule{
		{ID: agents.PlaceRule, Known: agents.Measured, Text: "Codex looks in .codex/skills and .agents/skills of the folder that it is started in and of each one above it up " + "to the repository's, in ~/.codex/skills and in ~/.agents/skills, at most 6 folders deep.", Source: loader + "skill_roots, discover_skills"},
		{ID: "hidden", Known: agents.Measured, Text: "Folders whose names begin with a full stop are passed over.", Source: loader + "discover_skills"},
		{ID: "many", Known: agents.Measured, Text: "Of each place 2,000 folders are looked at, itself among them, level by level and by name.", Source: loader + "MAX_SKILLS_DIRS_PER_ROOT"},
		{ID: "utf8", Known: agents.Measured, Text: "A file is UTF-8.", Source: loader + "parse_skill_file"},
		{ID: "fence", Known: agents.Measured, Text: "The first line is ---, and the frontmatter ends at the next line ---, blanks around them aside; it has a line at least.", Source: loader + "extract_frontmatter"},
		{ID: "yaml", Known: agents.Measured, Text: "The frontmatter is a mapping of YAML, as libyaml reads it, whose keys are text.", Source: loader + "SkillFrontmatter; serde_yaml"},
		{ID: "types", Known: agents.Measured, Text: "Name and description are no list and no mapping, metadata is a mapping, and neither is there twice.", Source: loader + "SkillFrontmatter; serde_yaml"},
		{ID: "repaired", Known: agents.Measured, Text: "Where the YAML is broken, values with a colon and a blank in them, and such as begin like a list or with @ or `, are put into quotes.", Source: loader + "repair_frontmatter_scalar_fields"},
		{ID: "name", Known: agents.Measured, Text: "A name has at most 64 characters.", Source: loader + "validate_len"},
		{ID: "folder", Known: agents.Measured, Text: "Without a name the folder's name is that of the skill.", Source: loader + "default_skill_name"},
		{ID: "description", Known: agents.Measured, Text: "A skill needs a description.", Source: loader + "parse_skill_frontmatter_metadata_inner"},
		{ID: "one_line", Known: agents.Measured, Text: "All white space of names and descriptions becomes one blank.", Source: loader + "sanitize_single_line"},
		{ID: "implicit", Known: agents.Measured, Text: "With policy.allow_implicit_invocation: false in agents/openai.yaml the model is not told of a skill; its person can name it.", Source: loader + "resolve_policy"},
		{ID: "products", Known: agents.Measured, Text: "With policy.products in agents/openai.yaml a skill is there only for the products that are listed.", Source: loader + "resolve_policy"},
		{ID: "long", Known: agents.Measured, Text: "The model sees at most 1,024 characters of a description.", Source: render + "truncate_catalog_skill_description"},
		{ID: "catalog", Known: agents.Measured, Text: "The list of skills may take 2 % of the window, at most of 872,000 tokens, four bytes a token; without a window, 8,000 characters.", Source: render + "skill_metadata_budget; codex debug models, max_context_window"},
		{ID: "shared", Known: agents.Measured, Text: "Where that is too little, the descriptions get the room that names and paths leave, a character each in turn.", Source: render + "allocate_description_chars"},
		{ID: "left_out", Known: agents.Measured, Text: "Where even names and paths do not fit, all descriptions are left out, and each skill that does not fit beside those before it.", Source: render + "allocate_skill_lines"},
		{ID: "aliases", Known: agents.Measured, Text: "Places are shortened to r0, r1 and so on, where that takes less room.", Source: render + "aliased_render_is_better"},
	},
}

func see(s *agents.Site, terms agents.Terms) (v agents.View) {
	var list []*skill
	for i, r := range roots(s) {
		for _, f := range discover(r) {
			k := &skill{Cell: &agents.Cell{Path: f.Path}, root: i, scope: r.Scope, place: r.Path, at: f.Real()}
			if read(f, k.Cell); k.State != agents.Refused {
				k.obey(f)
			}
			if k.State == agents.Refused {
				v.Rest = append(v.Rest, k.Cell)
				continue
			}
			list = append(list, k)
		}
	}
	order.StableFunc(list, func(a, b *skill) int {
		first := cmp.Or(-strings.Compare(string(a.scope), string(b.scope)), strings.Compare(a.Name, b.Name)) // the project before the home
		if first == 0 {
			first = slices.Compare(strings.Split(a.at, "/"), strings.Split(b.at, "/"))
		}
		return first
	})
	for _, k := range list {
		v.Order = append(v.Order, k.Cell)
	}
	v.Catalog = catalog(list, budget(terms.Window))
	return v
}

type folder struct {
	tree.Tree
	at    string
	depth int
}

// skill is one that is listed.
type skill struct {
	*agents.Cell
	root     int // which place it is from
	scope    agents.Scope
	place    string
	at       string // on the machine
	implicit bool   // whether the model is told
}

// obey takes what agents/openai.yaml says over.
func (k *skill) obey(f agents.Found) {
	implicit, others := policy(f)
	if k.implicit = implicit; others {
		k.End(agents.Refused, "products", "agents/openai.yaml says that it is for other products.", 0)
	}
}

// roots are the places in the order in which they are read.
func roots(s *agents.Site) (list []agents.Root) {
	up := s.Up()
	for _, folder := range up {
		list = append(list, s.Open(agents.Project, path.Join(folder, ".codex/skills")))
	}
	list = append(list, s.Open(agents.Home, ".codex/skills"), s.Open(agents.Home, ".agents/skills"))
	for _, folder := range slices.Backward(up) {
		list = append(list, s.Open(agents.Project, path.Join(folder, ".agents/skills")))
	}
	return list
}

const (
	mostDepth   = 6
	mostFolders = 2_000
)

// discover finds the skills of a place level by level.
func discover(r agents.Root) (list []agents.Found) {
	if !r.Here {
		return nil
	}
	queue := []folder{{r.Tree(), ".", 0}}
	for seen := 1; len(queue) > 0; queue = queue[1:] {
		f := queue[0]
		for e := range f.Children() {
			switch {
			case !e.Dir && e.Name == "SKILL.md":
				list = append(list, r.Found(path.Join(f.at, e.Name)))
			case e.Dir && e.Name[0] != '.' && f.depth < mostDepth && seen < mostFolders:
				queue = append(queue, folder{e.Sub, path.Join(f.at, e.Name), f.depth + 1})
				seen++
			}
		}
	}
	return list
}

// read fills in what the frontmatter says.
func read(f agents.Found, c *agents.Cell) {
	c.State = agents.Loaded
	switch front, ok := cut(f.Text); {
	case !utf8.ValidString(f.Text):
		c.End(agents.Refused, "utf8", "The file is not UTF-8.", 1)
	case !ok:
		c.End(agents.Refused, "fence", "The file does not begin with frontmatter between two lines ---.", 1)
	default:
		parse(f, front, c)
	}
}

// cut is the text between the fences, with line ends of one character.
func cut(text string) (front string, ok bool) {
	first, rest, _ := strings.Cut(text, "\n")
	if strings.TrimSpace(first) != "---" {
		return "", false
	}
	for at := 0; at < len(rest); {
		line, _, _ := strings.Cut(rest[at:], "\n")
		if strings.TrimSpace(line) == "---" {
			return strings.ReplaceAll(rest[:at], "\r\n", "\n"), at > 0
		}
		at += len(line) + 1
	}
	return "", false
}

// oneLine makes all white space one blank.
func oneLine(s string) string {
	if dialect.IsLine(s) {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}
