export { createEmbeddedSandbox, type EmbeddedOptions, type EmbeddedSandbox } from './embedded.ts';
