import { byRule, type Chain, DOCUMENTS, type FoundChain, foreignUrl, isLive, toRule } from '../../correlate/chain.ts';
import type { LiveFinding } from '../../correlate/live-finding.ts';
import type { Facts, Severity } from '../../model.ts';
import { isShadyOrigin } from '../../ruleset/origins/origin.ts';

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
  }),
  find: (live, facts) => [...outsideFiles(facts), ...fetchedByAgent(live, facts), ...obeyedRemotely(live, facts)],
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
  /\.(?:zip|exe|msi|dmg|pkg|sh|ps1|bat|cmd|py|js|jar|bin|run|appimage|deb|rpm|tar|tgz|gz|7z|rar|scr|vbs|command)(?:[?#]|$)/i;
const FETCH_TO_RUN_CHARS = 600;

/** Words that make agent or user fetch a program and start it: the same as a pipe into a shell. */
function fetchedByAgent(live: readonly LiveFinding[], facts: Facts): FoundChain[] {
  const asked = facts.of('instruction').filter((fact) => isLive(fact) && DOCUMENTS.has(fact.unit.lang));
  const fetches = asked.filter(
    ({ value }) =>
      value.act === 'download' &&
      PROGRAM.test(value.destination ?? '') &&
      foreignUrl(value.destination, facts) !== undefined,
  );
  return fetches.flatMap((fetch): FoundChain[] => {
    const run = asked.find(
      ({ value, span, file }) =>
        (value.act === 'run' || value.act === 'install') &&
        file === fetch.file &&
        span.view === fetch.span.view &&
        span.start >= fetch.span.start &&
        span.start - fetch.span.end < FETCH_TO_RUN_CHARS,
    );
    const url = foreignUrl(fetch.value.destination, facts);
    if (run === undefined || url === undefined) return [];
    const isLured = live.some(({ ruleId, file }) => /^SOC-0[1-3]$/.test(ruleId) && file === fetch.file);
    const severity: Severity = isLured || isShadyOrigin(url.origin) || url.scheme === 'http' ? 'CRITICAL' : 'HIGH';
    const related = [
      { at: fetch.span, role: 'fetch' },
      { at: run.span, role: 'run' },
    ];
    return [{ raw: { at: run.span, severity, confidence: 'firm', isUnreviewedExecution: true, related }, parts: [] }];
  });
}

/** The agent is an interpreter: text fetched and obeyed is code nobody reviewed. */
const obeyedRemotely = (live: readonly LiveFinding[], facts: Facts): FoundChain[] => {
  const reported = byRule(live, /^PI-08$/, ['HIGH', 'CRITICAL']);
  return facts
    .of('instruction')
    .filter(
      ({ value, span }) =>
        value.act === 'obey-remote' &&
        reported.some(({ at }) => at.view === span.view && at.start <= span.end && at.end >= span.start),
    )
    .flatMap(({ span, value }): FoundChain[] => {
      const url = foreignUrl(value.destination, facts);
      if (url === undefined || url.origin === 'code-host') return [];
      const severity: Severity = isShadyOrigin(url.origin) || url.scheme === 'http' ? 'CRITICAL' : 'HIGH';
      return [
        {
          raw: {
            at: span,
            severity,
            confidence: 'firm',
            isUnreviewedExecution: true,
            related: [{ at: span, role: 'obeys' }],
          },
          parts: [],
        },
      ];
    });
};
