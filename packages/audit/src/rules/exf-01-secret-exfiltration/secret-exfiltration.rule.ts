import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { holdsKeys, leaving, severityOfFlow, stages } from '../flow.facts.ts';
import { relationOf } from '../relation.ts';

const followed = (facts: Facts): RawFinding[] =>
  leaving(
    facts,
    'secret-file',
    'named-secret',
    'keychain',
    'wallet',
    'browser',
    'metadata-service',
    'conversation',
    'memory',
  ).flatMap((flow) => {
    const severity = severityOfFlow(flow, facts);
    const { source, sink } = flow.value;
    const note = `${source.label} goes to ${sink.destination?.host || 'an address made at run time'}.`;
    return severity === undefined
      ? []
      : [{ at: flow.span, severity, confidence: 'firm' as const, note, related: stages(flow) }];
  });

const AWAY = new Set(['stray', 'unknown', 'unnamed', 'collector']);
/** What a shell does with a key is followed word by word; there is nothing to lose. */
const FOLLOWED: ReadonlySet<string> = new Set(['shell', 'makefile', 'dockerfile', 'markdown', 'powershell', 'batch']);

/** A program names a key store, and the bundle sends something that cannot be followed, or names a host, in the same file. */
function lost(facts: Facts): RawFinding[] {
  const isAway = (label: string, url: Parameters<typeof relationOf>[1]): boolean =>
    AWAY.has(relationOf(label, url, facts.about));
  return facts
    .of('path')
    .filter(
      ({ value, unit }) =>
        (value.access === 'read' || value.access === 'mention') &&
        value.path.includes('/') &&
        holdsKeys(value.path) &&
        !FOLLOWED.has(unit.lang),
    )
    .flatMap(({ span, file, value }) => {
      const sent = facts
        .of('sink')
        .find((sink) => sink.value.isUntold === true && isAway(value.path, sink.value.destination));
      const named = facts
        .in(file, 'url')
        .find((url) => url.context === 'executable' && isAway(value.path, url.value) && url.value.origin !== 'docs');
      const place = sent ?? named;
      return place === undefined
        ? []
        : [
            {
              at: place.span,
              severity: 'HIGH' as const,
              confidence: 'firm' as const,
              note: `${value.path} is used, and what is sent cannot be followed.`,
              related: [{ at: span, role: 'source' }],
            },
          ];
    });
}

export const secretExfiltration = {
  id: 'EXF-01',
  title: 'Sends a secret to the network',
  question: 'Does a secret source reach a network sink?',
  category: 'EXF',
  family: 'code-taint',
  kind: 'PROOF',
  reproducedBy: 'secret-left',
  severity: 'CRITICAL',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-200', 'CWE-522', 'OWASP-LLM02'],
  why: 'A key that has left the machine is lost; everything it opens is open.',
  fix: 'Send a credential only to the service it belongs to, in its authentication header, and declare that host.',
  looksAt:
    'Follows keys, credential files, stores and named secrets through variables, functions, files, encoders and scripts to anything that sends. One table of secret class, destination and position in the request decides: whole stores at unknown hosts, and files and keys at collectors, prove; the rest hints.',
  blindTo: 'Data that leaves through a channel nobody modelled, or a helper in a package.',
  since: '2026.11',
  check: (facts) => [...followed(facts), ...lost(facts)],
} satisfies Rule;
