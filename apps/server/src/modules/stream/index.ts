export type { StreamEvent } from './stream.published.ts';
