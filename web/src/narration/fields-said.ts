/** A sentence as a slide has it: of a word with fields, those that the step changed; the picture has the whole value. */
import type { DecodedField, MachineView, StepRecord, WordFacts } from '../../../wasm/src';
import { decodeWord, fieldsAt, valueSaid } from '../../../wasm/src/format';
import { withSourceNames } from '../drawings/source-names';

const namesAt = (facts: WordFacts, value: number): string =>
	fieldsAt(facts, value)
		.map(({ name }) => name)
		.join();

/** "next 255 → 0"; '' where that would not say it all. */
function changesOf(facts: WordFacts, { old, new: now }: Pick<StepRecord, 'old' | 'new'>): string {
	/* what a bit means may hang on another one */
	if (namesAt(facts, old) !== namesAt(facts, now)) return '';
	const changed = decodeWord(facts, now, old).filter((field) => field.changed);
	if (changed.some(({ kind }) => kind === 'reserved')) return '';
	const said = ({ name, was, text }: DecodedField) => `${name} ${was} → ${text}`;
	return changed.map(said).join(', ');
}

export function withFieldsAlone(
	sentence: string,
	record: Pick<StepRecord, 'word' | 'old' | 'new'> | null,
	{ words, nodes }: Pick<MachineView, 'words' | 'nodes'>,
): string {
	const all = [...words, ...nodes.flatMap((node) => node.words)];
	const facts = all.find(({ id }) => id === record?.word)?.facts;
	if (!record || facts?.kind !== 'bits') return sentence;
	const changes = changesOf(facts, record);
	const values = `${valueSaid(facts, record.old)} → ${valueSaid(facts, record.new)}`;
	return changes ? sentence.replace(withSourceNames(values), withSourceNames(changes)) : sentence;
}
