import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { commands, hasFlag } from '../command.facts.ts';

const OPEN = /^(?:0?777|a\+rwx|ugo\+rwx|o\+w|a\+w|0?666)$/;
const SYSTEM = /^\/(?:opt|etc|usr|var|srv|home|root|lib|bin|boot|$)/;

const targets = (args: readonly string[]): string[] => args.filter((arg) => !arg.startsWith('-') && !OPEN.test(arg));

const toFindings = (facts: Facts): RawFinding[] =>
  commands(facts, 'chmod')
    .filter(({ value }) => value.args.some((arg) => OPEN.test(arg)))
    .map(({ span, value }) => {
      const paths = targets(value.args);
      const isWide = hasFlag(value, 'R', '--recursive') || paths.some((path) => SYSTEM.test(path));
      return { at: span, severity: isWide ? 'MEDIUM' : 'LOW', confidence: 'firm' };
    });

export const weakPermissions = {
  id: 'PRV-04',
  title: 'Weakens permissions widely',
  question: 'Are permissions weakened widely?',
  category: 'PRV',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-732', 'CWE-276'],
  why: 'Anyone on the machine can then change what others trust.',
  fix: 'Give the one user or group the one right it needs.',
  looksAt: 'World-writable modes on folders, and their combination with root ownership.',
  blindTo: 'Access lists.',
  falseAlarms: "`chmod +x` on one's own script is quiet.",
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
