import { isRecognisedOrigin, isShadyOrigin, isVetted } from '@assay/analysis/models/origins/origin';
import type { ExecutionValue, FactOf, Facts, RawFinding, Severity } from '@assay/analysis/types';
import { sharesBrand } from '../instruction.facts.ts';
import { isPublishersOwn } from '../own-origin.ts';
import { skillRule } from '../skill-rule.ts';

const severityOf = ({ from, via, isPinned }: ExecutionValue, { about }: Facts): Severity => {
  if (from === null || from.host === '') return 'MEDIUM';
  if (from.origin === 'loopback' || !from.host.includes('.')) return 'LOW';
  if (from.origin === 'reserved') return 'HIGH';
  if (isShadyOrigin(from.origin) && !isPinned) return 'CRITICAL';
  if (isPinned || isRecognisedOrigin(from.origin) || isVetted(from)) return 'LOW';
  if (from.origin === 'code-host') return via === 'evaluate' || from.host.startsWith('gist.') ? 'HIGH' : 'MEDIUM';
  return isPublishersOwn(from, about) || sharesBrand(from.host, about) ? 'MEDIUM' : 'HIGH';
};

function toFinding({ span, value }: FactOf<'execution'>, facts: Facts): RawFinding {
  const host = value.from?.host || undefined;
  return {
    at: span,
    severity: severityOf(value, facts),
    confidence: host === undefined ? 'tentative' : 'firm',
    note:
      host === undefined
        ? 'Content of an address made at run time is run.'
        : `Content of ${host} (${value.from?.reason}) is run.`,
    related: value.steps.map((at, index) => ({ at, role: index === 0 ? 'fetch' : 'run' })),
  };
}

export const remoteExecution = skillRule({
  id: 'EXE-01',
  title: 'Remote code execution',
  question: 'Is content from the network executed in any form?',
  kind: 'PROOF',
  reproducedBy: 'foreign-code',
  severity: 'HIGH',
  references: ['CWE-494', 'CWE-829', 'OWASP-AST02'],
  why: 'The owner of the address decides what runs on the machine, also later. A review of this version cannot cover that code.',
  fix: 'Ship the code in the bundle, or install a pinned version from a package index and check its digest before running it.',
  looksAt:
    'Every form of "fetch, then run" becomes the same fact: pipes, substitutions, process substitution, files that are saved and started later, `python -c`, `iwr | iex`, clones that are built. Unpinned content from a raw IP address, paste page, link shortener, anonymous file host, tunnel or collector is a proof. Any other origin is a hint.',
  blindTo:
    'A download whose start is described only in another document, and an address that is assembled from the response of another server, are not detected.',
  check: (facts) =>
    facts
      .of('execution')
      .filter(({ value }) => value.of === 'download' || value.of === 'network-input')
      .map((fact) => toFinding(fact, facts)),
});
