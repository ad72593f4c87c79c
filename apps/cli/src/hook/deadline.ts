/** Measured from the start of the process. Hosts wait at least 10 s; after that most of them let the call through. */
export const HOOK_DEADLINE_MS = 9_000;
