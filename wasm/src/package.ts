/** The package `lockstep-wasm`: the core, and where its modules are. */
export * from './index';
export { moduleUrl } from './module-url';
