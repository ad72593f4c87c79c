/** The uses of a case. Calibration cases become known, so they are not used as canaries. */
export const CASE_USES = ['calibration', 'canary'] as const;
/** The engine's result, without readers, on a case whose verdict it proves. */
export const PROVEN_RESULT = { SAFE: 'NO_FINDINGS', UNSAFE: 'UNSAFE' } as const;
/** A calibration case that this many remote validators have seen is not used while there are others. */
export const CASE_SHOWN_MAX = 3;
/**
 * The origin of a case. The templates of generated cases are public, so a validator can answer them from knowledge of
 * the templates. A right answer to one earns pay but no record.
 */
export const CASE_ORIGINS = ['IMPORTED', 'GENERATED'] as const;
export type CaseUse = (typeof CASE_USES)[number];
export type CaseOrigin = (typeof CASE_ORIGINS)[number];
