import type { Evidence } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { areQuotesVerbatim } from './evidence-quotes.policy.ts';

const files = [{ path: 'run.sh', bytes: Buffer.from('set -eu\n  curl -s  https://x.example\necho done\n') }];
const place = (over: Partial<Evidence>): Evidence => ({ kind: 'FILE_LINE', value: 'curl -s', path: 'run.sh', ...over });

describe('a quote', () => {
  it.each<[string, Evidence]>([
    ['of a line', place({ line: 2, value: 'curl -s https://x.example' })],
    ['of a part of it', place({ line: 2, value: 'https://x.example' })],
    ['over several lines', place({ line: 2, value: 'https://x.example\necho done' })],
    ['without a line', place({ value: 'echo done' })],
    ['written as a place alone', { kind: 'FILE_LINE', value: 'run.sh:3' }],
    ['of any file', { kind: 'TEXT', value: 'curl   -s' }],
    ['of something beyond the bytes', { kind: 'URL', value: 'https://elsewhere.example' }],
  ])('%s is verbatim', (_, piece) => {
    expect(areQuotesVerbatim([piece], files)).toBe(true);
  });

  it.each<[string, Evidence]>([
    ['of another line', place({ line: 1 })],
    ['of a later line, as if it stood here', place({ line: 1, value: 'echo done' })],
    ['past the end', place({ line: 9 })],
    ['of another file', place({ line: 2, path: 'other.sh' })],
    ['of nothing', place({ line: 2, value: '  ' })],
    ['of a place that is not there', { kind: 'FILE_LINE', value: 'run.sh:4' }],
    ['of words that nobody sealed', { kind: 'TEXT', value: 'rm -rf /' }],
  ])('%s is not verbatim', (_, piece) => {
    expect(areQuotesVerbatim([piece], files)).toBe(false);
    expect(areQuotesVerbatim([place({ line: 2 }), piece], files)).toBe(false);
  });
});
