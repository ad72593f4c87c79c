import type { Facts, RawFinding } from '@assay/analysis/types';
import { commandsMatching } from '../command.facts.ts';
import { stages } from '../flow.facts.ts';
import { skillRule } from '../skill-rule.ts';

const PRIVATE = new Set([
  'secret-file',
  'named-secret',
  'environment',
  'keychain',
  'wallet',
  'browser',
  'user-file',
  'system-info',
  'conversation',
  'memory',
  'clipboard',
  'metadata-service',
]);
const SECRET = new Set([
  'secret-file',
  'named-secret',
  'environment',
  'keychain',
  'wallet',
  'browser',
  'metadata-service',
]);

const names = (facts: Facts): RawFinding[] =>
  facts
    .of('flow')
    .filter(({ value }) => value.sink.class === 'dns' && PRIVATE.has(value.source.class))
    .map((flow) => ({
      at: flow.span,
      // Encoded data in place of a host name is no regular lookup.
      severity: SECRET.has(flow.value.source.class) || flow.value.isEncoded ? 'CRITICAL' : 'HIGH',
      confidence: 'firm',
      related: stages(flow),
    }));

/** A DNS lookup of a name built from data: `dig $(…).host`. */
const lookups = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(
      ({ value }) =>
        /^(?:dig|nslookup|host|ping)$/.test(value.program) &&
        /\$\([^)]{0,200}(?:base64|xxd|od|hexdump|gzip)|`[^`]{0,200}(?:base64|xxd)/.test(value.text),
    )
    .map(({ span }) => ({ at: span, severity: 'CRITICAL', confidence: 'firm' }));

const remotes = (facts: Facts): RawFinding[] =>
  commandsMatching(facts, /^git\s+(?:remote\s+add|push)\s+.{0,60}https?:\/\/[^\s@/]{1,80}:[^\s@]{1,120}@/).map(
    ({ span }) => ({ at: span, confidence: 'firm' }),
  );

export const sideChannel = skillRule({
  id: 'EXF-06',
  title: 'Data sent through a side channel',
  question: 'Is a side channel used: DNS, ICMP, git remote, scp, mail, issue comment?',
  kind: 'PROOF',
  reproducedBy: 'secret-left',
  severity: 'HIGH',
  references: ['CWE-200', 'CWE-514'],
  why: 'These channels are rarely monitored and can carry private data.',
  fix: 'Use the documented API of the service you mean to reach.',
  looksAt:
    'The rule finds DNS lookups of names that contain data, pings with payloads, and git remotes with credentials.',
  blindTo: 'Timing and size of ordinary requests are not checked.',
  falseAlarms: "A push to the user's own remote is not reported.",
  check: (facts) => [...names(facts), ...lookups(facts), ...remotes(facts)],
});
