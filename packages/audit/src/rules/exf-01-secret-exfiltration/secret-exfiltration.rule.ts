import type { Facts, RawFinding, Rule, Severity, SourceClass } from '../../model.ts';
import { isStray } from '../../ruleset/names/issuer.ts';
import { type Flow, isOwnKeyUse, isSecretsOwnHost, leaving, stages } from '../flow.facts.ts';

const TALK: ReadonlySet<SourceClass> = new Set(['conversation', 'memory']);

/** A credential at home with a service it is not shown to as one: careless, but that service gets it anyway. */
function severityOf({ value }: Flow, facts: Facts): Severity {
  const { source, sink, position } = value;
  // A word out of the agent's notes in an address is a setting; the notes as a body are the notes.
  if (TALK.has(source.class)) return position === 'body' && sink.destination !== null ? 'CRITICAL' : 'MEDIUM';
  if (source.class !== 'named-secret') return 'CRITICAL';
  if (value.isEncoded && sink.class === 'dns') return 'CRITICAL';
  if (sink.destination !== null && isStray(source.label, sink.destination.host)) return 'CRITICAL';
  const isInAddress = position === 'query' || position === 'path';
  const isOwnHost = isSecretsOwnHost(source.label, sink.destination, facts.about, isInAddress);
  return isOwnHost && position !== 'unknown' ? 'LOW' : 'CRITICAL';
}

const toFinding = (flow: Flow, facts: Facts): RawFinding => ({
  at: flow.span,
  severity: severityOf(flow, facts),
  confidence: 'firm',
  note: `${flow.value.source.label} goes to ${flow.value.sink.destination?.host || 'an address made at run time'}.`,
  related: stages(flow),
  ...(flow.value.isEncoded ? { modifiers: ['+encoded'] as const } : {}),
});

export const secretExfiltration = {
  id: 'EXF-01',
  title: 'Sends a secret to the network',
  question: 'Does a secret source reach a network sink?',
  category: 'EXF',
  family: 'code-taint',
  severity: 'CRITICAL',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-200', 'CWE-522', 'OWASP-LLM02'],
  why: 'A key that has left the machine is lost; everything it opens is open.',
  fix: 'Send a credential only to the service it belongs to, in its authentication header, and declare that host.',
  since: '2026.11',
  check: (facts) =>
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
    )
      .filter((flow) => !isOwnKeyUse(flow, facts.about))
      .map((flow) => toFinding(flow, facts)),
} satisfies Rule;
