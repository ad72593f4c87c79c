import { describe, expect, it } from 'vitest';
import type { UnitResult } from './exercise.ts';
import { decodeErrand, encodeErrand, encodeLine, parseLine } from './wire.ts';

const result: UnitResult = {
  unit: 'u',
  isExercised: true,
  printed: ['Done.\n'],
  made: [{ kind: 'file', text: 'a line', path: '~/.zshrc' }],
  gaps: [{ unit: 'u', reason: 'why' }],
  observations: [
    {
      unit: 'u',
      kind: 'net',
      target: 'GET https://a.example.invalid/',
      data: ['canary:ssh-key', 'env:A_KEY', 'via:hex'],
      step: 1,
      basis: 'run',
      onlyIn: ['ci'],
    },
  ],
};
const changed = (change: object): string => encodeLine({ ...result, ...change } as UnitResult);
const [act] = result.observations;

describe('wire', () => {
  it('brings a plan and a result across unchanged', () => {
    const plan = { digest: 'd', units: [], files: [{ path: 'a', bytes: Buffer.from([0, 255]) }], omitted: [] };
    expect(decodeErrand(encodeErrand({ plan, unitWallMs: 1 })).plan).toEqual(plan);
    expect(parseLine(encodeLine(result))).toEqual(result);
    expect(parseLine(encodeLine({ done: true }))).toEqual({ done: true });
  });

  it.each<[string, string]>([
    ['no JSON', 'hello'],
    ['a bare value', '1'],
    ['a list', '[]'],
    ['a missing field', '{"unit":"u"}'],
    ['an unknown kind', changed({ observations: [{ ...act, kind: 'magic' }] })],
    ['an unknown tag', changed({ observations: [{ ...act, data: ['trusted'] }] })],
    ['a tag that is no text', changed({ observations: [{ ...act, data: [1] }] })],
    ['a fractional step', changed({ observations: [{ ...act, step: 1.5 }] })],
    ['an unknown basis', changed({ observations: [{ ...act, basis: 'model' }] })],
    ['words for another unit', changed({ observations: [{ ...act, unit: 'x' }] })],
    ['an endless target', changed({ observations: [{ ...act, target: 'x'.repeat(1_000) }] })],
    ['a print without end', changed({ printed: ['x'.repeat(9_000)] })],
    ['a gap of another unit', changed({ gaps: [{ unit: 'x', reason: 'why' }] })],
  ])('refuses %s', (_, line) => expect(parseLine(line)).toBeUndefined());
});
