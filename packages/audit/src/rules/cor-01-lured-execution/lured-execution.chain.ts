import { byRule, type Chain, joined, toRule } from '../correlate/chain.ts';

export const luredExecution: Chain = {
  rule: toRule({
    id: 'COR-01',
    title: 'Lures into running fetched content',
    question: 'Does a lure or prerequisite lead to fetching and running something?',
    severity: 'CRITICAL',
    family: 'code-taint',
    references: ['CWE-494', 'CWE-451'],
    why: 'A required step that fetches and runs foreign code is how malware is delivered through instructions.',
    fix: 'Remove the step; ship what is needed.',
    looksAt:
      'A prerequisite or lure in the words and a fetch-and-run in the commands are one attack, told in two voices.',
    blindTo: 'A lure in a picture or a video.',
    falseAlarms: 'A product that asks for its own installer in words that sound like a lure.',
  }),
  find: (live) =>
    joined([
      [byRule(live, /^SOC-0[1-3]$/, ['HIGH', 'CRITICAL']), 'lure'],
      [byRule(live, /^EXE-0[12]$/, ['HIGH', 'CRITICAL']), 'fetch and run'],
    ]),
};
