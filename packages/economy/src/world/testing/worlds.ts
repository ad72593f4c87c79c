/** Small worlds for tests. */
import { createWorld } from '../genesis.ts';
import type { Input, IntentInput } from '../inputs/types.ts';
import type { IntentOutcome } from '../intents/queue.ts';
import { TICKS_PER_MONTH } from '../params.ts';
import type { World } from '../state.ts';
import { type StepResult, step } from '../tick.ts';

export const PLAYER = '22222222-2222-7222-8222-222222222222';
export const VALIDATOR = '11111111-1111-8111-a111-111111111111';

/** 120 people in three cities, one of them a validator. */
export const smallWorld = (seed = 7, actors = 120): World =>
  createWorld({ actors, cities: 3 }, seed, { validators: [{ actorId: VALIDATOR, name: 'Instruction 1' }] });

export function run(w: World, ticks: number, inputs: readonly Input[] = []): StepResult {
  let result = step(w, inputs, { isChecked: true });
  for (let tick = 1; tick < ticks; tick++) result = step(w, [], { isChecked: tick % 24 === 0 });
  return result;
}

export const runMonths = (w: World, months: number): void => {
  for (let tick = 0; tick < months * TICKS_PER_MONTH; tick++) step(w, [], { isSilent: true });
};

let lastIntent = 0;
export const intentOf = (type: string, params: Record<string, unknown>, change: Partial<IntentInput> = {}): Input => {
  lastIntent += 1;
  const id = `33333333-3333-7333-8333-${String(lastIntent).padStart(12, '0')}`;
  return {
    kind: 'intent.submit',
    intent: { id, actorId: PLAYER, type, params, priority: 1, source: 'owner_suggestion', ...change },
  };
};

/** A player with this many marks and no autonomy, in the first city. */
export function join(w: World, marks: number): number {
  const amount = `${marks}000000`;
  const result = step(
    w,
    [
      { kind: 'actor.join', actorId: PLAYER, name: 'Zed' },
      { kind: 'money.issue', to: { type: 'actor', id: PLAYER }, amount, reason: 'topup', reference: 'payment-1' },
      { kind: 'actor.change', actorId: PLAYER, autonomy: 0 },
    ],
    { isChecked: true },
  );
  if (result.results.some(({ isDone }) => !isDone)) throw new Error(JSON.stringify(result.results));
  return w.lists.givenRows.get(PLAYER) as number;
}

/** The result of one intent, in the hour in which it was sent. */
export function act(
  w: World,
  type: string,
  params: Record<string, unknown>,
  change: Partial<IntentInput> = {},
): IntentOutcome {
  const { intents, results } = step(w, [intentOf(type, params, change)], { isChecked: true });
  const [outcome] = intents;
  if (outcome === undefined) throw new Error(`not decided: ${JSON.stringify(results)}`);
  return outcome;
}

/** A resident of the player's city other than the player. */
export const neighbour = (w: World, h: number): number => {
  for (let other = 0; other < w.rows.actor; other++)
    if (other !== h && w.actor.city[other] === w.actor.city[h]) return other;
  throw new Error('nobody lives here');
};
