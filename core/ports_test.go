package core_test

import (
	"context"
	"testing"

	"lily/core"
	"lily/core/call"
	"lily/core/coretest"
	"lily/core/model"
	"lily/core/model/modeltest"
	"lily/core/policy"
	"lily/core/world"
)

// The ports in memory keep the promises of their suites, as the ones of the page and of the
// command do.
func TestPorts(t *testing.T) {
	w := smallWorld(t)
	t.Run("person", func(t *testing.T) {
		coretest.TestPerson(t, func(*testing.T, policy.Consent) core.Person { return core.Memory{} })
		coretest.TestPerson(t, func(_ *testing.T, answer policy.Consent) core.Person {
			return coretest.Person(func(ctx context.Context, _ call.Question) policy.Consent {
				if ctx.Err() != nil {
					return policy.Deny
				}
				return answer
			})
		})
	})
	t.Run("source", func(t *testing.T) {
		coretest.TestSource(t, coretest.Source(func(w world.World) (world.World, error) { return w, nil }), w)
	})
	t.Run("keeper", func(t *testing.T) {
		coretest.TestKeeper(t, core.Memory{}, w)
		coretest.TestKeeper(t, coretest.Keeper{}, w)
	})
	t.Run("sessions", func(t *testing.T) {
		coretest.TestSessions(t, core.Memory{}, w)
		coretest.TestSessions(t, coretest.Sessions{}, w)
	})
	t.Run("work", func(t *testing.T) { coretest.TestWork(t, core.Memory{}) })
	t.Run("finder", func(t *testing.T) {
		modeltest.TestFinder(t, modeltest.Finder(func(name string) (model.Model, error) { return model.Find(w.Tree, name) }), "offline")
	})
}
