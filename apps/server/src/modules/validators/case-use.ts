/** What a case is for. Those of a calibration become known, so they test nobody afterwards. */
export const CASE_USES = ['calibration', 'canary'] as const;
/** A case that so many remote validators were shown in a calibration is asked no more while there are others. */
export const CASE_SHOWN_MAX = 3;
export type CaseUse = (typeof CASE_USES)[number];
