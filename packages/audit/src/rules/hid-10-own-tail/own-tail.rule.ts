import { startOf, wordsBehind } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';
import { skillRule } from '../skill-rule.ts';

const CUT =
  /^(?:tail\s+-n\s*\+|sed\s+.{0,10}-?n?.{0,10}['"]?[/1].{0,60}(?:\$|ARCHIVE|PAYLOAD|DATA|MARKER|BELOW)|awk\s.{0,80}(?:ARCHIVE|PAYLOAD|__DATA__|MARKER))/i;
const SELF = /__FILE__|\$MyInvocation|␀/;
const SHELLS_OWN = /\$0|\$\{?BASH_SOURCE/;
/** There it is the text of a script that is written, and no file of its own. */
const OTHER_PROGRAM = /\.(?:[cm]?[jt]sx?|py|rb|php|go|java|cs)$/i;

const LINE_CHARS = 240;

const toFindings = (facts: Facts): RawFinding[] => [
  ...facts
    .of('command')
    .filter(({ value, span, file }) => {
      const line = wordsBehind(startOf(span), LINE_CHARS).split('\n')[0] ?? '';
      return (
        CUT.test(lineOf(value)) &&
        (SELF.test(value.text) || (SHELLS_OWN.test(value.text) && !OTHER_PROGRAM.test(file))) &&
        /\|\s*(?:base64|tar|gunzip|sh|bash|python|openssl|xz)|>\s*\S+/.test(line)
      );
    })
    .map(({ span }) => ({ at: span, confidence: 'firm' as const })),
  ...facts
    .of('execution')
    .filter(({ value }) => value.of === 'own-tail')
    .map(({ span }) => ({ at: span, confidence: 'firm' as const })),
];

export const ownTail = skillRule({
  id: 'HID-10',
  title: 'Self-extracting file',
  question: 'Does a file contain and run its own tail, heredoc archive or marker section?',
  kind: 'HINT',
  reproducedBy: 'foreign-code',
  severity: 'HIGH',
  references: ['CWE-506', 'CWE-434'],
  why: 'A reader often skips the part that runs.',
  fix: 'Ship the files separately.',
  looksAt: 'Scripts that cut themselves at a marker or line and unpack or run the rest.',
  blindTo: 'Readers written in another language inside the bundle.',
  falseAlarms:
    'Here-documents that write a configuration file are quiet; an archive that could be unpacked and read is worth a note.',
  check: (facts) => toFindings(facts),
});
