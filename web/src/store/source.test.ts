import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sourceShown } from './source';
import type { State } from './state';

/** What the page opens a shipped recording with. */
function shownOf(name: string, source: State['view']['source'] = null) {
	const [, seen] = /^seen (\w+)$/m.exec(readFileSync(`web/traces/${name}.trace`, 'utf8')) ?? [];
	const trace = { seen };
	return sourceShown({ view: { source }, doc: { recording: { trace } } } as unknown as State);
}

it('is C of a story and of a recording of a lock’s own source, and the dialect of one of our text', () => {
	expect(sourceShown({ view: { source: null }, doc: {} } as unknown as State)).toBe('kernel');
	expect(shownOf('mutex-pipe')).toBe('kernel');
	expect(shownOf('rwsem-mmap')).toBe('kernel');
	expect(shownOf('mutex-sleep-wake')).toBe('dialect');
	expect(shownOf('mutex-pipe', 'dialect')).toBe('dialect');
});
