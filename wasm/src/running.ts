/** What it takes to run a lock. In a chunk of its own, which comes with the first module: a list of locks needs none of it. */
export { Family } from './engine';
export { instantiate } from './loader';
export { Session } from './session';
