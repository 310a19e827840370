/** What the page shows of recorded runs, in one chunk. */
export { Opening } from './Opening';
export { RecordingBar } from './RecordingBar';
export { RecordingNote } from './RecordingNote';
export { RecordingPanel } from './RecordingPanel';
export { Recordings } from './recordings';
