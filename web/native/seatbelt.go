package native

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"lily/core/program"
)

// seatbelt finds sandbox-exec, the sandbox of macOS, and tries it. What it does not hold it says.
func seatbelt(path string) (*Box, error) {
	const exe = "/usr/bin/sandbox-exec" // and no other of that name
	if !runs(exe) {
		return nil, fmt.Errorf("%s is not there, which macOS brings", exe)
	}
	b := &Box{
		Name: "sandbox-exec", path: path, as: lowered(), copies: true,
		Has: "no network, nothing to read of your folders, nothing to write but a copy of the workspace; " +
			"but what it leaves running in a group of its own may go on, without these",
	}
	b.start = strapped{exe, b}.start
	if err := b.try(); err != nil {
		return nil, fmt.Errorf("sandbox-exec does not work here (%w)", err)
	}
	return b, nil
}

type strapped struct {
	exe string
	box *Box
}

func (x strapped) start(s program.Spec, p *place, words []string) process {
	words, env := p.inCopy(s, words)
	words = slices.Concat([]string{x.exe, "-p", x.profile(p)}, words)
	return process{limited(words), env, p.real("/" + strings.Trim(s.Dir, "/")), 0, nil}
}

// onMac is what programs ask of macOS, where the folders behind /etc and /var have their real names.
var onMac = []string{
	"/System", "/Library/Apple", "/Library/Developer/CommandLineTools", "/Library/Frameworks", "/private/etc/group", "/private/etc/hosts",
	"/private/etc/localtime", "/private/etc/passwd", "/private/etc/profile", "/private/etc/protocols", "/private/etc/services",
	"/private/etc/shells", "/private/etc/ssl", "/private/var/db/dyld", "/private/var/db/timezone", "/private/var/select",
}

// profile is what a program may, in the language of the sandbox. All else is denied: the network, other programs and
// services, what processes share by a name, and every other file.
func (x strapped) profile(p *place) string {
	read := slices.Concat(shown, onMac, x.box.besides(), p.borrowed())
	rules := []string{
		"(version 1)", "(deny default)", "(allow process-exec process-fork)",
		"(allow signal (target same-sandbox))", "(allow process-info* (target same-sandbox))", "(allow sysctl-read)",
		`(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))`, // the names of users
		"(allow file-read-metadata" + paths("literal", above(append(read, p.dir))) + ")",
		"(allow file-read*" + paths("literal", []string{"/", "/dev/random", "/dev/urandom"}) + paths("subpath", read) + ")",
		"(allow file-read* file-write-data" + paths("literal", []string{"/dev/null", "/dev/zero"}) + ")",
		"(allow file-read* file-write*" + paths("subpath", []string{p.dir}) + ")",
		"(deny file-write-setugid)",
	}
	return strings.Join(rules, "\n")
}

// above are the folders that lead to others, which a program passes.
func above(list []string) (all []string) {
	for _, at := range list {
		for ; at != "/" && at != "."; at = filepath.Dir(at) {
			all = append(all, at)
		}
	}
	all = append(all, "/etc", "/tmp", "/var") // links to what is below /private
	slices.Sort(all)
	return slices.Compact(all)
}

// paths are a list of filters, each with its path as a text of the language.
func paths(how string, list []string) string {
	var b strings.Builder
	for _, at := range list {
		fmt.Fprintf(&b, ` (%s "%s")`, how, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(at))
	}
	return b.String()
}
