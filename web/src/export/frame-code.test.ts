import { expect, it } from 'vitest';
import { frameCode } from './frame-code';

it('is a frame that opens the moment in its embedded form, whatever the title and the address have in them', () => {
	const code = frameCode('https://x.example/a/#/mcs-queue?at=3&s=A', 'Said: "1 < 2"');
	expect(code).toContain('src="https://x.example/a/#/mcs-queue?at=3&amp;s=A&amp;embed=1"');
	expect(code).toContain('title="Said: &quot;1 &lt; 2&quot;"');
	expect(frameCode('https://x.example/?p=1#/mcs-queue', 't')).toContain('#/mcs-queue?embed=1"');
});
