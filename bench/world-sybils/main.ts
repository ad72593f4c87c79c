/**
 * `npm run bench world-sybils [-- --wallets 200 --months 3]`: measures what free wallets gain in the default world. Idle wallets must change
 * no published figure; no strategy may gain more marks per wallet than an honest player.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { adoptRules, load, step, TICKS_PER_MONTH, view, type World } from '@assay/economy/world';
import { printTable } from '../lib/report.ts';
import { type Ring, STRATEGIES } from './strategies.ts';

const { values } = parseArgs({
  options: {
    wallets: { type: 'string', default: '200' },
    months: { type: 'string', default: '3' },
    idle: { type: 'string', default: '1000' },
  },
});
const [wallets, months, idle] = [Number(values.wallets), Number(values.months), Number(values.idle)];
const MARK = 1_000_000;
const HOURS_PER_DAY = 24;
const LARGEST_CHANGE = 0.01;

const state = gunzipSync(readFileSync(fileURLToPath(import.meta.resolve('@assay/economy/meridian'))));
const open = (): World => adoptRules(load(state));

const figuresOf = (world: World): Record<string, number> => {
  const found: Record<string, number> = { population: view.world(world).population };
  for (const { id, name } of view.cities(world)) {
    const flatten = (value: unknown, path: string): void => {
      if (typeof value === 'number' || typeof value === 'bigint') found[path] = Number(value);
      else if (value !== null && typeof value === 'object') {
        for (const [key, inner] of Object.entries(value)) flatten(inner, `${path}.${key}`);
      }
    };
    flatten(view.economySummary(world, id), name);
    flatten(view.economy(world, id), `${name}.now`);
  }
  return found;
};

const run = (world: World, hours: number): void => {
  for (let hour = 0; hour < hours; hour++) step(world, [], { isSilent: true });
};

/** The largest relative change of any figure of any city, at each month's end. */
function benchIdle(): boolean {
  const [quiet, busy] = [open(), open()];
  step(quiet, [], { isSilent: true });
  const joins = Array.from(
    { length: idle },
    (_, n) => ({ kind: 'actor.join', actorId: idOf(n), name: `Idle ${n}` }) as const,
  );
  step(busy, joins, { isSilent: true });
  const rows = [['Month', 'Figures compared', 'Changed', 'Largest change']];
  let isGood = true;
  for (let month = 1; month <= months; month++) {
    run(quiet, TICKS_PER_MONTH);
    run(busy, TICKS_PER_MONTH);
    const [before, after] = [figuresOf(quiet), figuresOf(busy)];
    const changes = Object.entries(before).map(
      ([name, value]) => Math.abs((after[name] ?? Number.NaN) - value) / Math.max(Math.abs(value), 1e-9),
    );
    const largest = Math.max(...changes);
    if (!(largest <= LARGEST_CHANGE)) isGood = false;
    rows.push([
      `${month}`,
      `${changes.length}`,
      `${changes.filter((change) => change !== 0).length}`,
      `${(largest * 100).toFixed(2)} %`,
    ]);
  }
  printTable(`${idle} wallets that never act (limit: 1 % of any figure)`, rows);
  return isGood;
}

const idOf = (n: number): string => `44444444-4444-7444-8444-${String(n).padStart(12, '0')}`;

function benchStrategies(): boolean {
  const periods = [HOURS_PER_DAY, months * TICKS_PER_MONTH];
  const rows = [
    [
      'Strategy',
      'After a day: residents, to take away per wallet',
      `After ${months} months: residents, to take away per wallet`,
      'Unemployment',
      'Verdict',
    ],
  ];
  const quiet = open();
  run(quiet, periods[1] ?? 0);
  const honest = play('honest', 1);
  let isGood = true;
  rows.push(lineOf('honest (one wallet)', honest, 'reference'));
  for (const name of Object.keys(STRATEGIES)) {
    const played = play(name, wallets);
    const isWorse = played.gains.every((gain, at) => gain <= Math.max(honest.gains[at] ?? 0, 0) + 1);
    if (!isWorse) isGood = false;
    rows.push(lineOf(name, played, isWorse ? 'gains no more' : '**gains more**'));
  }
  printTable(`${wallets} wallets of one master (unemployment without them ${unemployment(quiet)})`, rows);
  return isGood;

  function play(name: string, count: number): Played {
    const world = open();
    const ring: Ring = { world, ids: Array.from({ length: count }, (_, n) => idOf(n)), seq: 0 };
    const act = STRATEGIES[name];
    if (act === undefined) throw new Error(`There is no strategy ${name}.`);
    const gains: number[] = [];
    const residents: number[] = [];
    step(
      world,
      ring.ids.map((actorId, n) => ({ kind: 'actor.join', actorId, name: `Wallet ${n}` })),
      { isSilent: true },
    );
    for (let hour = 0; hour < (periods[1] ?? 0); hour++) {
      const inputs = act(ring, hour);
      step(world, inputs, { isSilent: true });
      if (periods.includes(hour + 1)) {
        gains.push(ring.ids.reduce((sum, id) => sum + freeOf(world, id), 0) / count);
        residents.push(ring.ids.filter((id) => isResident(world, id)).length);
      }
    }
    return { gains, residents, unemployment: unemployment(world) };
  }
}

type Played = {
  readonly gains: readonly number[];
  readonly residents: readonly number[];
  readonly unemployment: string;
};
const lineOf = (name: string, { gains, residents, unemployment: rate }: Played, verdict: string): string[] => [
  name,
  ...gains.map((gain, at) => `${residents[at]}, ${gain.toFixed(1)}`),
  rate,
  verdict,
];

/** Marks that can be given to others, in marks. */
function freeOf(world: World, id: string): number {
  const purse = view.wallet(world, id);
  return purse === undefined ? 0 : Number(purse.available - purse.granted) / MARK;
}

const isResident = (world: World, id: string): boolean => {
  const state = view.wallet(world, id)?.settlement.state;
  return state === 'SETTLED' || state === 'OWED';
};

function unemployment(world: World): string {
  let [without, people] = [0, 0];
  for (const { id } of view.cities(world)) {
    const snapshot = view.economySummary(world, id)?.snapshot;
    without += snapshot?.unemployed ?? 0;
    people += snapshot?.population ?? 0;
  }
  return `${((100 * without) / Math.max(1, people)).toFixed(1)} %`;
}

const results = [benchIdle(), benchStrategies()];
if (results.includes(false)) process.exitCode = 1;
