/** A schedule, with a call from JavaScript for each step. The module stands in its initial state. */
export function callOneByOne(exports, schedule) {
	for (const action of schedule) exports.ls_api_step(action);
	return schedule.length;
}
