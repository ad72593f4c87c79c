export { type CheckUrl, createUrlCheck } from './check-url.ts';
export type { FetchLimits } from './fetch-limits.ts';
export { createGuardedFetch, type FetchRequest, type FetchResult, type GuardedFetch } from './guarded-fetch.ts';
export { type DialTarget, type Network, systemNetwork } from './network.ts';
