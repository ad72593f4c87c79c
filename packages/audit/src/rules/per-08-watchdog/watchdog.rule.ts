import { wordsAround } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';

const UPDATES =
  /^(?:softwareupdate\s.{0,20}--schedule\s+off|defaults\s+write\s.{0,80}AutomaticCheckEnabled.{0,20}(?:false|0)|sc\s+(?:stop|config)\s+wuauserv|systemctl\s+(?:mask|disable)\s+(?:unattended-upgrades|apt-daily\S*)|chattr\s+\+i\s+(?!\/etc\/(?:passwd|shadow|group|gshadow|sudoers)\b))/i;
const REVIVES =
  /while\s+(?:true|:|\[\s*1\s*\]).{0,200}(?:pgrep|ps\s+aux|kill -0|test -f|\[ ! -[fe]).{0,200}(?:curl|wget|cp|nohup|bash|python)/is;

const LOOP_CHARS = { before: 120, behind: 300 } as const;

const toFindings = (facts: Facts): RawFinding[] => [
  ...facts
    .of('command')
    .filter(({ value }) => UPDATES.test(lineOf(value)))
    .map(({ span }) => ({ at: span, confidence: 'firm' as const })),
  ...facts
    .of('command')
    .filter(
      ({ value, span }) =>
        /^(?:pgrep|ps|kill|test|\[)$/.test(value.program) &&
        REVIVES.test(wordsAround(span, LOOP_CHARS.before, LOOP_CHARS.behind)),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' as const })),
];

export const watchdog = {
  id: 'PER-08',
  title: 'Comes back after removal',
  question: 'Does it reinstall after removal or block updates?',
  category: 'PER',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-912'],
  why: "What cannot be removed or updated is out of its owner's hands.",
  fix: 'Remove the loop; leave updates alone.',
  looksAt: 'Loops that restart or refetch themselves, immutable files, disabled updates.',
  blindTo: 'Watchdogs in another process of the system.',
  falseAlarms: 'Health checks that only report are quiet.',
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
