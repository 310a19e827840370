interface Watched {
	/** of what has come so far nothing is told */
	forget(): void;
	end(): void;
}

/** Tells of what anyone changes in there, and of letters that come late; who changes something himself forgets it then. */
export function watched(parts: Iterable<Element>, onChange: () => void): Watched {
	const observer = new MutationObserver(onChange);
	for (const part of parts)
		observer.observe(part, {
			subtree: true,
			childList: true,
			characterData: true,
			attributes: true,
		});
	document.fonts?.addEventListener('loadingdone', onChange);
	return {
		forget: () => void observer.takeRecords(),
		end() {
			observer.disconnect();
			document.fonts?.removeEventListener('loadingdone', onChange);
		},
	};
}
