import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createInputs } from './inputs.service.ts';
import { worldInputStore } from './inputs.store.ts';

const CALLERS = 200;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

function setup() {
  const store = worldInputStore(database.db);
  let looks = 0;
  const worldInputs = {
    ...store,
    findDecided: (ids: readonly number[]) => {
      looks += 1;
      return store.findDecided(ids);
    },
  };
  const inputs = createInputs({
    stores: { world: { find: async () => undefined }, worldInputs },
    follower: { reached: async () => undefined, row: () => undefined },
    bus: { on: () => () => undefined },
    quotas: { spend: async () => undefined },
    clock: { now: () => new Date('2026-01-01T00:00:00.000Z') },
  });
  const append = (principal: string) =>
    inputs.appendIn({ worldInputs }, { kind: 'intent.cancel', intentId: randomUUID() }, { principal });
  return { store, inputs, append, looks: () => looks };
}
const RESULT = { isDone: true, data: {} } as const;

it('reads the results of many waiting callers in a few queries', async () => {
  const { store, inputs, append, looks } = setup();
  const ids: number[] = [];
  for (let caller = 0; caller < CALLERS; caller++) ids.push(await append(`actor:${caller}`));
  await store.assign(
    3,
    ids.map((id) => ({ id, result: RESULT })),
  );

  const results = await Promise.all(ids.map((id) => inputs.resultOf(id)));

  expect(results).toEqual(ids.map(() => RESULT));
  expect(looks()).toBeLessThan(CALLERS / 10);
});

it('answers every caller that waits for the same input', async () => {
  const { store, inputs, append } = setup();
  inputs.start();
  const id = await append('actor:twice');
  const both = [inputs.resultOf(id), inputs.resultOf(id)];

  await store.assign(4, [{ id, result: RESULT }]);

  expect(await Promise.all(both)).toEqual([RESULT, RESULT]);
  inputs.stop();
});
