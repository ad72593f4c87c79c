export type { ReviewHost } from './review/host.ts';
export { compareSources, reviewContract } from './review/review.ts';
