import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GAS_FILE, measureGas } from './measure-gas.ts';

describe('GAS.md', () => {
  it('tells what transactions cost today', async () => {
    expect(await measureGas()).toBe(readFileSync(GAS_FILE, 'utf8'));
  });
});
