import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { atOnce } from './at-once';

const Word = ({ text }: { text: string }) => <p>{text}</p>;

class Said extends Component<{ children: ReactNode }, { error?: Error }> {
	override state: { error?: Error } = {};
	static getDerivedStateFromError(error: Error) {
		return { error };
	}
	override render() {
		return this.state.error ? <p>{this.state.error.message}</p> : this.props.children;
	}
}

it('draws what has come at once, and asks for it once', async () => {
	let arrive = (_: typeof Word) => {};
	const load = vi.fn(() => new Promise<typeof Word>((resolve) => (arrive = resolve)));
	const View = atOnce(load);
	render(<View text="one" />);
	const { unmount } = render(<View text="two" />);
	expect(screen.queryByText('one')).toBeNull();
	unmount();
	await act(async () => arrive(Word));
	expect(screen.getByText('one')).toBeTruthy();
	render(<View text="three" />);
	expect(screen.getByText('three')).toBeTruthy();
	expect(load).toHaveBeenCalledTimes(1);
});

it('hands on why it does not come', async () => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	const View = atOnce<{ text: string }>(() => Promise.reject(new Error('no line')));
	await act(async () => {
		render(
			<Said>
				<View text="one" />
			</Said>,
		);
	});
	expect(screen.getByText('no line')).toBeTruthy();
});

it('keeps the place of what is on its way, if it is told how', async () => {
	let arrive = (_: typeof Word) => {};
	const View = atOnce(
		() => new Promise<typeof Word>((resolve) => (arrive = resolve)),
		({ text }) => <p>awaited: {text}</p>,
	);
	render(<View text="place" />);
	expect(screen.getByText('awaited: place')).toBeTruthy();
	await act(async () => arrive(Word));
	expect(screen.queryByText('awaited: place')).toBeNull();
	expect(screen.getByText('place')).toBeTruthy();
});
