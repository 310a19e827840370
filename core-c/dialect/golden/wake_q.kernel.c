#include "wake_q.h"
void wake_q_add(struct wake_q_head *wake_q, struct task_struct *tid)
{
	struct task_struct *waker;
	waker = cmpxchg(&tid->wake_q, NULL, current);
	if (!waker)
		wake_q_append(wake_q, tid);
}
void wake_up_q(struct wake_q_head *wake_q)
{
	struct task_struct *tid;
	while (!wake_q_empty(wake_q)) {
		tid = wake_q_first(wake_q);
		wake_q_pop(wake_q);
		WRITE_ONCE(tid->wake_q, NULL);
		wake_up_process(tid);
	}
}
