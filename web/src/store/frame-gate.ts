/**
 * At most one job a frame, so that a held key or a drag never builds a queue. The first job runs at
 * once; while its frame is open, `latest` keeps only the newest job and `drop` forgets the new one.
 */
interface FrameGate {
	latest(job: () => void): void;
	drop(job: () => void): void;
}

export function createFrameGate(
	request: (callback: () => void) => unknown = (callback) => requestAnimationFrame(callback),
): FrameGate {
	let open = true;
	let waiting: (() => void) | null = null;
	const reopen = () => {
		const job = waiting;
		waiting = null;
		if (job) {
			job();
			request(reopen);
		} else {
			open = true;
		}
	};
	const enter = (job: () => void) => {
		open = false;
		job();
		request(reopen);
	};
	return {
		latest(job) {
			if (open) enter(job);
			else waiting = job;
		},
		drop(job) {
			if (open) enter(job);
		},
	};
}
