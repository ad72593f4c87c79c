import { rangeOf } from '@assay/analysis/bundle/decode/view';
import type { FactOf, Facts, Finding, Span } from '@assay/analysis/types';
import { byRule, type Chain, toRule } from '../correlate/chain.ts';
import type { LiveFinding } from '../correlate/live-finding.ts';

const STAGES_MIN = 3;

/** The flow behind a finding, when it takes more than one step or crosses files; not whatever else goes the same way. */
const longFlow = (facts: Facts, { at, related: [source] }: LiveFinding): FactOf<'flow'> | undefined =>
  facts
    .of('flow')
    .find(
      ({ span, value }) =>
        span === at &&
        isAt(source, value.path[0]) &&
        (value.path.length >= STAGES_MIN || new Set(value.path.map(({ view }) => view.file)).size > 1),
    );

const isAt = (place: Finding['related'][number] | undefined, span: Span | undefined): boolean =>
  place !== undefined &&
  span !== undefined &&
  place.file === span.view.file &&
  place.range.startLine === rangeOf(span).startLine;

export const secretChain: Chain = {
  rule: toRule({
    id: 'COR-02',
    title: 'Carries a secret over several steps to the network',
    question: 'Does a secret source lead, encoded or not, within or across files, to an outbound sink?',
    severity: 'CRITICAL',
    family: 'code-taint',
    references: ['CWE-200', 'CWE-522'],
    why: 'Each step looks harmless; together they are a theft.',
    fix: 'Remove the chain; send a credential only to the service it belongs to.',
    looksAt:
      "A flow that passes a script's arguments, its standard input or another file takes the place of the single findings and shows every stage.",
    blindTo: 'Stages that meet only in a database or on another machine.',
    falseAlarms: 'None known beyond those of EXF-01.',
  }),
  find: (live, facts) =>
    // A key on a plausible way to its service does not become a theft by the number of functions it passes.
    byRule(live, /^EXF-0[12]$/, ['CRITICAL']).flatMap((part) => {
      const flow = longFlow(facts, part);
      if (flow === undefined) return [];
      const related = flow.value.path.map((at, index) => ({
        at,
        role: index === 0 ? 'source' : index === flow.value.path.length - 1 ? 'sink' : 'passes',
      }));
      return [{ raw: { at: part.at, confidence: part.confidence, related }, parts: [part] }];
    }),
};
