package past

import (
	"fmt"

	"lily/core/answer"
)

// Delete removes sessions, and then what no other one needs; all of them or, where one cannot be, none.
func (k *Kept) Delete(ids ...string) (cleared bool, err error) {
	if err := k.enter(); err != nil {
		return false, err
	}
	if err := k.known(ids); err != nil {
		return false, err
	}
	for _, id := range ids {
		if err := k.hold(id); err != nil {
			return false, err
		}
	}
	for _, id := range ids {
		if err := k.keeper.Sessions.Delete(id); err != nil {
			return false, err
		}
	}
	if err := k.keeper.Sessions.Purge(); err != nil {
		return false, err
	}
	return k.clear()
}

// known says which of some sessions is not there.
func (k *Kept) known(ids []string) error {
	for _, id := range ids {
		if m := k.keeper.Sessions.Find(id); m.ID == "" || m.Deleted {
			return fmt.Errorf("there is no session %q; lily sessions lists those that there are", id)
		}
	}
	return nil
}

// clear removes what nothing names any more, unless another run has the store open: then the next deletion does.
func (k *Kept) clear() (cleared bool, err error) {
	if !k.alone() {
		return false, nil
	}
	if _, err := k.keeper.Collect(); err != nil {
		return false, fmt.Errorf("the sessions are deleted; the files that only they had stay, since not all can be read: %s", answer.Line(err.Error()))
	}
	return true, nil
}

func (k *Kept) alone() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	mine := []*lock{k.here}
	for _, l := range k.locks {
		mine = append(mine, l)
	}
	return k.store.Alone(mine...)
}
