const words = (text) => new Set(text.trim().split(/\s+/));

/** Names of libc and of the kernel: the same text is also compiled with either. */
export const TAKEN_NAMES =
	words(`mutex_lock mutex_unlock mutex_trylock mutex_lock_interruptible mutex_lock_killable futex
	futex_wait futex_wake futex_lock futex_unlock schedule schedule_timeout wake wake_up
	wake_up_process wake_up_q wake_q_add down_read down_write down_read_trylock down_write_trylock
	down_read_killable down_write_killable up_read up_write downgrade_write rwsem_down_read_failed
	rwsem_down_write_failed rwsem_wake osq_lock osq_unlock spin_lock spin_unlock raw_spin_lock
	raw_spin_unlock lock unlock trylock wait signal kill exit main read write open close send
	select sleep abort raise link unlink`);

/** What C itself, its headers and the headers of the machine mean by a name. */
export const C_NAMES =
	words(`auto break case char const continue default do double else enum extern float for goto if
	inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void
	volatile while alignas alignof bool complex false generic imaginary noreturn thread_local true typeof asm fortran
	u8 u16 u32 u64 s8 s16 s32 s64 tasks word list word_t me lk my errno stdin stdout stderr null linux unix
	current task_struct atomic_t spinlock spinlock_t rwlock_t completion semaphore
	machine lockstep registry scenario scenarios native follow record log check text node lock object`);
