export { Lanes } from './Lanes';
export type * from './props';
export { QueueView } from './QueueView';
export { SourcePane } from './SourcePane';
export { WordView } from './WordView';
