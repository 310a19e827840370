/** The addresses of the items of a talk. */
import { withKeys } from '../app/fragment';
import { isItem } from '../store/listed';
import { parted } from '../store/query';

const PLAIN: Readonly<Record<string, string>> = {
	'%2C': ',',
	'%2F': '/',
	'%3F': '?',
	'%3B': ';',
	'%3D': '=',
	'%20': '+',
};

/** As it stands in an address, behind 'list='. */
export const listText = (list: readonly string[]): string =>
	encodeURIComponent(list.join()).replace(/%(?:2C|2F|3F|3B|3D|20)/g, (code) => PLAIN[code] ?? code);

/** What an item opens: all that follows '#/', with the keys of an address between '&', and without the title. */
export function addressOf(item: string): string {
	const { path, query } = parted(item);
	const keys = query.split(';').filter((pair) => pair !== '' && !pair.startsWith('t='));
	return (keys.length > 0 ? `${path}?${keys.join('&')}` : path)
		.replace(/%2C/g, ',')
		.replace(/ /g, '%20');
}

/** The talk, and which of its items the address opens. */
export function talkKeys(list: readonly string[], place: number): string {
	const which = list.some(isItem) ? `&item=${place + 1}` : '';
	return `list=${listText(list)}${which}`;
}

/** The address of an item of a talk, with the talk; `at`: at another moment of its story. */
export function itemHash(list: readonly string[], place: number, at?: number): string {
	const item = list[place] ?? '';
	const address = at === undefined ? addressOf(item) : `${item.replace(/\?.*/s, '')}?at=${at}`;
	return `#/${withKeys(address, talkKeys(list, place))}`;
}

/** From its first item on, in presenter view: what follows the '#' of the address. '' for none. */
export const talkHash = (list: readonly string[]): string =>
	list.length > 0 ? `${itemHash(list, 0)}&p=1` : '';
