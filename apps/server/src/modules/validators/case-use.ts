/** What a case is for. Those of a calibration become known, so they test nobody afterwards. */
export const CASE_USES = ['calibration', 'canary'] as const;
export type CaseUse = (typeof CASE_USES)[number];
