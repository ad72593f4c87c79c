import type { Rule } from '../../model.ts';
import { leaving, stages } from '../flow.facts.ts';

export const packedBeforeSending = {
  id: 'EXF-09',
  title: 'Encodes or encrypts data just before sending',
  question: 'Is data encoded, encrypted or chunked just before sending?',
  category: 'EXF',
  family: 'code-taint',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-200', 'CWE-506'],
  why: 'Packing private data before it leaves serves to get it past whoever watches.',
  fix: 'Send what is needed as it is, to a declared host.',
  since: '2026.11',
  check: (facts) =>
    leaving(facts, 'user-file', 'system-info', 'clipboard', 'screen', 'user-input')
      .filter(
        ({ value }) =>
          value.isEncoded &&
          value.sink.destination !== null &&
          value.sink.destination.host !== '' &&
          !facts.about.declaredHosts.has(value.sink.destination.host),
      )
      .map((flow) => ({
        at: flow.span,
        severity: flow.value.source.class === 'user-file' ? 'MEDIUM' : 'LOW',
        confidence: 'firm',
        related: stages(flow),
      })),
} satisfies Rule;
