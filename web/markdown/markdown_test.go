package markdown

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/markdown/read"
)

var (
	anyTag     = regexp.MustCompile(`<[^>]*>`)
	oneAttr    = regexp.MustCompile(` [a-z-]+(="[^"]*")?`)
	betweenTag = regexp.MustCompile(`\s*(<[^>]*>)\s*`)
)

// htmlOf is what go-app writes, with its attributes sorted and the space that
// it puts around tags taken away.
func htmlOf(nodes []app.UI) string {
	s := app.HTMLString(app.Div().Body(nodes...))
	s = anyTag.ReplaceAllStringFunc(s, func(tag string) string {
		attrs := oneAttr.FindAllString(tag, -1)
		slices.Sort(attrs)
		name, _, _ := strings.Cut(strings.TrimSuffix(tag, ">"), " ")
		return name + strings.Join(attrs, "") + ">"
	})
	s = betweenTag.ReplaceAllString(s, "$1")
	return strings.TrimSuffix(strings.TrimPrefix(s, "<div>"), "</div>")
}

const (
	link   = ` rel="noopener noreferrer" target="_blank">`
	copier = `<div class="code"><button aria-label="Copy code" class="copy" type="button">Copy</button><pre tabindex="0"><code>`
	sum    = "d6929f6c31d2130e5c97468763318732f8ec3119fc6aa4bb14e92bcbe1f3cf4d"
)

