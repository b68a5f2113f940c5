package e2e

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

// go test -run TestZZRepl -timeout 0 ; commands from fifo $WALK, answers to $WALK.out
func TestZZRepl(t *testing.T) {
	at := os.Getenv("WALK")
	var p *person
	var up *upstream.Server
	_ = up
	if os.Getenv("WALK_MODEL") != "" {
		p, up = speak(t, model.OpenAI)
	} else {
		p = someone(open(t))
	}
	p.size(1440, 900)
	out, _ := os.Create(at + ".out")
	fmt.Fprintln(out, "ready")
	w, h, dark := int64(1440), int64(900), false
	dir := "/tmp/walk-shots"
	os.MkdirAll(dir, 0o755)
	for {
		f, err := os.Open(at)
		if err != nil {
			t.Fatal(err)
		}
		sc := bufio.NewScanner(f)
		sc.Buffer(make([]byte, 1<<20), 1<<20)
		for sc.Scan() {
			line := sc.Text()
			if line == "quit" {
				return
			}
			ok := t.Run("cmd", func(t *testing.T) {
				q := *p.tab
				q.T = t
				d := *p
				d.tab = &q
				cmd, rest, _ := strings.Cut(line, " ")
				a := strings.Split(rest, "|")
				switch cmd {
				case "size":
					w, _ = strconv.ParseInt(a[0], 10, 64)
					h, _ = strconv.ParseInt(a[1], 10, 64)
					d.size(w, h)
				case "dark":
					dark = a[0] == "1"
					d.dark(dark)
				case "forced":
					d.looksLike(look{w, h, dark, a[0] == "1"})
				case "js":
					v, err := eval[any](&q, rest)
					fmt.Fprintln(out, v, err)
				case "click":
					d.click(a[0], a[1])
				case "press":
					d.press(a...)
				case "write":
					d.write(rest)
				case "fill":
					d.fill(a[0], a[1])
				case "tell":
					fmt.Fprintf(out, "%.600s\n", d.tell(rest))
				case "begin":
					d.begin(rest)
				case "to":
					d.runs(`location.hash = "` + rest + `"; 0`)
				case "see":
					d.see(rest)
				case "wait":
					d.wait(a[0], a[1])
				case "within":
					d.within(rest, func() (bool, error) { return d.shows(rest) })
				case "list":
					d.list(rest)
				case "place":
					d.place(rest)
				case "drop":
					d.drop(a...)
				case "made":
					n, _ := strconv.Atoi(rest)
					d.drop(d.zip("many.zip", made(n)))
				case "reload":
					d.reload()
				case "settle":
					d.settle()
				case "all":
					fmt.Fprintf(out, "%.6000s\n", d.all())
				case "focused":
					r, n := d.focused()
					fmt.Fprintln(out, r, n)
				case "text":
					up.Then(upstream.Text(rest))
				case "calls":
					up.Then(upstream.Calls(wants("a", a[0], a[1])), upstream.Text("It is done."))
				case "shot":
					d.settle()
					d.screenshot(rest, w, h, dark)
					os.Rename("../bin/screenshots/"+rest+".png", dir+"/"+rest+".png")
				case "looks": // name: pictures of all widths, both schemes
					for _, s := range []struct{ w, h int64 }{{390, 844}, {768, 1024}, {1024, 768}, {1440, 900}, {1920, 1080}, {320, 256}} {
						for _, dk := range []bool{false, true} {
							n := fmt.Sprintf("%s-%d-%t", rest, s.w, dk)
							d.size(s.w, s.h)
							d.settle()
							d.screenshot(n, s.w, s.h, dk)
							os.Rename("../bin/screenshots/"+n+".png", dir+"/"+n+".png")
						}
					}
					d.size(w, h)
					d.dark(dark)
				case "axe":
					d.axe(rest)
				default:
					t.Errorf("unknown %q", cmd)
				}
			})
			if !ok {
				fmt.Fprintln(out, "FAILED", line)
			}
			fmt.Fprintln(out, "done", line)
		}
		f.Close()
	}
}
