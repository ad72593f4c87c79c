import { Problem } from '@assay/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJsonScan } from './json-scan.ts';

const LIMITS = { jsonDepthMax: 1_000, jsonValuesMax: 1_000_000 };

/** Counts values and member names as the parser sees them. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const members = Object.values(value).reduce<number>((sum, member) => sum + countValues(member), 1);
  return Array.isArray(value) ? members : members + Object.keys(value).length;
}

/** Runs of backslashes and quotes, where a chunk can end. */
const jsonOfEscapes = fc
  .array(fc.string({ unit: fc.constantFrom('\\\\', '"', '['), maxLength: 12 }))
  .map((strings) => JSON.stringify(strings));

describe('createJsonScan', () => {
  it('counts what the parser would read, wherever the bytes are split', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), jsonOfEscapes), fc.nat(7), fc.nat(3), (text, cut, indent) => {
        const value: unknown = JSON.parse(text);
        const bytes = Buffer.from(JSON.stringify(value, undefined, indent));
        const scan = createJsonScan(LIMITS);
        for (let at = 0; at < bytes.length; at += cut + 1) scan.add(bytes.subarray(at, at + cut + 1));

        expect(scan.counted()).toEqual({ depth: 0, values: countValues(value) });
      }),
    );
  });

  it.each([
    ['deeper', { jsonDepthMax: 3, jsonValuesMax: 100 }, '[[[', '['],
    ['more values', { jsonDepthMax: 3, jsonValuesMax: 4 }, '[1,{"a":', '2'],
  ])('refuses at the first byte that is %s than allowed', (_, limits, allowed, next) => {
    const scan = createJsonScan(limits);
    scan.add(Buffer.from(allowed));

    expect(() => scan.add(Buffer.from(next))).toThrow(Problem);
  });

  it('treats brackets in a string as text', () => {
    const scan = createJsonScan({ jsonDepthMax: 1, jsonValuesMax: 2 });
    scan.add(Buffer.from(`["${'[{'.repeat(10_000)}\\"[,"]`));

    expect(scan.counted()).toEqual({ depth: 0, values: 2 });
  });
});
