/** Counted from the start of the process. Hosts wait at least 10 s, and most of them let a call through after that. */
export const HOOK_DEADLINE_MS = 9_000;
