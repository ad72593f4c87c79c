import { bundleOf } from '@assay/analysis/testing/bundle.builder';
import type { Report } from '@assay/analysis/types';
import type { Pass, Reading, ReadingFinding } from '@assay/analysis/types/reading';
import { describe, expect, it } from 'vitest';
import { readInTurn } from './deciding.ts';
import { planReading } from './request/plan.ts';

const plan = planReading(bundleOf({ 'SKILL.md': '# A\n\nBe brief.\n' }));
const remark: ReadingFinding = {
  file: 'SKILL.md',
  startLine: 3,
  endLine: 3,
  layers: [],
  quote: 'Be brief.',
  severity: 'LOW',
  act: 'a',
  why: 'b',
  fix: 'c',
  isReason: false,
};
const reading = (model: string, pass: Pass, over: Partial<Reading> = {}): Reading => ({
  schema: 'assay-reading/1',
  input: plan.inputDigest,
  reader: { name: model, model, family: model },
  promptVersion: plan.promptVersion,
  pass,
  outcome: 'PASS',
  abstention: null,
  findings: [],
  attempts: [],
  quotesDropped: 0,
  parts: 1,
  notRead: [],
  usage: { inputTokens: 0, outputTokens: 0, costMicros: 0 },
  transcript: `${model}${pass}`,
  ...over,
});
const grave = { severity: 'HIGH', basis: 'static' } as unknown as Report['findings'][number];

/** The passes that run when the first model gives these answers. */
async function asked(
  first: Partial<Record<Pass, Partial<Reading>>>,
  models: readonly string[] = ['one'],
  findings: Report['findings'] = [],
): Promise<string[]> {
  const calls: string[] = [];
  await readInTurn(plan, models, { findings }, (model, { pass }) => {
    calls.push(`${model}-${pass}`);
    return Promise.resolve(reading(model, pass, model === models[0] ? first[pass] : {}));
  });
  return calls;
}

const refusal = { outcome: 'REFUSE', findings: [{ ...remark, severity: 'HIGH', isReason: true }] } as const;

describe('readInTurn', () => {
  it('stops after two passes that pass without a remark', async () => {
    expect(await asked({}, ['one', 'two'])).toEqual(['one-a', 'one-b']);
  });

  it('stops after two passes that refuse on the same words', async () => {
    expect(await asked({ a: refusal, b: refusal })).toEqual(['one-a', 'one-b']);
  });

  it.each([
    ['differ', { a: refusal }],
    ['remark', { b: { findings: [remark] } }],
    ['see an attempt to influence them', { a: { attempts: [remark] } }],
    [
      'would have to see a file',
      { a: { notRead: [{ file: 'x', startLine: 0, endLine: 0, reason: 'needed', isReachable: true }] } },
    ],
    ['do not both answer', { b: { outcome: 'ABSTAIN', abstention: 'timeout' } }],
  ] as const)('asks a third time, and the second model, where two passes %s', async (_name, first) => {
    expect(await asked(first, ['one', 'two'])).toEqual(['one-a', 'one-b', 'one-c', 'two-a', 'two-b']);
  });

  it('asks a third time where the engine points at something grave', async () => {
    expect(await asked({}, ['one'], [grave])).toEqual(['one-a', 'one-b', 'one-c']);
  });
});
