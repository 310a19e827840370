/** What an access costs: which CPU has which cache line, and whom each step disturbs. See docs/cache-lines.md. */
export { CachePane } from './CachePane';
export { CopiesPane } from './CopiesPane';
export { overlayOf } from './overlay';
