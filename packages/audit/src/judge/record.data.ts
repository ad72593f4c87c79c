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

/** The blocked ones of 8,022 skills of TUNE, the first 6,000 by digest and 2,022 more, read after the last mending. */
export const RECORD: readonly RuleRecord[] = [
  row('COR-01', 'command', true, 15, 0),
  row('COR-01', 'decoded', true, 1, 0),
  row('COR-01', 'file', true, 0, 1),
  row('COR-01', 'words', true, 2, 1),
  row('COR-02', 'file', true, 0, 2),
  row('COR-04', 'file', true, 2, 2),
  // Guides that set up a service, a user's own timer, settings beside the units: wrong, but the same evidence is what implants leave.
  row('COR-05', 'command', true, 0, 1),
  row('COR-05', 'file', true, 1, 3),
  // A line for the case that somebody asks for it, an installer everybody knows: what words make somebody fetch is for a reader.
  row('COR-09', 'words', false, 0, 2),
  row('CRD-02', 'file', true, 1, 2),
  // Wrong as often as may be: scripts of makers nobody knows, on domains named like nothing in the skill.
  row('EXE-01', 'command', true, 4, 4),
  row('EXE-01', 'decoded', true, 17, 2),
  row('EXE-01', 'file', true, 2, 3),
  row('EXE-01', 'words', true, 3, 2),
  row('EXE-02', 'command', true, 4, 0),
  row('EXE-02', 'file', true, 3, 2),
  row('EXE-03', 'file', true, 2, 1),
  row('EXF-01', 'command', true, 4, 2),
  // More often wrong than may be (addresses and signatures made with a key, an identifier of a chat); it keeps blocking
  // because the same evidence is what thefts leave.
  row('EXF-01', 'file', true, 2, 9),
  row('EXF-03', 'file', true, 0, 2),
  row('HID-05', 'command', true, 15, 0),
  row('HID-08', 'hidden', true, 0, 1),
  row('HID-10', 'file', true, 2, 0),
  row('PER-10', 'command', true, 0, 0),
  // Manuals and lists of what a guard refuses name these commands; in the entry's fences and in scripts they still block.
  row('PER-06', 'words', false, 0, 1),
  // Translations and notes of authors in comments.
  row('PI-07', 'hidden', true, 0, 2),
  row('PRV-01', 'file', true, 0, 1),
  row('PRV-01', 'words', false, 0, 3),
  row('PRV-02', 'words', false, 0, 1),
  row('SUP-03', 'words', false, 0, 2),
  row('SOC-01', 'words', true, 20, 2),
  row('SOC-02', 'words', true, 2, 0),
  // A page that shows how its own command is called.
  row('SOC-03', 'file', false, 0, 1),
  row('SOC-03', 'words', true, 5, 1),
  // Programs that their own interpreter refuses as well, and very long ones. Whatever is run unread is refused all the same.
  row('UNA-14', 'file', true, 0, 10),
  // The fences of a document past the limit for code. Wrong, but nobody has read them.
  row('UNA-14', 'sample', true, 0, 1),
  row('UNA-14', 'words', true, 0, 4),
];
