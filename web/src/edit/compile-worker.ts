/** The Worker that compiles: one text, then the client ends it. */
import { expose } from 'comlink';
import { type Compilation, compile, type KernelOrder, kernelOf, type Order } from './compile';
import { publishedSources } from './sources';

const api = {
	compile: (order: Order): Promise<Compilation> => compile(order, publishedSources),
	kernel: (order: KernelOrder): Promise<string> => kernelOf(order, publishedSources),
};
export type CompileWorker = typeof api;

expose(api);
