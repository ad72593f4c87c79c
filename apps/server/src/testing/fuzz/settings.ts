/** Hours pass quickly: an intent is answered by the next one. */
export const FUZZ_ENV = { ASSAY_ROLES: 'api,world', WORLD_TICK_MS: '100' };
