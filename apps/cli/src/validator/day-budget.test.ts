import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDayBudget } from './day-budget.ts';

it('the daily budget is spent once, even across a restart, and is renewed the next day', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-budget-'));
  let day = '2026-11-16T23:59:59.000Z';
  const open = () => createDayBudget(folder, () => new Date(day))('one', 100);

  expect(await open().reserve(80)).toBe(true);
  await open().settle(80, 60);
  expect(await open().reserve(41)).toBe(false);
  expect(await open().reserve(40)).toBe(true);
  day = '2026-11-17T00:00:00.000Z';
  expect(await open().reserve(100)).toBe(true);

  rmSync(folder, { recursive: true });
});