var documents = []struct{ name, source, want string }{
	{"nothing", "", ""},
	{"paragraphs", "a\nb\n\nc", "<p>a\nb</p><p>c</p>"},
	{"headings shift", "# One\n## Two\n##### Five", "<h3>One</h3><h4>Two</h4><h5>Five</h5>"},
	{"no level is left out", "#### A\n#### B\n# C\n### D\n## E\n### F\n", "<h3>A</h3><h3>B</h3><h3>C</h3><h4>D</h4><h4>E</h4><h5>F</h5>"},
	{"a heading without a name", "#\n\nx", "<p>x</p>"},
	{"emphasis", "*a* **b** ~~c~~ `d  e`", "<p><em>a</em><strong>b</strong><del>c</del><code>d  e</code></p>"},
	{"a digest", "`" + sum + "`", `<p><span class="digest"><button aria-label="Copy digest" class="only small" title="Copy digest" type="button">` +
		`<svg aria-hidden class="icon"><use href="#i-copy"></use></svg></button><code class="whole" title="` + sum + `">` + sum + `</code></span></p>`},
	{"a hard break", "a  \nb\\\nc", "<p>a<br>b<br>c</p>"},
	{"a list", "- a\n- b\n  - c", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>"},
	{"a loose list", "- a\n\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"},
	{"numbers", "3. a\n4. b", `<ol start="3"><li>a</li><li>b</li></ol>`},
	{"from one", "1. a", `<ol><li>a</li></ol>`},
	{"tasks", "- [ ] a\n- [x] b", `<ul><li><span aria-label="to do" class="task" role="img">☐</span>a</li><li><span aria-label="done" class="task" role="img">☑</span>b</li></ul>`},
	{"a quotation", "> a\n> > b", "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>"},
	{"a rule", "a\n\n---", "<p>a</p><hr>"},
	{"fenced code", "```go\na < b\n```", copier + "a &lt; b</code></pre></div>"},
	{"indented code", "    a\n    b", copier + "a\nb</code></pre></div>"},
	{"unclosed fence", "```\na", copier + "a</code></pre></div>"},
	{"a table", "|a|b|\n|-|-:|\n|1|`x|`|", `<div aria-label="Table" class="scroll" role="group" tabindex="0"><table><thead><tr><th scope="col">a</th><th class="right" scope="col">b</th></tr></thead><tbody><tr><td>1</td><td class="right">` + "`x</td></tr></tbody></table></div>"},
	{"an empty header", "| |b|\n|-|-|", `<div aria-label="Table" class="scroll" role="group" tabindex="0"><table><thead><tr><td></td><th scope="col">b</th></tr></thead></table></div>`},
	{"entities and escapes", `&lt;b&gt; \*a\* \&amp; &amp;amp; &nosuch; &#0; &#x41; a&b;`, "<p>&lt;b&gt; *a* &amp;amp; &amp;amp; &amp;nosuch; \uFFFD A a&amp;b;</p>"},

	{"links", "[a](https://x.org/?a=1&b=2) [b](http://x.org 'title') [c](mailto:a@b.org) [d](#e)", `<p><a href="https://x.org/?a=1&b=2"` + link + `a</a><a href="http://x.org"` + link + `b</a><a href="mailto:a@b.org"` + link + `c</a>d</p>`},
	{"ways into Lily", "[a](#code=0123456789abcdef) [b](#token=x) [c](<http://127.0.0.1:7777/#code=x>) [d](http://localhost:7777#token=x) [e](https://x.org/?y#CODE=z) <http://127.0.0.1:7777/#code=x> [f][f]\n\n[f]: http://127.1:7777/#code=0 'f'", "<p>a b c (http://127.0.0.1:7777/#code=x) d (http://localhost:7777#token=x) e (https://x.org/?y#CODE=z) http://127.0.0.1:7777/#code=x (http://127.0.0.1:7777/#code=x) f (http://127.1:7777/#code=0)</p>"},
	{"fragments of others", "[a](https://x.org/#access_token=y) [b](https://x.org/a#codes)", `<p><a href="https://x.org/#access_token=y"` + link + `a</a><a href="https://x.org/a#codes"` + link + `b</a></p>`},
	{"a link by reference", "[a][r]\n\n[r]: https://x.org", `<p><a href="https://x.org"` + link + `a</a></p>`},
	{"links in angle brackets", "<https://x.org> <a@b.org> <ftp://x>", `<p><a href="https://x.org"` + link + `https://x.org</a><a href="mailto:a@b.org"` + link + `a@b.org</a>ftp://x (ftp://x)</p>`},
	{"bare addresses stay text", "https://x.org", "<p>https://x.org</p>"},
	{"relative", "[a](references/b.md)", "<p>a (references/b.md)</p>"},
	{"a link without words", "[](https://x.org)", "<p>(https://x.org)</p>"},
	{"an address with quotation marks", `[a](https://x.org/"onx='b')`, `<p>a (https://x.org/%22onx=&#39;b&#39;)</p>`},
	{"an image", "![alt *x*](https://x.org/y.png)", `<p><span class="image">image: alt x (https://x.org/y.png)</span></p>`},
	{"an image in a link", "[![a](b.png)](https://x.org)", `<p><a href="https://x.org"` + link + `<span class="image">image: a (b.png)</span></a></p>`},

	{"javascript", "[a](javascript:alert(1))", "<p>a (javascript:alert(1))</p>"},
	{"javascript in other case", "[a](JaVaScRiPt:alert)", "<p>a (JaVaScRiPt:alert)</p>"},
	{"javascript by entities", "[a](&#106;avascript&colon;alert)", "<p>a (javascript:alert)</p>"},
	{"javascript by a tab", "[a](java&Tab;script:alert)", "<p>a (java%09script:alert)</p>"},
	{"javascript after a control", "[a](&#1;javascript:alert)", "<p>a (%01javascript:alert)</p>"},
	{"javascript in brackets", "<javascript:alert(1)>", "<p>javascript:alert(1) (javascript:alert(1))</p>"},
	{"javascript by reference", "[a]\n\n[a]: javascript:x", "<p>a (javascript:x)</p>"},
	{"data", "[a](data:text/html,x)", "<p>a (data:text/html,x)</p>"},
	{"without a scheme", "[a](//x.org)", "<p>a (//x.org)</p>"},
	{"a scheme without slashes", "[a](https:x.org)", "<p>a (https:x.org)</p>"},
	{"view-source, file, blob", "[a](file:///etc) [b](blob:https://x)", "<p>a (file:///etc) b (blob:https://x)</p>"},
	{"a script", "<script>alert(1)</script>", copier + "&lt;script&gt;alert(1)&lt;/script&gt;</code></pre></div>"},
	{"a script in a line", "a <img src=x onerror=alert(1)> b", "<p>a &lt;img src=x onerror=alert(1)&gt; b</p>"},
	{"a placeholder", "run `x` on <name>", "<p>run<code>x</code>on &lt;name&gt;</p>"},
	{"a break as HTML", "a<br />b<BR>c", "<p>a<br>b<br>c</p>"},
	{"a comment", "<!-- a -->", copier + "&lt;!-- a --&gt;</code></pre></div>"},
	{"unbalanced", "**a [b](", "<p>**a [b](</p>"},
}

// DESIGN, "facts": goldmark's AST becomes nodes, never HTML.
func TestMarkdown(t *testing.T) {
	for _, d := range documents {
		if got := htmlOf(nodes(d.source)); got != d.want {
			t.Errorf("%s: %q\ngot  %s\nwant %s", d.name, d.source, got, d.want)
		}
		checkSafe(t, d.source)
	}
}

// nodes are a document's.
func nodes(source string) []app.UI {
	list, _ := markdown(source, 0)
	return list
}

// The tags and attributes that a document can lead to; there are no others.
var safeTag = regexp.MustCompile(`^<(/(a|blockquote|button|code|del|div|em|h[3-6]|li|ol|p|pre|span|strong|table|tbody|td|th|thead|tr|ul)` +
	`|(blockquote|br|code|del|div|em|h[3-6]|hr|li|ol|p|strong|table|tbody|thead|tr|ul)` +
	`|ol start="[0-9]+"|t[dh]( class="(right|center)")?( scope="col")?` +
	`|pre( class="written")? tabindex="0"|div class="code"|button aria-label="Copy code" class="copy" type="button"` +
	`|div aria-label="Table" class="scroll" role="group" tabindex="0"` +
	`|span aria-label="(to do|done)" class="task" role="img"|span class="image"|span( class="slab")?` +
	`|span class="digest"|button aria-label="Copy digest" class="only small" title="Copy digest" type="button"|code class="whole" title="[0-9a-f]{64}"` +
	`|svg aria-hidden class="icon"|use href="#i-copy"|/(svg|use)` +
	`|a href="(?i:https?://|mailto:)[!#$%&()*+,./:;=?@\[\]^_{|}~A-Za-z0-9-]+" rel="noopener noreferrer" target="_blank")>$`)

// wayIn is how a link into Lily would end.
var wayIn = regexp.MustCompile(`(?i)^<a href="[^"#]*#(code|token)=`)

func checkSafe(t *testing.T, source string) {
	t.Helper()
	if read.Costly(source) {
		return
	}
	list, _ := render(source, 0) // a panic of the parser's is seen
	for _, tag := range anyTag.FindAllString(htmlOf(list), -1) {
		if !safeTag.MatchString(tag) || wayIn.MatchString(tag) {
			t.Fatalf("%q: got the tag %s, want only those that are listed", source, tag)
		}
	}
}

// No text makes the parser panic, another tag, a handler or another link.
func FuzzMarkdown(f *testing.F) {
	for _, d := range documents {
		f.Add(d.source)
	}
	f.Add("[a](http://127.0.0.1:7777/%23#&#x63;ode=0)<http://h/#token=>")
	f.Fuzz(checkSafe)
}

// SK-10, for the page: nothing hangs it (the run's timeout would end it), and
// what is too much stays readable.
func TestMarkdownBounds(t *testing.T) {
	const size = read.MaxSource
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	hostile := map[string]string{
		"too long": strings.Repeat("a", read.MaxSource+1), "nested quotations": strings.Repeat(">", 10_000) + " a", "nested bullets": fill("- "),
		"nested numbers": fill("1. "), "unclosed links": fill("[a]("), "brackets": fill("["), "marks that pair with none": fill("*a **b"), "definitions": fill("[a]: b\n"),
		"a wide table": strings.Repeat("|a", 5000) + "|\n" + strings.Repeat("|-", 5000) + "|\n" + strings.Repeat("|\n", 80_000),
		"many nodes":   fill("*a* "), "deep emphasis": strings.Repeat("*a **b ", 200) + strings.Repeat("c** d*", 200), "many lines": fill("- a\n"),
	}
	for name, source := range hostile {
		got := nodes(source)
		if s := app.HTMLString(got[0]); len(got) != 1 || !strings.HasPrefix(s, "<pre ") {
			t.Errorf("%s: got %.80s…, want it as it was written", name, s)
		}
	}
	for _, s := range []string{"*", "![", "`", "<", "<a ", "&amp;", "~~a", "\\", "<!--", "a\n", "a_"} {
		nodes(fill(s))
	}
}

// Real skills are shown as Markdown, not as they were written.
func TestMarkdownCorpus(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpus/*/skills/*/SKILL.md")
	if len(files) == 0 && os.Getenv("CI") == "true" {
		t.Fatal("the corpus beside the project is missing, and in CI nothing is skipped")
	}
	if len(files) == 0 {
		t.Skip("no corpus beside the project")
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := app.HTMLString(nodes(string(data))[0]); strings.Contains(got, `class="written"`) {
			t.Errorf("%s: got it as it was written, want Markdown", name)
		}
		checkSafe(t, string(data))
	}
}

// A mounted document can be replaced by another.
func TestMarkdownMounts(t *testing.T) {
	e := app.NewTestEngine()
	mounted := &shownMarkdown{Source: "# a\n\n```\nx\n```\n|a|\n|-|"}
	for _, m := range []*shownMarkdown{mounted, {Source: "- a\n\n[b](https://x.org)\n\n```\ny\n```"}} {
		if err := e.Load(m); err != nil {
			t.Fatal(err)
		}
		e.ConsumeAll()
	}
	if got := app.HTMLString(mounted); !strings.Contains(got, "x.org") || !strings.Contains(got, "y</code>") {
		t.Errorf("got %s, want the second document", got)
	}
}

type shownMarkdown struct {
	app.Compo
	Source string
}

func (m *shownMarkdown) Render() app.UI { return app.Div().Body(nodes(m.Source)...) }
