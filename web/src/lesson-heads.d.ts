/** web/lessons/heads-plugin.ts: number, title, levels, repairs, and what it does without, of each lesson. */
declare module 'virtual:lesson-heads' {
	const heads: readonly import('../lessons/heads-plugin').LessonHead[];
	export default heads;
}
