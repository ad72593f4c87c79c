import type { Facts, RawFinding } from '@assay/analysis/types';
import { asks, distance, foreignUrls, type Instruction, orders } from '../instruction.facts.ts';
import { skillRule } from '../skill-rule.ts';

const outsideFiles = (facts: Facts): RawFinding[] =>
  facts
    .of('execution')
    .filter(({ value }) => value.of === 'outside')
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

const PROGRAM =
  /\.(?:zip|exe|msi|dmg|pkg|sh|ps1|bat|cmd|py|js|jar|bin|run|appimage|deb|rpm|7z|rar|scr|vbs|command)(?:[?#]|$)/i;
const FETCH_TO_RUN_CHARS = 600;

/** Instructions that make the agent or user download a program and start it. They are equivalent to a pipe into a shell. */
function fetchedByAgent(facts: Facts): RawFinding[] {
  const asked = orders(facts).filter(({ context }) => context === 'directive' || context === 'hidden');
  return asked.flatMap((fetch): RawFinding[] => {
    const isProgram = foreignUrls(fetch, facts.about).some(({ url }) => PROGRAM.test(url));
    const run = asks(fetch, 'get') && isProgram ? asked.find((one) => isRunAfter(one, fetch)) : undefined;
    return run === undefined
      ? []
      : [{ at: run.span, confidence: 'firm', related: [{ at: fetch.span, role: 'fetch' }] }];
  });
}

const isRunAfter = (one: Instruction, fetch: Instruction): boolean =>
  asks(one, 'run', 'install') && one.span.start >= fetch.span.start && distance(fetch, one) < FETCH_TO_RUN_CHARS;

export const unreviewedExecution = skillRule({
  id: 'COR-09',
  title: 'Content from outside the bundle is executed',
  question: 'Does the product execute opaque content or content from outside the bundle?',
  kind: 'HINT',
  reproducedBy: 'foreign-code',
  severity: 'HIGH',
  references: ['CWE-494', 'CWE-829'],
  why: 'A certificate for this version cannot cover code that was not in it.',
  fix: 'Ship the file in the bundle.',
  looksAt:
    'The rule finds files outside the bundle that are evaluated, content that is extracted with git from other commits, branches, tags or messages and then run, and programs that instructions fetch and start.',
  blindTo: 'Programs that a package manager fetches are not detected.',
  check: (facts) => [...outsideFiles(facts), ...fetchedByAgent(facts)],
});
