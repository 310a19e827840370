#include "wake_q.h"
int wake_q_add(struct wake_q *lock, struct task_struct *tid) { struct task_struct *waker;
	waker = cmpxchg(&tid->wake_q, NULL, current);
	return waker ? 0 : (unsigned long)1 << task_pid_vnr(tid);
}
void wake_up_q(struct wake_q *lock, unsigned long wake_q) { u32 tid;
	while (wake_q) {
		tid = LOWEST(wake_q);
		wake_q &= wake_q - 1;
		WRITE_ONCE(find_task_by_vpid(tid)->wake_q, NULL);
		wake_up_process(find_task_by_vpid(tid));
	}
}
