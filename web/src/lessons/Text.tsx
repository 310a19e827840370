import { useContext } from 'react';
import { useWay } from '../app/site';
import { Prose } from '../glossary/Prose';
import { useAppState } from '../store/react';
import { fromLesson, LessonName } from './left';
import type { Inline } from './types';

interface TextProps {
	of: readonly Inline[];
	/** in what is pressed or named, no word opens */
	plain?: boolean;
}

function Link({ to, of }: { to: string; of: Inline[] }) {
	/* whoever comes from a lesson meets the story first */
	const isStory = useAppState(({ core }) => core?.scenario(to.replace(/^#\//, '')) !== undefined);
	const lesson = useContext(LessonName);
	const way = useWay(isStory ? fromLesson(to, lesson) : to);
	const text = <Text of={of} plain />;
	return way ? <a {...way}>{text}</a> : text;
}

function Part({ part, plain }: { part: Inline; plain: boolean }) {
	if (typeof part === 'string') return plain ? part : <Prose>{part}</Prose>;
	switch (part.kind) {
		case 'code':
			return <code>{part.text}</code>;
		case 'link':
			return <Link {...part} />;
		case 'strong':
			return (
				<strong>
					<Text of={part.of} plain={plain} />
				</strong>
			);
		case 'em':
			return (
				<em>
					<Text of={part.of} plain={plain} />
				</em>
			);
	}
}

/** Words of a lesson; those of the glossary open. */
export function Text({ of, plain = false }: TextProps) {
	return of.map((part, i) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: a lesson does not change
		<Part key={i} part={part} plain={plain} />
	));
}

/** What of it the glossary may know, part by part: code and links are none. */
export function wordsOf(of: readonly Inline[]): string[] {
	return of.flatMap((part) => {
		if (typeof part === 'string') return part;
		return part.kind === 'strong' || part.kind === 'em' ? wordsOf(part.of) : [];
	});
}
