import { byRule, type Chain, type FoundChain, joined, toRule } from '../correlate/chain.ts';
import type { LiveFinding } from '../correlate/live-finding.ts';

export const implant: Chain = {
  rule: toRule({
    id: 'COR-05',
    title: 'Fetches, unlocks, runs and persists',
    question: 'Is there a chain of download, removed quarantine or chmod, run and persistence?',
    severity: 'CRITICAL',
    family: 'code-taint',
    references: ['CWE-494', 'CWE-912'],
    why: 'Together these steps install something for good.',
    fix: 'Remove the chain.',
    looksAt: 'Fetching and running together with anything that outlives the session.',
    blindTo: 'Persistence through a cloud service.',
    falseAlarms: 'An installer that adds a service, from a recognised origin, is not fetched unreviewed.',
  }),
  find: (live) => [...Map.groupBy(live, ({ file }) => file).values()].flatMap(inOneFile).slice(0, 1),
};

/** A guide that sets up a service, and a script elsewhere that runs what a server answered, are no steps of one thing. */
const inOneFile = (live: readonly LiveFinding[]): FoundChain[] =>
  joined([
    [byRule(live, /^EXE-(?:01|11)$/, ['HIGH', 'CRITICAL']), 'fetch and run'],
    [byRule(live, /^PER-(?:01|02|05|06|08|11)$/, ['MEDIUM', 'HIGH', 'CRITICAL']), 'persist'],
  ]);
