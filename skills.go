package main

import (
	"cmp"
	"context"
	"errors"
	"flag"

	"lily/core/world"
	"lily/web/install"
	"lily/web/lint"
	src "lily/web/source"
)

// skillsFlags are those of the commands on the skills of a project.
type skillsFlags struct {
	where
	to                string
	yes, look, frozen bool
	only              names
}

// onSkills is a command on the skills of a project; one that asks can be told not to, and to show alone what it would do.
func onSkills(c subcommand, asks bool, do func(ctx context.Context, s *skillsFlags, p *install.Session, args []string) error) subcommand {
	c.declare = func(f *flag.FlagSet) action {
		s := &skillsFlags{}
		f.StringVar(&s.to, "to", "", "the skills are in `DIR`, and not where lily.yaml says or in .agents/skills")
		if asks {
			f.BoolVar(&s.yes, "yes", false, "ask nobody")
			f.BoolVar(&s.look, "dry-run", false, "show what would be done, and do nothing")
		}
		switch c.name {
		case "add":
			f.Var(&s.only, "skill", "take the skills `NAMES` alone, with commas between them")
		case "verify":
			f.BoolVar(&s.frozen, "frozen", false, "want skills.lock.yaml in its very form, and write nothing at all")
		}
		return func(ctx context.Context, t terminal, args []string) error {
			return s.with(ctx, t, func(p *install.Session) error { return do(ctx, s, p, args) })
		}
	}
	return c
}

// with opens the place, and lets a command do its work there.
func (s *skillsFlags) with(ctx context.Context, t terminal, do func(*install.Session) error) error {
	s.Scan = string(world.Children)
	w, err := s.World()
	if err != nil {
		return err
	}
	dir, to := ".", s.to
	if to == "" {
		if dir, to, err = lint.Home(dir); err != nil {
			return err
		}
	}
	p, err := install.Open(dir, cmp.Or(to, ".agents/skills"), !s.frozen)
	if err != nil {
		return err
	}
	defer p.Close()
	p.Begins = func() { finishes(ctx) }
	err = do(&install.Session{Place: p, World: w, In: t.in, Out: t.out, Yes: s.yes, Look: s.look})
	if errors.Is(err, install.ErrDiffers) {
		return errFindings
	}
	return err
}

func addCommand() subcommand {
	return onSkills(subcommand{
		name: "add", args: "SOURCE...", most: -1, summary: "get skills from a folder, a zip, a repository of git or a site",
		more: `A source is a folder, a zip, OWNER/REPO of GitHub, an address of git (https, ssh or file), or a site with
/.well-known/agent-skills/index.json. @REVISION and #PATH may follow a repository; git+https:// says that an
address is one. What is found is shown first, with all that it would replace. The lock skills.lock.yaml keeps
where it came from.`,
		examples: []string{"lily add owner/repo", "lily add owner/repo@v1.2#skills/pdf --yes", "lily add ./skill.zip --dry-run"},
	}, true, func(ctx context.Context, s *skillsFlags, p *install.Session, args []string) error {
		if len(args) == 0 {
			return wrong("add wants a source: a folder, a zip, a repository or a site")
		}
		var list []src.Source
		for _, text := range args {
			one, err := src.Parse(text)
			if err != nil {
				return wrong("%v", err)
			}
			list = append(list, one)
		}
		return p.Add(ctx, list, s.only)
	})
}

func updateCommand() subcommand {
	return onSkills(subcommand{
		name: "update", args: "[NAME...]", most: -1, summary: "get skills anew from where they came from",
		more: `What differs is shown first. Without names a skill that was changed here stays as it is.`,
	}, true, func(ctx context.Context, _ *skillsFlags, p *install.Session, args []string) error {
		return p.Update(ctx, args)
	})
}

func removeCommand() subcommand {
	return onSkills(subcommand{
		name: "remove", args: "NAME...", most: -1, summary: "take skills away, and out of the lock",
	}, true, func(_ context.Context, _ *skillsFlags, p *install.Session, args []string) error {
		if len(args) == 0 {
			return wrong("remove wants the name of a skill")
		}
		return p.Remove(args)
	})
}

func undoCommand() subcommand {
	return onSkills(subcommand{
		name: "undo", summary: "put back what the last add, update or remove changed",
		more: `A skill that was changed since is not overwritten: then nothing is put back.`,
	}, false, func(_ context.Context, _ *skillsFlags, p *install.Session, _ []string) error { return p.PutBack() })
}

func lockCommand() subcommand {
	return onSkills(subcommand{
		name: "lock", summary: "write skills.lock.yaml of the skills that are here",
		more: `The lock has by skill its source, how it was got, and the digests of its files. What skills-lock.json of the
command skills says of sources is taken over.`,
	}, false, func(_ context.Context, _ *skillsFlags, p *install.Session, _ []string) error { return p.WriteLock() })
}

func verifyCommand() subcommand {
	return onSkills(subcommand{
		name: "verify", summary: "tell which skills are not as the lock says",
		more: `It reads skills.lock.yaml, or where there is none skills-lock.json of the command skills. Each skill that was
changed, is missing or is not in the lock is told by name, with what differs, and the exit code is 1.`,
	}, false, func(_ context.Context, s *skillsFlags, p *install.Session, _ []string) error {
		return p.Verify(s.frozen)
	})
}
