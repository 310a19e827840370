export type * from './props';
export { QueueView } from './QueueView';
export { WordView } from './WordView';
