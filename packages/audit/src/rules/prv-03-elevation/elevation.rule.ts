import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';

const TAMPER =
  /(?:\/etc\/(?:hosts|sudoers|passwd|shadow|pam\.d|ld\.so)|setcap\s|chmod\s+.{0,20}(?:[ug]\+s|[2467][0-7]{3}\b)|insmod|modprobe|kextload)/;
const SETUID =
  /^chmod\s+.{0,20}(?:[ug]*\+s|[2467]\d{3})\s|^install\s.{0,80}(?:-m\s*|--mode[= ])(?:[ug]*[+=]\w*s|[2467]\d{3})\s/;

const fetched = (facts: Facts): RawFinding[] =>
  facts
    .of('execution')
    .filter(
      ({ value }) =>
        value.isElevated &&
        value.of !== 'decoded' &&
        value.from !== null &&
        !['vendor-installer', 'package-index'].includes(value.from.origin),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

const tampering = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => (value.isElevated && TAMPER.test(value.text)) || SETUID.test(lineOf(value)))
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

export const elevation = {
  id: 'PRV-03',
  title: 'Elevates together with fetching, persisting or tampering',
  question: 'Is there elevation together with download, persistence or tamper?',
  category: 'PRV',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-250', 'CWE-269'],
  why: 'With root, a mistake or a stranger owns the machine.',
  fix: 'Run as the user; ask for rights only for the one step that needs them.',
  looksAt: 'Elevated runs of fetched content, set-uid bits, kernel modules, system trust files.',
  blindTo: 'Elevation through a service already running.',
  falseAlarms: '`sudo apt install` is quiet.',
  since: '2026.11',
  check: (facts) => [...fetched(facts), ...tampering(facts)],
} satisfies Rule;
