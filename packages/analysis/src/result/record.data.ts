import type { EvidenceClass } from './evidence-class.ts';

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

/**
 * What today's engine blocks, read: of the 2,700 skills of TUNE-2 37, 27 of them rightly; of the 154 of TUNE that had been blocked before 90, 52 rightly; of 2,000
 * others of TUNE 17, 2 rightly. One in 2,000 of TUNE and TUNE-2 together is 8.
 */
export const RECORD: readonly RuleRecord[] = [
  row('COR-01', 'command', true, 32, 0),
  row('COR-01', 'decoded', true, 1, 0),
  row('COR-01', 'file', true, 2, 0),
  row('COR-01', 'words', true, 1, 1),
  row('COR-02', 'command', true, 1, 0),
  row('COR-02', 'file', true, 1, 3),
  row('COR-04', 'file', true, 3, 1),
  row('COR-05', 'file', true, 2, 1),
  row('COR-09', 'file', true, 1, 1),
  // A line for the case that somebody asks for it, an installer everybody knows: what words make somebody fetch is for a reader.
  row('COR-09', 'words', false, 0, 2),
  row('CRD-02', 'file', true, 0, 0),
  row('CRD-03', 'file', true, 1, 0),
  row('EXE-01', 'command', true, 5, 5),
  row('EXE-01', 'decoded', true, 33, 0),
  row('EXE-01', 'file', true, 9, 5),
  row('EXE-01', 'words', true, 1, 2),
  row('EXE-02', 'command', true, 6, 0),
  row('EXE-02', 'file', true, 5, 2),
  row('EXE-03', 'command', true, 0, 2),
  row('EXE-03', 'file', true, 3, 2),
  row('EXE-08', 'command', true, 0, 1),
  row('EXF-01', 'command', true, 6, 4),
  row('EXF-01', 'decoded', true, 1, 0),
  // More often wrong than may be: settings of several services in one object, a key for a service that resells, samples of attacks in the tests of a
  // scanner. It keeps blocking because the same evidence is what thefts leave.
  row('EXF-01', 'file', true, 12, 14),
  row('EXF-02', 'file', true, 1, 0),
  row('EXF-06', 'file', true, 0, 1),
  row('EXF-07', 'file', true, 2, 1),
  row('HID-01', 'words', true, 0, 1),
  row('HID-05', 'command', true, 32, 0),
  row('HID-05', 'file', true, 2, 1),
  row('HID-05', 'words', true, 1, 0),
  row('HID-08', 'hidden', true, 0, 1),
  row('HID-10', 'file', true, 2, 0),
  row('PER-02', 'file', true, 1, 2),
  row('PER-04', 'file', true, 1, 0),
  row('PER-06', 'file', true, 0, 1),
  // Manuals and lists of what a guard refuses name these commands; in the entry's fences and in scripts they still block.
  row('PER-06', 'words', false, 0, 1),
  row('PER-07', 'file', true, 1, 1),
  row('PER-12', 'command', true, 0, 1),
  row('PI-01', 'hidden', true, 1, 1),
  row('PI-07', 'hidden', true, 1, 2),
  row('PRV-01', 'command', true, 1, 0),
  row('PRV-01', 'decoded', false, 1, 3),
  row('PRV-01', 'words', false, 0, 3),
  row('PRV-02', 'command', true, 0, 1),
  row('PRV-02', 'words', false, 0, 1),
  row('PRV-03', 'command', true, 1, 1),
  row('PRV-05', 'file', true, 0, 1),
  row('PRV-06', 'command', true, 1, 0),
  row('PRV-07', 'command', true, 0, 2),
  row('PRV-07', 'words', true, 0, 1),
  row('PRV-09', 'file', true, 0, 1),
  row('SOC-01', 'command', true, 3, 0),
  row('SOC-01', 'decoded', true, 3, 0),
  row('SOC-01', 'words', true, 40, 1),
  row('SOC-02', 'command', true, 2, 0),
  row('SOC-02', 'words', true, 2, 0),
  // A page that shows how its own command is called.
  row('SOC-03', 'file', false, 0, 1),
  row('SOC-03', 'words', true, 8, 1),
  row('SUP-01', 'file', true, 2, 1),
  row('SUP-03', 'words', false, 0, 2),
  row('UNA-07', 'file', true, 0, 1),
  row('UNA-09', 'command', true, 0, 1),
  // Folders that a collection of skills shares: nothing in a bundle tells them from one that is filled later.
  row('UNA-09', 'file', true, 0, 5),
  row('UNA-12', 'words', true, 0, 1),
  // Minified pages, programs that their own interpreter refuses as well, what a script prints in the next step of a manual. Whatever is run unread is refused all the
  // same.
  row('UNA-14', 'file', true, 1, 16),
];
