import { type Core, wrote } from '../../../wasm/src';
import { wordPlace } from '../../../wasm/src/words';
import { isWordDrawn } from '../drawings/drawn';
import { hintOf } from '../drawings/hint';
import { Now, Value, Was } from '../drawings/Value';
import { wordMeaning } from '../drawings/value';
import { useDocument } from '../store/react';
import styles from './figure.module.css';
import { toldStep } from './figure-app';
import type { FigureData } from './types';

/**
 * The word that the sentence speaks of, where nothing else in the figure shows it. Its line is always there, so that
 * nothing below it moves.
 */
export function Touched({ figure, core }: { figure: FigureData; core: Core }) {
	const doc = useDocument();
	const { machine } = doc.moment;
	const lock = core.lock(machine.lock);
	const { record } = toldStep(figure, doc);
	const threads = machine.threads.length;
	const hint = record && hintOf(record, lock, threads);
	const place = record && hint ? wordPlace(lock, record.word) : undefined;
	const shows = (pane: FigureData['panes'][number]) => figure.panes.includes(pane);
	const parts = {
		word: shows('word'),
		queue: shows('queue'),
		words: shows('words'),
		only: figure.words ?? undefined,
	};
	if (!record || !place || isWordDrawn(lock, machine, record.word, parts))
		return <p className={styles.touched} />;
	const { facts, tid } = place;
	const view =
		machine.words.find(({ id }) => id === record.word) ??
		machine.nodes.flatMap(({ words }) => words).find(({ id }) => id === record.word);
	const isList = facts.kind === 'list';
	const isNew = !isList && wrote(record) && record.old !== record.new;
	const meaning = (value: number) => wordMeaning(value, facts, threads, view?.list);
	const value = isNew ? record.new : isList ? 0 : record.old;
	return (
		<p className={styles.touched} data-testid="touched" title={facts.meaning}>
			<code>
				{tid > 0 && `T${tid}.`}
				{facts.name}
			</code>{' '}
			<Now value={value} changed={isNew}>
				<Value meaning={meaning(value)} size={20} />
			</Now>
			{isNew && <Was meaning={meaning(record.old)} size={18} />}
		</p>
	);
}
