/** Hours are short, so that the next one answers an intent soon. */
export const FUZZ_ENV = { ASSAY_ROLES: 'api,world', WORLD_TICK_MS: '100' };
