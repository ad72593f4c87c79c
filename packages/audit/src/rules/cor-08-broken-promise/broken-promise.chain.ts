import { byRule, type Chain, toRule } from '../../correlate/chain.ts';

export const brokenPromise: Chain = {
  rule: toRule({
    id: 'COR-08',
    title: 'Claims to keep data and sends it',
    question: 'Is an explicit safety claim contradicted by a flow?',
    severity: 'HIGH',
    family: 'code-taint',
    references: ['CWE-200', 'CWE-451'],
    why: 'The claim is there to keep people from looking.',
    fix: 'Say what leaves the machine, and where it goes.',
  }),
  find: (live, facts) => {
    const claims = facts
      .of('instruction')
      .filter(
        ({ value, context }) =>
          value.act === 'claim-safety' && !value.negated && context !== 'quoted' && context !== 'prohibited',
      );
    const flows = byRule(live, /^EXF-(?:01|02|03|11)$/, ['HIGH', 'CRITICAL']);
    const [claim] = claims;
    const [flow] = flows;
    if (claim === undefined || flow === undefined) return [];
    return [
      {
        raw: {
          at: claim.span,
          confidence: 'firm',
          related: [
            { at: claim.span, role: 'claims' },
            { at: flow.at, role: 'sends' },
          ],
        },
        parts: [],
      },
    ];
  },
};
