import { expect, it } from 'vitest';
import { createDueWork } from './due-work.ts';

it('closes overdue seats even if calibration fails, and reports the error', async () => {
  const closed: string[] = [];
  let overdue = 2;
  const { sweep } = createDueWork({
    vesting: { vestDue: async () => 0, finishUnbonding: async () => 0 },
    calibration: { calibrateNext: async () => 0 },
    remote: {
      seatNext: () => Promise.reject(new Error('The case cannot be examined.')),
      closeOverdue: async () => (overdue > 0 ? closed.push(`seat ${overdue--}`) : 0),
    },
    bank: { restock: async () => undefined, canaryFor: async () => undefined },
  });

  await expect(sweep()).rejects.toThrow('The case cannot be examined.');
  expect(closed).toEqual(['seat 2', 'seat 1']);
});
