import styles from './blocks.module.css';
import type { DocBlock, DocInline } from './types';

function Part({ part }: { part: DocInline }) {
	if (typeof part === 'string') return part;
	switch (part.kind) {
		case 'code':
			return <code>{part.text}</code>;
		case 'em':
			return (
				<em>
					<Line of={part.of} />
				</em>
			);
		case 'strong':
			return (
				<strong>
					<Line of={part.of} />
				</strong>
			);
		case 'link':
			return (
				<a href={part.to}>
					<Line of={part.of} />
				</a>
			);
	}
}

export function Line({ of }: { of: readonly DocInline[] }) {
	return of.map((part, i) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
		<Part key={i} part={part} />
	));
}

/** A wide table is moved sideways, by itself; the page is not. */
function Table({ head, rows }: Extract<DocBlock, { kind: 'table' }>) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
		<div className={styles.table} tabIndex={0}>
			<table>
				<thead>
					<tr>
						{head.map((cell, i) => {
							const Tag = cell.length > 0 ? 'th' : 'td';
							return (
								// biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
								<Tag key={i} scope={cell.length > 0 ? 'col' : undefined}>
									<Line of={cell} />
								</Tag>
							);
						})}
					</tr>
				</thead>
				<tbody>
					{rows.map((row, y) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
						<tr key={y}>
							{row.map((cell, x) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
								<td key={x}>
									<Line of={cell} />
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

function Block({ block }: { block: DocBlock }) {
	switch (block.kind) {
		case 'heading': {
			const Tag = `h${Math.min(block.level, 4)}` as 'h2' | 'h3' | 'h4';
			return (
				<Tag id={block.id} tabIndex={-1}>
					<Line of={block.text} />
				</Tag>
			);
		}
		case 'text':
			return (
				<p>
					<Line of={block.text} />
				</p>
			);
		case 'list': {
			const Tag = block.ordered ? 'ol' : 'ul';
			return (
				<Tag className={block.ordered ? styles.numbered : styles.list}>
					{block.items.map((item, i) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
						<li key={i}>
							<Blocks of={item} />
						</li>
					))}
				</Tag>
			);
		}
		case 'table':
			return <Table {...block} />;
		case 'code':
			return (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
				<pre className={styles.code} tabIndex={0}>
					<code>{block.text}</code>
				</pre>
			);
	}
}

export function Blocks({ of }: { of: readonly DocBlock[] }) {
	return of.map((block, i) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
		<Block key={i} block={block} />
	));
}
