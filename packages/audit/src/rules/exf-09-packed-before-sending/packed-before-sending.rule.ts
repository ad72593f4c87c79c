import { startOf, wordsBefore, wordsBehind } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding, Rule, Span } from '@assay/analysis/types';
import { leaving, stages } from '../flow.facts.ts';

const packed = (facts: Facts): RawFinding[] =>
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
    }));

const HIDDEN_TEMPORARY = /\/(?:var\/)?tmp\/\.\w|\/dev\/shm\/\.?\w/;
const DECODER = /\b(?:base64|base32|xxd|openssl|uudecode|gpg)\b/;

/** A hidden file in a folder everyone can write to, an encoder and a connection on one line: a staging place. */
const staged = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value, span }) => {
      if (!/^(?:curl|wget|nc|ncat|socat)$/.test(value.program)) return false;
      const line = lineAt(startOf(span));
      return HIDDEN_TEMPORARY.test(line) && DECODER.test(line);
    })
    .slice(0, 1)
    .map(({ span }) => ({ at: span, severity: 'HIGH', confidence: 'firm' }));

const LINE_CHARS_MAX = 400;

function lineAt(place: Span): string {
  const before = wordsBefore(place, LINE_CHARS_MAX).split('\n').at(-1) ?? '';
  return before + (wordsBehind(place, LINE_CHARS_MAX).split('\n')[0] ?? '');
}

export const packedBeforeSending = {
  id: 'EXF-09',
  title: 'Encodes or encrypts data just before sending',
  question: 'Is data encoded, encrypted or chunked just before sending?',
  category: 'EXF',
  family: 'code-taint',
  kind: 'HINT',
  reproducedBy: 'secret-left',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-200', 'CWE-506'],
  why: 'Packing private data before it leaves serves to get it past whoever watches.',
  fix: 'Send what is needed as it is, to a declared host.',
  looksAt:
    'Base64, compression, xor or a cipher between a private source and a request raises what the other rules find; alone it is medium. A hidden file in a folder for temporary files, an encoder and a connection on one line are a staging place: critical.',
  blindTo: 'Encoders nobody modelled.',
  falseAlarms: 'Compressing a request body of public data is quiet.',
  since: '2026.11',
  check: (facts) => [...packed(facts), ...staged(facts)],
} satisfies Rule;
