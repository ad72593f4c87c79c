import type { EvidenceClass } from '../report/evidence-class.ts';

/**
 * What a rule has earned with one kind of evidence. `mayBlock` holds while its wrong alarms stay at or under one in 2,000
 * wild skills; `read`, `right` and `wrong` count the blocked skills of TUNE that somebody has read. How often it fires is
 * measured, not written: see bench/eval/fires.json.
 */
export type RuleRecord = {
  readonly rule: string;
  readonly evidence: EvidenceClass;
  readonly mayBlock: boolean;
  readonly read: number;
  readonly right: number;
  readonly wrong: number;
};

export const RECORD: readonly RuleRecord[] = [];
