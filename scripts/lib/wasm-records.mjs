/**
 * What reads and writes the records that lie in a module's memory (wasm/generated/records.ts), straight-line and by name: place and
 * width of each field are those of core-c/facts/layout.c.
 */
import { Told } from './run.mjs';

/**
 * Of which record what is made: `read` gives a new one, `into` fills one that is there, `write` puts one there;
 * `columns` keeps many, an array a field; `get` and `set` are of single fields.
 */
const MADE = {
	machine: { read: true, set: ['budget'] },
	thread: { read: true, get: ['status', 'holds', 'sp'] },
	frame: { read: true, get: ['bytes'] },
	record: { into: true, write: true, columns: true },
	config: { read: true, write: true },
	place: { read: true },
	touch: { read: true, columns: true },
	cache: { read: true },
	line: { read: true },
	stats: { read: true },
};

const capital = (name) => name.charAt(0).toUpperCase() + name.slice(1);

/** Its fields: what layout.c states with a width; the other numbers are where something begins. */
export function fieldsOf(name, struct) {
	const fields = Object.entries(struct).filter(([, field]) => typeof field === 'object');
	for (const [field, { type }] of fields)
		if (!type) throw new Told(`${name}.${field} is of no width that a DataView reads`);
	return fields;
}

const order = ({ bytes }) => (bytes > 1 ? ', true' : '');
const getOne = (field, at) => `view.get${field.type}(${at}${order(field)})`;
const setOne = (field, at, value) => `view.set${field.type}(${at}, ${value}${order(field)})`;
const element = ({ at, bytes }) => `at + ${at} + ${bytes} * i`;

const reading = (field) =>
	field.count
		? `Array.from({ length: ${field.count} }, (_, i) => ${getOne(field, element(field))})`
		: getOne(field, `at + ${field.at}`);
const writing = (field, value) =>
	field.count
		? `for (let i = 0; i < ${field.count}; i++) ${setOne(field, element(field), `${value}[i] ?? 0`)};`
		: `${setOne(field, `at + ${field.at}`, value)};`;

const typeOf = ({ count }, many = 'number[]') => (count ? many : 'number');

/** `head {`, a line for each field, `}`. */
const block = (head, fields, line, foot = '}') => [head, ...fields.map(line), foot];

function partsOf(name, fields) {
	const Raw = `Raw${capital(name)}`;
	return {
		read: () =>
			block(
				`export const read${capital(name)} = (view: DataView, at: number): ${Raw} => ({`,
				fields,
				([key, field]) => `\t${key}: ${reading(field)},`,
				'});',
			),
		into: () => [
			...block(
				`export const empty${capital(name)} = (): ${Raw} => ({`,
				fields,
				([key]) => `\t${key}: 0,`,
				'});',
			),
			...block(
				`export function read${capital(name)}(view: DataView, at: number, into: ${Raw}): ${Raw} {`,
				fields,
				([key, field]) => `\tinto.${key} = ${reading(field)};`,
				'\treturn into;\n}',
			),
		],
		write: () =>
			block(
				`export function write${capital(name)}(view: DataView, at: number, from: ${Raw}): void {`,
				fields,
				([key, field]) => `\t${writing(field, `from.${key}`)}`,
			),
		columns: () => [
			...block(
				`export interface ${capital(name)}Columns {`,
				fields,
				([key, { type }]) => `\t${key}: ${type}Array;`,
			),
			...block(
				`export const ${name}Columns = (length: number): ${capital(name)}Columns => ({`,
				fields,
				([key, { type }]) => `\t${key}: new ${type}Array(length),`,
				'});',
			),
			...block(
				`export function store${capital(name)}(columns: ${capital(name)}Columns, i: number, from: ${Raw}): void {`,
				fields,
				([key]) => `\tcolumns.${key}[i] = from.${key};`,
			),
			...block(
				`export function load${capital(name)}(columns: ${capital(name)}Columns, i: number, into: ${Raw}): ${Raw} {`,
				fields,
				([key]) => `\tinto.${key} = columns.${key}[i] as number;`,
				'\treturn into;\n}',
			),
		],
	};
}

function madeOf(name, struct) {
	const fields = fieldsOf(name, struct);
	const { get = [], set = [], ...made } = MADE[name];
	const one = (key) => {
		if (!struct[key]?.type) throw new Told(`no field ${key} in ${name}`);
		return struct[key];
	};
	const parts = partsOf(name, fields);
	return [
		...block(
			`export interface Raw${capital(name)} {`,
			fields,
			([key, field]) => `\t${key}: ${typeOf(field)};`,
		),
		...Object.keys(made).flatMap((what) => parts[what]()),
		...get.map(
			(key) =>
				`export const ${name}${capital(key)} = (view: DataView, at: number): ${typeOf(one(key))} => ${reading(one(key))};`,
		),
		...set.flatMap((key) => [
			`export function set${capital(name)}${capital(key)}(view: DataView, at: number, value: ${typeOf(one(key), 'readonly number[]')}): void {`,
			`\t${writing(one(key), 'value')}`,
			'}',
		]),
	];
}

/** All of them, as the text of a file. */
export const recordsIn = (layout) =>
	Object.keys(MADE).flatMap((name) => madeOf(name, layout[name]));

/** What is left for whoever counts bytes: sizes, and where something begins that is no number. */
export const placesIn = (layout) =>
	Object.fromEntries(
		Object.entries(layout).map(([name, one]) => [
			name,
			typeof one === 'object'
				? Object.fromEntries(Object.entries(one).filter(([, value]) => typeof value === 'number'))
				: one,
		]),
	);
