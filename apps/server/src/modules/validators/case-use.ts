/** What a case is for. Calibration cases become known, so they are no canaries. */
export const CASE_USES = ['calibration', 'canary'] as const;
/** What the engine alone, without readers, says of a case whose verdict it proves. */
export const PROVEN_RESULT = { SAFE: 'NO_FINDINGS', UNSAFE: 'UNSAFE' } as const;
/** A case that so many remote validators were shown in a calibration is asked no more while there are others. */
export const CASE_SHOWN_MAX = 3;
/**
 * Where a case comes from. The templates of generated cases are public, so a right answer to one of them may come from a
 * validator that knows the templates: it earns pay and no record.
 */
export const CASE_ORIGINS = ['IMPORTED', 'GENERATED'] as const;
export type CaseUse = (typeof CASE_USES)[number];
export type CaseOrigin = (typeof CASE_ORIGINS)[number];
