import { wordsOf } from '@assay/analysis/bundle/decode/view';
import type { FactOf, Facts, Rule } from '@assay/analysis/types';

const HOST = /https?:\/\/([^\s/:?#"']+)/;
const hostOf = ({ value }: FactOf<'concealment'>): string | undefined => HOST.exec(value.revealed)?.[1]?.toLowerCase();

/** The decoded text is the target of a request, or something in the bundle talks to its host. */
function isUsed(fact: FactOf<'concealment'>, facts: Facts): boolean {
  const host = hostOf(fact);
  if (fact.value.carries !== 'url' || host === undefined || wordsOf(fact.span).includes(host)) return false;
  if (fact.value.technique === 'assembled-sink') return true;
  return (
    fact.value.technique === 'encoded-run' && facts.of('sink').some(({ value }) => value.destination?.host === host)
  );
}

export const revealedAddress = {
  id: 'COR-04',
  title: 'Decoded text gives the address that is used',
  question: 'Does a hidden or decoded view yield a URL that something fetches?',
  category: 'COR',
  family: 'code-taint',
  kind: 'HINT',
  reproducedBy: 'foreign-code',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-506', 'CWE-116'],
  why: 'An address kept encoded until the moment of use is kept from everyone who reads the code.',
  fix: 'Write the address in plain text.',
  looksAt: 'An address that exists only encoded and is then used, or whose host is used beside it.',
  blindTo: 'Addresses decrypted with a key from elsewhere.',
  since: '2026.11',
  check: (facts) =>
    facts
      .of('concealment')
      .filter((fact) => isUsed(fact, facts))
      .map(({ span, value }) => ({
        at: span,
        confidence: 'firm',
        note: `The address is ${value.revealed.slice(0, 120)}.`,
      })),
} satisfies Rule;
