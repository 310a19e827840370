/** How Shiki reads a lock's text: its grammar of C, and on top of that the words of the dialect. */

import { createHighlighterCoreSync, type LanguageRegistration } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import c from 'shiki/langs/c.mjs';
import { KEYWORDS } from '../../core-c/dialect/words.ts';
import { KINDS, type Kind, type Token } from '../src/drawings/source/lines.ts';

const PRIVATE = { match: '\\bmy->\\w+', name: 'variable.private.dialect' };

const dialect: LanguageRegistration = {
	name: 'dialect',
	scopeName: 'injection.dialect',
	injectTo: ['source.c'],
	injectionSelector: 'L:source.c -comment -string',
	repository: {},
	patterns: [
		/* `lk->node[my->prev].next` is shared, but for the private name in it */
		{
			begin: '\\b(?:lk|lock)->',
			end: '(?=[^\\w.\\[\\]>-])|$',
			name: 'variable.shared.dialect',
			patterns: [PRIVATE],
		},
		PRIVATE,
		{ match: `(?<!->|\\.)\\b(?:${KEYWORDS.join('|')})\\b`, name: 'keyword.dialect' },
		/* STORE, LOAD, CAS and their like; a function of the kernel reads the same */
		{
			match: '\\b(?!(?:if|else|while|for|do|return|switch|sizeof)\\b)[A-Za-z_]\\w*(?=\\()',
			name: 'entity.word.dialect',
		},
	],
};

/** Which scopes of the grammars are of which kind; a later line speaks of a narrower scope. */
const SCOPES: readonly [Kind, readonly string[]][] = [
	['comment', ['comment']],
	['number', ['constant.numeric', 'keyword.other.unit']],
	['keyword', ['keyword.control', 'keyword.dialect', 'storage', 'constant.language']],
	['word', ['entity.word.dialect']],
	['shared', ['variable.shared.dialect']],
	['private', ['variable.private.dialect']],
	['directive', ['meta.preprocessor']],
];

/** A theme that paints each kind with its number, so that a colour is read back as a kind. */
const paint = (kind: Kind): string => `#${KINDS.indexOf(kind).toString(16).padStart(6, '0')}`;
const kindOf = (colour = ''): Kind => KINDS[Number.parseInt(colour.slice(1), 16)] ?? 'plain';

const theme = {
	name: 'kinds',
	type: 'light' as const,
	fg: paint('plain'),
	bg: '#ffffff',
	settings: SCOPES.map(([kind, scope]) => ({
		scope: [...scope],
		settings: { foreground: paint(kind) },
	})),
};

const shiki = createHighlighterCoreSync({
	themes: [theme],
	langs: [c, dialect],
	engine: createJavaScriptRegexEngine(),
});

/** The pieces of each line, as they stand. */
export function piecesOf(source: string): Token[][] {
	/* however long the first line takes on a busy machine: by itself it would leave a line half read after half a second */
	const options = { lang: 'c', theme: 'kinds', tokenizeTimeLimit: 0 } as const;
	const lines = shiki.codeToTokensBase(source, options);
	return lines.map((line) =>
		line.map(({ content, color }) => ({ kind: kindOf(color), text: content })),
	);
}
