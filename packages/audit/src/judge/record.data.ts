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

/** The blocked ones of 10,584 skills of TUNE, read before and after the last mending: 99 are left, 53 of them right. */
export const RECORD: readonly RuleRecord[] = [
  row('COR-01', 'command', true, 17, 0),
  row('COR-01', 'decoded', true, 1, 0),
  row('COR-01', 'words', true, 1, 1),
  row('COR-02', 'file', true, 1, 2),
  row('COR-04', 'file', true, 3, 1),
  row('COR-05', 'file', true, 2, 1),
  // A line for the case that somebody asks for it, an installer everybody knows: what words make somebody fetch is for a reader.
  row('COR-09', 'words', false, 0, 2),
  row('CRD-02', 'file', true, 0, 2),
  row('CRD-03', 'file', true, 1, 0),
  // Wrong as often as may be: scripts of makers nobody knows, on domains named like nothing in the skill.
  row('EXE-01', 'command', true, 4, 5),
  row('EXE-01', 'decoded', true, 18, 0),
  // Samples that lie beside a scanner as test data, and one command made of an answer.
  row('EXE-01', 'file', true, 6, 4),
  row('EXE-01', 'words', true, 1, 2),
  row('EXE-02', 'command', true, 6, 0),
  row('EXE-02', 'file', true, 3, 3),
  row('EXE-02', 'words', true, 0, 1),
  row('EXE-03', 'command', true, 0, 2),
  row('EXE-03', 'file', true, 2, 2),
  row('EXE-08', 'command', true, 0, 1),
  row('EXF-01', 'command', true, 5, 3),
  // More often wrong than may be (settings of several services in one object, a name out of the agent's notes, a key for a service that resells); it
  // keeps blocking because the same evidence is what thefts leave.
  row('EXF-01', 'file', true, 5, 13),
  row('EXF-06', 'file', true, 0, 2),
  row('HID-01', 'words', true, 0, 1),
  row('HID-05', 'command', true, 17, 0),
  row('HID-05', 'words', true, 1, 0),
  row('HID-08', 'hidden', true, 0, 1),
  row('HID-10', 'file', true, 2, 0),
  row('PER-02', 'file', true, 1, 2),
  // Manuals and lists of what a guard refuses name these commands; in the entry's fences and in scripts they still block.
  row('PER-06', 'words', false, 0, 1),
  row('PER-07', 'file', true, 0, 1),
  row('PI-01', 'hidden', true, 1, 0),
  row('PI-07', 'hidden', true, 1, 1),
  row('PRV-01', 'command', true, 1, 0),
  row('PRV-01', 'decoded', true, 0, 1),
  row('PRV-01', 'words', false, 0, 3),
  row('PRV-02', 'command', true, 0, 1),
  row('PRV-02', 'words', false, 0, 1),
  row('PRV-03', 'command', true, 1, 0),
  row('PRV-05', 'file', true, 0, 1),
  row('PRV-06', 'command', true, 1, 0),
  row('PRV-07', 'command', true, 0, 1),
  row('PRV-09', 'file', true, 0, 1),
  row('SOC-01', 'command', true, 3, 0),
  row('SOC-01', 'decoded', true, 3, 0),
  row('SOC-01', 'words', true, 25, 1),
  row('SOC-02', 'command', true, 2, 0),
  row('SOC-02', 'words', true, 2, 0),
  // A page that shows how its own command is called.
  row('SOC-03', 'file', false, 0, 1),
  row('SOC-03', 'words', true, 8, 1),
  row('SUP-01', 'file', true, 1, 0),
  row('SUP-03', 'words', false, 0, 2),
  row('SUP-10', 'file', true, 0, 1),
  row('UNA-07', 'file', true, 0, 1),
  // Minified pages, programs that their own interpreter refuses as well, containers that are given the socket of their host. Whatever is run unread is
  // refused all the same.
  row('UNA-14', 'file', true, 0, 9),
];
