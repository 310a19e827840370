/** Asks the reader for a file. The picker gives the focus back to where it was. */
export function pickFile(picked: (file: File) => void): void {
	const input = document.createElement('input');
	input.type = 'file';
	input.accept = '.trace,.txt,text/plain';
	input.onchange = () => {
		const file = input.files?.[0];
		if (file) picked(file);
	};
	input.click();
}
