/**
 * `npm run bench world-strategies [-- --months 3]`: compares ten agents with different strategies from equal starts in the default world.
 * `--luck` selects another random future of the same world.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { adoptRules, type Input, load, step, TICKS_PER_MONTH, view, type World } from '@assay/economy/world';
import { type Look, RULES } from '../../samples/agents/rules.ts';
import { printTable } from '../lib/report.ts';

const { values } = parseArgs({ options: { months: { type: 'string', default: '3' }, luck: { type: 'string' } } });
const HOURS_PER_DAY = 24;
const PURSE = 200;
const months = Number(values.months);

const idOf = (n: number): string => `44444444-4444-7444-8444-${String(n).padStart(12, '0')}`;
const marks = (amount: bigint | null | undefined): number => Number(amount ?? 0n) / 1e6;

/** The same city, purse and grade for all. They move in one after the other before the first day counts. */
function open(): { world: World; names: string[] } {
  const world = adoptRules(
    load(gunzipSync(readFileSync(fileURLToPath(import.meta.resolve('@assay/economy/meridian'))))),
  );
  if (values.luck !== undefined) world.luck = Number(values.luck);
  const names = Object.keys(RULES);
  const [city] = view.cities(world);
  const join = names.map(
    (name, n): Input => ({ kind: 'actor.join', actorId: idOf(n), name, ...(city && { cityId: city.id }) }),
  );
  const remote = names.map((_, n): Input => ({ kind: 'actor.change', actorId: idOf(n), control: 'REMOTE' }));
  step(
    world,
    [...join, ...remote, ...names.map((_, n) => submit(idOf(n), n, { type: 'INTENT_REST', params: { hours: 1 } }))],
    { isSilent: true },
  );
  for (let hour = 1; hour < HOURS_PER_DAY; hour++) step(world, [], { isSilent: true });
  return { world, names };
}

let sent = 0;
const submit = (
  actorId: string,
  seq: number,
  intent: { type: string; params: Readonly<Record<string, unknown>> },
): Input => ({
  kind: 'intent.submit',
  intent: {
    ...intent,
    id: `33333333-3333-7333-8333-${String(sent++ * 100 + seq).padStart(12, '0')}`,
    actorId,
    priority: 1,
    source: 'agent_autonomous',
  },
});

function look(world: World, id: string, day: number): Look {
  const state = view.actorState(world, id);
  if (state === undefined) throw new Error(`${id} does not live here.`);
  const { employment, needs, cityId } = state;
  return {
    day,
    purse: marks(state.balance),
    energy: needs.energy,
    food: needs.food,
    works: employment.state !== 'UNEMPLOYED',
    wage: marks(employment.wage),
    hasHome: state.home.kind !== 'NONE',
    jobs: (view.vacancies(world, cityId) ?? []).flatMap(({ businessId, wage }) =>
      businessId === null ? [] : [{ businessId, wage: marks(wage) }],
    ),
    homes: (view.properties(world, cityId) ?? []).flatMap(({ id: propertyId, occupantId, rent }) =>
      occupantId === null ? [{ propertyId, rent: marks(rent) }] : [],
    ),
    shops: view
      .businesses(world, { cityId })
      .flatMap(({ id: businessId, sector, unitPrice }) =>
        sector === 'FOOD' ? [{ businessId, price: marks(unitPrice) }] : [],
      ),
  };
}

const { world, names } = open();
const done = new Map<string, number>();
for (let day = 0; day < (months * TICKS_PER_MONTH) / HOURS_PER_DAY; day++) {
  const inputs = names.flatMap((name, n): Input[] => {
    const intent = RULES[name]?.(look(world, idOf(n), day)) ?? null;
    return intent === null ? [] : [submit(idOf(n), n, intent)];
  });
  for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
    const { intents } = step(world, hour === 0 ? inputs : [], { isSilent: true });
    for (const { actorId, status } of intents)
      if (status === 'EXECUTED') done.set(actorId, (done.get(actorId) ?? 0) + 1);
  }
}

const ends = names.map((name, n) => {
  const state = view.actorState(world, idOf(n));
  return {
    name,
    purse: marks(state?.balance),
    mood: state?.mood ?? 0,
    works: state?.employment.state ?? '',
    home: state?.home.tier ?? 'NONE',
    acts: done.get(idOf(n)) ?? 0,
  };
});
printTable(`Ten agents after ${months} months, each with a grant of about ${PURSE} marks`, [
  ['Rule', 'Purse, marks', 'Mood of 100', 'Work', 'Home', 'Intents executed'],
  ...ends
    .toSorted((one, other) => other.purse - one.purse)
    .map(({ name, purse, mood, works, home, acts }) => [
      name,
      purse.toFixed(1),
      `${Math.round(mood)}`,
      works,
      home,
      `${acts}`,
    ]),
]);
