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

const row = (rule: string, evidence: EvidenceClass, mayBlock: boolean, right: number, wrong: number): RuleRecord => ({
  rule,
  evidence,
  mayBlock,
  read: right + wrong,
  right,
  wrong,
});

/** Read among the first 2,300 skills of TUNE, in the order of their digests. */
export const RECORD: readonly RuleRecord[] = [
  row('COR-01', 'command', true, 4, 0),
  row('COR-01', 'words', true, 1, 0),
  row('COR-02', 'file', true, 0, 1),
  row('EXE-01', 'command', true, 1, 1),
  row('EXE-01', 'decoded', true, 4, 0),
  row('EXE-01', 'file', true, 0, 1),
  // The two wrong ones were a value in the quotation marks of a program that everybody can read; that is told apart since.
  row('EXE-02', 'file', true, 3, 0),
  row('EXF-01', 'command', true, 3, 0),
  row('EXF-01', 'file', true, 1, 2),
  row('HID-05', 'command', true, 4, 0),
  // Manuals and lists of what a guard refuses name these commands; in the entry's fences and in scripts they still block.
  row('PER-06', 'words', false, 0, 1),
  row('PRV-01', 'words', false, 0, 3),
  row('PRV-02', 'words', false, 0, 1),
  row('SUP-03', 'words', false, 0, 2),
  row('SOC-01', 'words', true, 4, 0),
  // A page that shows how its own command is called.
  row('SOC-03', 'file', false, 0, 1),
  row('SOC-03', 'words', true, 1, 0),
];
