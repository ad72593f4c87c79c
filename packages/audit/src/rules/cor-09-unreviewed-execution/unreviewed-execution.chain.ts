import { isShadyOrigin } from '@assay/analysis/models/origins/origin';
import type { Facts, Severity, UrlValue } from '@assay/analysis/types';
import { byRule, type Chain, type FoundChain, foreignUrl, toRule } from '../correlate/chain.ts';
import type { LiveFinding } from '../correlate/live-finding.ts';
import { asks, distance, type Instruction, orders } from '../instruction.facts.ts';

/** A hidden file in a folder everyone can write to: planted by somebody, for this. */
const HIDDEN_TEMPORARY = /^\/(?:var\/)?tmp\/(?:.*\/)?\.|^\/dev\/shm\//;

export const unreviewedExecution: Chain = {
  rule: toRule({
    id: 'COR-09',
    title: 'Runs content from outside the bundle',
    question: 'Is opaque or outside-bundle content executed?',
    severity: 'HIGH',
    family: 'code-taint',
    references: ['CWE-494', 'CWE-829'],
    why: 'A certificate for this version cannot cover code nobody saw.',
    fix: 'Ship the file in the bundle.',
    looksAt:
      'Files outside the bundle that are evaluated, content that git takes out of other commits, branches, tags or messages and that is run, programs words make somebody fetch and start, pages that are to be obeyed.',
    blindTo: 'Programs fetched by a package manager.',
    falseAlarms: 'Makers the origin table does not know yet.',
  }),
  find: (live, facts) => [...outsideFiles(facts), ...fetchedByAgent(facts), ...obeyedRemotely(live)],
};

const outsideFiles = (facts: Facts): FoundChain[] =>
  facts
    .of('execution')
    .filter(({ value }) => value.of === 'outside')
    .map(({ span, value }) => ({
      raw: {
        at: span,
        severity: HIDDEN_TEMPORARY.test(value.payload ?? '') ? 'CRITICAL' : 'HIGH',
        confidence: 'firm',
        isUnreviewedExecution: true,
        related: [{ at: span, role: 'runs' }],
      },
      parts: [],
    }));

const PROGRAM =
  /\.(?:zip|exe|msi|dmg|pkg|sh|ps1|bat|cmd|py|js|jar|bin|run|appimage|deb|rpm|7z|rar|scr|vbs|command)(?:[?#]|$)/i;
const FETCH_TO_RUN_CHARS = 600;

/** Words that make agent or user fetch a program and start it: the same as a pipe into a shell. */
function fetchedByAgent(facts: Facts): FoundChain[] {
  const asked = orders(facts).filter(({ context }) => context === 'directive' || context === 'hidden');
  return asked.flatMap((fetch): FoundChain[] => {
    const url = asks(fetch, 'get') ? programOf(fetch, facts) : undefined;
    const run = url === undefined ? undefined : asked.find((one) => isRunAfter(one, fetch));
    if (url === undefined || run === undefined) return [];
    const severity = severityOf(url);
    const related = [
      { at: fetch.span, role: 'fetch' },
      { at: run.span, role: 'run' },
    ];
    return [
      {
        raw: { at: run.span, severity, confidence: 'firm', isUnreviewedExecution: severity !== 'MEDIUM', related },
        parts: [],
      },
    ];
  });
}

/** A release of a named repository is a warning, as its clone would be. */
function severityOf(url: UrlValue): Severity {
  if (isShadyOrigin(url.origin) || url.scheme === 'http') return 'CRITICAL';
  return url.origin === 'code-host' ? 'MEDIUM' : 'HIGH';
}

const programOf = (fact: Instruction, facts: Facts): UrlValue | undefined =>
  fact.value.addresses
    .filter((address) => PROGRAM.test(address))
    .flatMap((address) => foreignUrl(address, facts) ?? [])
    .at(0);

const isRunAfter = (one: Instruction, fetch: Instruction): boolean =>
  asks(one, 'run', 'install') && one.span.start >= fetch.span.start && distance(fetch, one) < FETCH_TO_RUN_CHARS;

/** The agent is an interpreter: text fetched and obeyed is code nobody reviewed. */
const obeyedRemotely = (live: readonly LiveFinding[]): FoundChain[] =>
  byRule(live, /^PI-08$/, ['HIGH', 'CRITICAL']).map((obeyed) => ({
    raw: {
      at: obeyed.at,
      severity: 'CRITICAL',
      confidence: 'firm',
      isUnreviewedExecution: true,
      related: [{ at: obeyed.at, role: 'obeys' }],
    },
    parts: [obeyed],
  }));
