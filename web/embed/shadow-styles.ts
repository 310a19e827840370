/**
 * The page's styles for a shadow root, in the script that makes it: what the page says of its root and its window holds
 * of the element. The sheet has the queries of the window asked of the container `lockstep`.
 */
import type { Plugin } from 'vite';

const PLACEHOLDER = '__LOCKSTEP_STYLES__';

const HOST = [
	':host{display:block;height:450px;overflow:hidden}',
	':host([hidden]){display:none}',
	/* nothing of the page around it is inherited */
	'[data-lockstep]{all:initial;display:block;--embed-height:100%;height:100%;overflow:hidden;font-size:1rem}',
].join('');

function forShadow(css: string): string {
	return (
		HOST +
		css
			.replace(
				/@media\s*((?:\(\s*(?:min-|max-)?(?:width|height)\b[^{]*))\{/g,
				'@container lockstep $1{',
			)
			.replace(/:root/g, '[data-lockstep]')
			.replace(/(^|[{},])body(?=[{,])/g, '$1[data-lockstep]')
			.replace(/"?IBM Plex (Sans|Mono)"?/g, '"Lockstep $1"')
	);
}

export function shadowStyles(): Plugin {
	return {
		name: 'shadow-styles',
		apply: 'build',
		generateBundle: {
			order: 'post',
			handler(_options, bundle) {
				let css = '';
				for (const [name, file] of Object.entries(bundle)) {
					if (file.type !== 'asset' || !name.endsWith('.css')) continue;
					css += String(file.source);
					delete bundle[name];
				}
				const text = JSON.stringify(forShadow(css));
				let put = 0;
				for (const file of Object.values(bundle)) {
					if (file.type !== 'chunk' || !file.code.includes(PLACEHOLDER)) continue;
					file.code = file.code.replaceAll(PLACEHOLDER, () => text);
					put++;
				}
				if (put !== 1 || css === '') throw new Error('the styles have no place in the scripts');
			},
		},
	};
}
