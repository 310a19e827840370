import { Ask } from './Ask';
import { Figure } from './Figure';
import styles from './lesson.module.css';
import { Search } from './Search';
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
					<Text of={block.text} />
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
						<Text of={block.question} />
					</summary>
					<Blocks blocks={block.blocks} slug={slug} />
				</details>
			);
		case 'figure':
			return <Figure figure={block} />;
		case 'ask':
			return <Ask ask={block} slug={slug} />;
		case 'search':
			return <Search search={block} />;
	}
}

function Blocks({ blocks, slug }: { blocks: readonly Block[]; slug: string }) {
	return blocks.map((block, i) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: a lesson does not change
		<Part key={i} block={block} slug={slug} />
	));
}

export function Lesson({ lesson }: { lesson: LessonData }) {
	return (
		<article className={styles.lesson} data-testid="lesson">
			<header>
				<p className={styles.number}>
					Lesson {lesson.number} · {lesson.minutes} minutes
				</p>
				<h1>{lesson.title}</h1>
			</header>
			<Blocks blocks={lesson.blocks} slug={lesson.slug} />
		</article>
	);
}
