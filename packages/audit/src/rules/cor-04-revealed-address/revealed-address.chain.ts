import { wordsOf } from '@assay/analysis/bundle/decode/view';
import type { Facts } from '@assay/analysis/types';
import { type Chain, type FoundChain, toRule } from '../correlate/chain.ts';
import type { LiveFinding } from '../correlate/live-finding.ts';

export const revealedAddress: Chain = {
  rule: toRule({
    id: 'COR-04',
    title: 'Decoded text gives the address that is used',
    question: 'Does a hidden or decoded view yield a directive, a sink, or a URL that something fetches?',
    severity: 'CRITICAL',
    family: 'code-taint',
    references: ['CWE-506', 'CWE-116'],
    why: 'An address kept encoded until the moment of use is kept from everyone who reads the code.',
    fix: 'Write the address in plain text.',
    looksAt: 'An address that exists only encoded and is then used, or whose host is used beside it.',
    blindTo: 'Addresses decrypted with a key from elsewhere.',
    falseAlarms: 'Data files with encoded addresses are left alone.',
  }),
  find: (live, facts) => [...decodedTargets(live, facts), ...fetchedDecoys(live, facts)],
};

/** The decoded text itself is the target of a request. */
const decodedTargets = (live: readonly LiveFinding[], facts: Facts): FoundChain[] =>
  facts
    .of('concealment')
    .filter(
      ({ value }) =>
        value.technique === 'assembled-sink' && value.carries === 'url' && !isWrittenPlainly(value.revealed, facts),
    )
    .map(({ span, value }) => {
      const parts = live.filter(
        ({ ruleId, file }) => (ruleId === 'HID-05' || ruleId === 'HID-06') && file === span.view.file,
      );
      const first = parts[0]?.at ?? span;
      const related = [
        { at: first, role: 'encoded' },
        { at: span, role: 'used' },
      ];
      return {
        raw: { at: span, confidence: 'firm', note: `The address is ${value.revealed.slice(0, 120)}.`, related },
        parts,
      };
    });

/** The host stands in the bundle for everybody to read; only what comes behind it was made to fit. */
function isWrittenPlainly(address: string, facts: Facts): boolean {
  const host = /https?:\/\/([^\s/:?#"']+)/.exec(address)?.[1]?.toLowerCase();
  return (
    host !== undefined &&
    facts
      .of('url')
      .some(
        ({ value, span }) =>
          value.host === host && span.view.layers.length === 0 && wordsOf(span).toLowerCase().includes(host),
      )
  );
}

/** An encoded address whose host something in the bundle talks to. */
const fetchedDecoys = (live: readonly LiveFinding[], facts: Facts): FoundChain[] =>
  facts
    .of('concealment')
    .filter(({ value }) => value.technique === 'encoded-run' && value.carries === 'url')
    .flatMap(({ span, value, file }): FoundChain[] => {
      const host = /https?:\/\/([^\s/:?#"']+)/.exec(value.revealed)?.[1]?.toLowerCase();
      const sink = facts.of('sink').find((other) => other.value.destination?.host === host && host !== undefined);
      if (sink === undefined || /\.(?:json|lock|svg|ipynb|html)$/.test(file)) return [];
      // Whoever reads the text sees the address: nothing was kept from anybody.
      if (host !== undefined && wordsOf(span).includes(host)) return [];
      const parts = live.filter(
        ({ ruleId, at }) => ruleId === 'HID-05' && at.start === span.start && at.view === span.view,
      );
      const related = [
        { at: span, role: 'encoded' },
        { at: sink.span, role: 'used' },
      ];
      return [
        {
          raw: { at: span, confidence: 'firm', note: `The address is ${value.revealed.slice(0, 120)}.`, related },
          parts,
        },
      ];
    });
