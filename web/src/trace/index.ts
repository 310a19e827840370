/** What the page shows of recorded runs, in one chunk. */
export { recordingsOf } from './in-worker';
export { Opening } from './Opening';
export { RecordingBar } from './RecordingBar';
export { RecordingNote } from './RecordingNote';
export { RecordingPanel } from './RecordingPanel';
