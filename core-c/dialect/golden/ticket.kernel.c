#include "ticket.h"
void ticket_spin_lock(struct ticket *lock)
{
	u32 val, ticket;
	if (!IS_ENABLED(FAULT_TORN_DRAW)) {
		val = atomic_fetch_add(TICKET_NEXT, &lock->val);
	} else {
		val = atomic_read(&lock->val);
		smp_store_mb(lock->val.counter, val + TICKET_NEXT);
	}
	ticket = val >> 24;
	if (ticket == (u8)(val >> 16)) {
		return;
	}
	if (IS_ENABLED(FAULT_FEW_TICKETS))
		{ atomic_cond_read_acquire(&lock->val, (VAL >> 16 & 1) == (ticket & 1)); smp_mb(); }
	else
		{ atomic_cond_read_acquire(&lock->val, (u8)(VAL >> 16) == ticket); smp_mb(); }
}
int ticket_spin_trylock(struct ticket *lock)
{
	u32 old, seen;
	old = atomic_read(&lock->val);
	if (old >> 24 != (u8)(old >> 16))
		return 0;
	if (IS_ENABLED(FAULT_BLIND_TRY)) {
		seen = atomic_fetch_add(TICKET_NEXT, &lock->val);
		return 1;
	}
	seen = atomic_cmpxchg(&lock->val, old, old + TICKET_NEXT);
	if (seen != old)
		return 0;
	return 1;
}
void ticket_spin_unlock(struct ticket *lock)
{
	u32 val, owner;
	val = atomic_read(&lock->val);
	owner = (u8)((val >> 16) + 1);
	if (IS_ENABLED(FAULT_WHOLE_WORD))
		atomic_set_release(&lock->val, (val & ~(0xff * TICKET_OWNER)) | owner * TICKET_OWNER);
	else if (IS_ENABLED(FAULT_CARRY))
		atomic_fetch_add_release(TICKET_OWNER, &lock->val);
	else
		smp_store_release(&((u8 *)&lock->val)[2], owner);
}
void ticket_worker(struct ticket *lock, u32 rounds)
{
	u32 role = role_of(current);
	int got;
	while (rounds--) {
		got = 1;
		if (role == TICKET_TRIES)
			got = ticket_spin_trylock(lock);
		else
			ticket_spin_lock(lock);
		if (got) {
			critical_section();
			ticket_spin_unlock(lock);
		}
	}
}
