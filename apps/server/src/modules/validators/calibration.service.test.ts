import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { silentLog } from '../../testing/silent-log.ts';
import { createCalibration } from './calibration.service.ts';
import type { CaseRow } from './calibrations.store.ts';
import { createCaseBank } from './case-bank.service.ts';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const clock = { now: () => NOW };
const ATTEMPT = { validatorId: 'v', track: 'SKILL', attempt: 1 } as const;

/** A bank of cases in memory, and dice that always fall in the same order. */
function setup(turn: number) {
  const cases: CaseRow[] = [];
  const shown = new Set<string>();
  let thrown = 0;
  const random = (length: number) => createHash('sha256').update(`${turn} ${thrown++}`).digest().subarray(0, length);
  const stores = {
    calibrations: {
      listCases: async ({ expected }: { expected?: string }) =>
        cases.filter((one) => expected === undefined || one.expected === expected),
      addCase: async (row: CaseRow) => cases.push(row) > 0,
    },
    seats: { listShownCases: async () => shown },
  };
  const bundles = { save: async () => `bundle-${cases.length}` };
  const needs = { stores, bundles, random, clock, log: silentLog } as unknown as Parameters<typeof createCaseBank>[0] &
    Parameters<typeof createCalibration>[0];
  return { cases, shown, bank: createCaseBank(needs), calibration: createCalibration(needs) };
}

const verdicts = (cases: readonly CaseRow[] | undefined) => cases?.map(({ expected }) => expected).join(' ');

it('shows ten cases in an order that does not tell good from bad, and never the same one', async () => {
  const orders = new Set<string | undefined>();
  for (let turn = 0; turn < 5; turn++) {
    const { bank, calibration } = setup(turn);
    await bank.restock();
    const drawn = await calibration.casesFor(ATTEMPT);
    expect(drawn).toHaveLength(10);
    expect(drawn?.filter(({ expected }) => expected === 'UNSAFE')).toHaveLength(5);
    orders.add(verdicts(drawn));
  }
  expect(orders.size).toBeGreaterThan(3);
  expect(orders).not.toContain('SAFE '.repeat(5).concat('UNSAFE '.repeat(5)).trim());
});

it('fills the bank up again as cases get around, and asks the new ones', async () => {
  const { cases, shown, bank, calibration } = setup(1);
  await bank.restock();
  const first = cases.map(({ id }) => id);
  expect(first).toHaveLength(20);
  await bank.restock();
  expect(cases).toHaveLength(20);

  for (const id of first) shown.add(id);
  await bank.restock();

  expect(cases).toHaveLength(40);
  const drawn = await calibration.casesFor(ATTEMPT);
  expect(drawn?.some(({ id }) => shown.has(id))).toBe(false);
});
