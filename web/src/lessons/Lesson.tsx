import { OnceEach } from '../glossary/Prose';
import { Ask } from './Ask';
import { Code } from './Code';
import { Figure } from './Figure';
import { Growth } from './Growth';
import { useTouched } from './in-view';
import { Levels } from './Levels';
import { LessonName } from './left';
import styles from './lesson.module.css';
import { isAnswered, openAsks, type Progress, useProgress } from './progress';
import { Search } from './Search';
import { Slide, SlidesOf } from './slides';
import { Text } from './Text';
import type { Block, Inline, Lesson as LessonData } from './types';

function Items({ ordered, items }: { ordered: boolean; items: Inline[][] }) {
	const Tag = ordered ? 'ol' : 'ul';
	return (
		<Tag className={ordered ? styles.numbered : styles.list}>
			{items.map((item, i) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a lesson does not change
				<li key={i}>
					<Text of={item} />
				</li>
			))}
		</Tag>
	);
}

function Part({ block, slug }: { block: Block; slug: string }) {
	switch (block.kind) {
		case 'heading':
			return (
				<h2 id={block.id}>
					<Text of={block.text} plain />
				</h2>
			);
		case 'text':
			return (
				<p>
					<Text of={block.text} />
				</p>
			);
		case 'keep':
			return (
				<p className={styles.keep} data-testid="keep">
					<Text of={block.text} />
				</p>
			);
		case 'list':
			return <Items {...block} />;
		case 'but':
			return (
				<details className={styles.but}>
					<summary>
						<Text of={block.question} plain />
					</summary>
					<Blocks blocks={block.blocks} slug={slug} />
				</details>
			);
		case 'figure':
			return (
				<Slide shown={block}>
					<Figure figure={block} />
				</Slide>
			);
		case 'ask':
			return (
				<Slide shown={block}>
					<Ask ask={block} slug={slug} />
				</Slide>
			);
		case 'search':
			return <Search search={block} />;
		case 'growth':
			return <Growth growth={block} />;
		case 'code':
			return <Code code={block} />;
	}
}

function Blocks({ blocks, slug }: { blocks: readonly Block[]; slug: string }) {
	return blocks.map((block, i) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: a lesson does not change
		<Part key={i} block={block} slug={slug} />
	));
}

/**
 * What follows an open question, up to the next one or the next heading, would tell the answer: it waits. What to take
 * home is the answer to all of them.
 */
function toldOf(
	blocks: readonly Block[],
	progress: Progress,
	{ slug, asked }: SectionOf,
): (Block | null)[] {
	let open = false;
	return blocks.map((block) => {
		if (block.kind === 'keep' && asked > 0) return null;
		if (SPEAKS.has(block.kind)) return open ? null : block;
		open = block.kind === 'ask' && !isAnswered(progress, slug, block.id);
		return block;
	});
}

const SPEAKS: ReadonlySet<Block['kind']> = new Set([
	'text',
	'keep',
	'list',
	'but',
	'figure',
	'growth',
	'code',
]);

interface SectionOf {
	slug: string;
	/** questions of the whole lesson that are open */
	asked: number;
}

function Section({ blocks, ...of }: SectionOf & { blocks: readonly Block[] }) {
	const told = toldOf(blocks, useProgress(), of);
	return told.map((block, i) => {
		if (block)
			// biome-ignore lint/suspicious/noArrayIndexKey: a lesson does not change
			return <Part key={i} block={block} slug={of.slug} />;
		if (!told[i - 1]) return null;
		const last = blocks[i]?.kind === 'keep' && told[i - 1]?.kind !== 'ask';
		return (
			// biome-ignore lint/suspicious/noArrayIndexKey: a lesson does not change
			<p key={i} className="muted" data-testid="waits">
				{last
					? 'What to take home follows when every question of this lesson is answered.'
					: 'The rest of this section follows when you have found the right answer.'}
			</p>
		);
	});
}

/** From heading to heading. */
function sectionsOf(blocks: readonly Block[]): Block[][] {
	const sections: Block[][] = [[]];
	for (const block of blocks)
		if (block.kind === 'heading') sections.push([block]);
		else sections.at(-1)?.push(block);
	return sections;
}

export function Lesson({ lesson }: { lesson: LessonData }) {
	useTouched();
	const open = openAsks(useProgress(), lesson);
	const [first = [], ...sections] = sectionsOf(lesson.blocks);
	const of = { slug: lesson.slug, asked: open };
	return (
		<LessonName value={lesson.slug}>
			<SlidesOf lesson={lesson}>
				<article className={styles.lesson} data-testid="lesson">
					<header>
						<h1>{lesson.title}</h1>
						<p className={styles.number}>
							Lesson {lesson.number} · {lesson.minutes} minutes
						</p>
					</header>
					{[first, ...sections].map((blocks, i) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: a lesson does not change
						<OnceEach key={i}>
							<Section blocks={blocks} {...of} />
						</OnceEach>
					))}
					<p className={styles.today} data-testid="today">
						<b>Which Linux.</b> <Text of={lesson.today} plain />
					</p>
					<Levels levels={lesson.levels} repairs={lesson.repairs} open={open} />
				</article>
			</SlidesOf>
		</LessonName>
	);
}
