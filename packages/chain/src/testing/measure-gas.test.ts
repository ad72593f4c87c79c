import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GAS_FILE, measureGas } from './measure-gas.ts';

describe('GAS.md', () => {
  it('equals the measured costs of transactions', async () => {
    expect(await measureGas()).toBe(readFileSync(GAS_FILE, 'utf8'));
  });
});
