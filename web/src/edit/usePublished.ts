import { useEffect, useState } from 'react';
import { publishedText } from './own';

/** The published text of that name; null while it is on its way. */
export function usePublished(name: string): string | null {
	const [text, setText] = useState<{ name: string; text: string } | null>(null);
	useEffect(() => {
		let stays = true;
		publishedText(name)
			.then((come) => stays && setText({ name, text: come }))
			.catch(() => {});
		return () => {
			stays = false;
		};
	}, [name]);
	return text?.name === name ? text.text : null;
}
