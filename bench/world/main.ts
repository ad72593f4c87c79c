/**
 * `npm run bench world`: is the agent world an economy, and how fast is it? Prints each validation band beside what 20
 * seeds reached, the money identities, and the cost of an hour; writes a picture of ten years. Exit code 1 outside a band.
 * Seeds are lived on `--workers` threads of low priority, about four minutes each on a busy core.
 * `--seeds 20 --first 101 --months 600 --drop 180 --actors 2000 --workers 2 --switches NAME,NAME
 * --only bands|speed|doubling|switches --sizes 10000,100000,1000000 --silent --svg FILE`. `--only doubling` compares the
 * default world after twice the deposits, `--only switches` each rule that is off by default.
 */
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { CURRENT_RULES, SWITCHES, type Switch } from '@assay/economy/world';
import { median, printTable } from '../lib/report.ts';
import { BANDS, hasBand, isInside } from './bands.ts';
import { drawRun } from './chart.ts';
import { type Doubling, measureDoubling } from './doubling.ts';
import type { Run } from './run.ts';
import { measure } from './speed.ts';

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    first: { type: 'string', default: '101' },
    months: { type: 'string', default: '600' },
    drop: { type: 'string', default: '180' },
    actors: { type: 'string', default: '2000' },
    workers: { type: 'string', default: '2' },
    switches: { type: 'string', default: '' },
    sizes: { type: 'string', default: '10000,100000,1000000' },
    only: { type: 'string', default: 'all' },
    silent: { type: 'boolean', default: false },
    svg: { type: 'string', default: 'bench/world/ten-years.svg' },
  },
});

const SHARE_INSIDE = 0.8;
const LIMITS = { hourMs: 50, dayMs: 1000, bytesPerActor: 400, growth: 1.5 } as const;
const TEN_YEARS = 120;
const MOST_REAL_CHANGE = 0.05;
/** A week from a month's start: the same mix of hours, days and a month's end at every size. */
const DAYS = 7;

const wanted = options.switches.split(',').filter((name) => name !== '');
const switches = wanted.map((name): Switch => {
  const known = SWITCHES.find((one) => one === name);
  if (known === undefined) throw new RangeError(`No switch ${name}; there are ${SWITCHES.join(', ')}.`);
  return known;
});
const [months, dropped] = [Number(options.months), Number(options.drop)];

const show = (value: number): string => (Number.isFinite(value) ? value.toFixed(3) : '∞');
const verdict = (holds: boolean): string => {
  if (!holds) process.exitCode = 1;
  return holds ? 'yes' : '**no**';
};

const lived = (seed: number, rules: readonly Switch[]): Promise<Run> =>
  new Promise((resolve, reject) => {
    const setup = { actors: Number(options.actors), months, switches: rules };
    const worker = new Worker(new URL('./seed.worker.ts', import.meta.url), { workerData: { seed, setup } });
    worker.once('message', resolve).once('error', reject);
  });

function tell(run: Run): void {
  const figures = BANDS.map((band) => {
    const value = band.of(run, dropped);
    return `${show(value)}${isInside(band, value) ? '' : '!'}`;
  });
  console.log(`seed ${run.seed} (${run.seconds.toFixed(0)} s): ${run.fault ?? figures.join(' ')}`);
}

/** In the order of their seeds, however long each takes. */
async function runSeeds(rules: readonly Switch[] = switches): Promise<Run[]> {
  setPriority(constants.priority.PRIORITY_LOW - 4); // threads that begin from here on have it too
  const seeds = Array.from({ length: Number(options.seeds) }, (_, index) => Number(options.first) + index);
  const runs = new Map<number, Run>();
  const next = seeds.values();
  const work = async () => {
    for (const seed of next) {
      const run = await lived(seed, rules);
      runs.set(seed, run);
      tell(run);
    }
  };
  await Promise.all(Array.from({ length: Number(options.workers) }, work));
  return seeds.flatMap((seed) => runs.get(seed) ?? []);
}

function printBands(runs: readonly Run[]): void {
  const sound = runs.filter(({ fault }) => fault === null);
  const rows = BANDS.map((band) => {
    const values = sound.map((run) => band.of(run, dropped));
    const inside = values.filter((value) => isInside(band, value)).length;
    const mean = values.reduce((total, value) => total + value, 0) / values.length;
    const holds = inside >= SHARE_INSIDE * runs.length && isInside(band, mean);
    const range = `${show(Math.min(...values))} … ${show(Math.max(...values))}`;
    return [
      band.name,
      hasBand(band) ? `${show(band.low)} … ${show(band.high)}` : '',
      show(median(values)),
      range,
      ...(hasBand(band) ? [`${inside}/${runs.length}`, verdict(holds)] : ['', '']),
    ];
  });
  const all = sound.filter((run) => BANDS.every((band) => isInside(band, band.of(run, dropped)))).length;
  printTable(
    `Bands: ${runs.length} seeds × ${months} months × ${options.actors} actors, first ${dropped} dropped${switches.length > 0 ? `, with ${switches.join(', ')}` : ''}`,
    [
      ['figure', 'band', 'median', 'least … most', 'seeds inside', 'holds'],
      ...rows,
      ['all at once', '', '', '', `${all}/${runs.length}`, ''],
      [
        'money identities broken',
        '0',
        '',
        '',
        String(runs.length - sound.length),
        verdict(sound.length === runs.length),
      ],
    ],
  );
}

/** Printed for each switch. */
const COMPARED = [
  'unemployment, mean',
  'real output, growth a year',
  'prices, growth a year',
  'skew of business size',
  'staff of the largest tenth of businesses',
] as const;

async function printSwitches(): Promise<void> {
  const isOff = (name: Switch): boolean => !(name in CURRENT_RULES.switches);
  const rows: string[][] = [];
  for (const rules of [[], ...SWITCHES.filter(isOff).map((name) => [name])]) {
    console.log(`\nwith ${rules[0] ?? 'no switch'}`);
    const runs = await runSeeds(rules);
    const values = runs.flatMap((run) => BANDS.map((band) => ({ band, value: band.of(run, dropped) })));
    const outside = values.filter(({ band, value }) => !isInside(band, value)).length;
    const middles = COMPARED.map((name) =>
      show(median(values.flatMap(({ band, value }) => (band.name === name ? [value] : [])))),
    );
    const faults = runs.filter(({ fault }) => fault !== null).length;
    const limited = BANDS.filter(hasBand).length * runs.length;
    rows.push([rules[0] ?? 'none', `${outside} of ${limited}`, ...middles, String(faults)]);
  }
  printTable(
    `Switches: ${options.seeds} seeds × ${months} months × ${options.actors} actors, first ${dropped} dropped`,
    [['switch', 'values out of band', ...COMPARED, 'money identities broken'], ...rows],
  );
}

function printSpeed(): void {
  const sizes = options.sizes.split(',').map(Number);
  const results = sizes.map((actors) => measure(actors, DAYS, options.silent));
  const rows = results.map((speed) => [
    String(speed.actors),
    `${speed.hourMs.toFixed(2)} ms`,
    `${speed.dayMs.toFixed(1)} ms`,
    `${speed.monthMs.toFixed(0)} ms`,
    speed.bytesPerActor.toFixed(0),
    `${speed.microsecondsPerActor.toFixed(1)} µs`,
  ]);
  printTable('Speed, kernel only, processor time of one core', [
    ['actors', 'hour', 'day', 'month', 'bytes per actor', 'per actor and 28 days'],
    ...rows,
  ]);
  const hundred = results.find(({ actors }) => actors === 100_000);
  if (hundred !== undefined) {
    console.log(`\nhour ≤ ${LIMITS.hourMs} ms: ${verdict(hundred.hourMs <= LIMITS.hourMs)}`);
    console.log(`day ≤ ${LIMITS.dayMs} ms: ${verdict(hundred.dayMs <= LIMITS.dayMs)}`);
    console.log(`bytes per actor ≤ ${LIMITS.bytesPerActor}: ${verdict(hundred.bytesPerActor <= LIMITS.bytesPerActor)}`);
  }
  const [smallest, largest] = [results[0], results.at(-1)];
  if (smallest === undefined || largest === undefined || results.length < 2) return;
  const factor = largest.microsecondsPerActor / smallest.microsecondsPerActor;
  console.log(`cost per actor grows ×${factor.toFixed(2)} (≤ ${LIMITS.growth}): ${verdict(factor <= LIMITS.growth)}`);
}

/** Prices may double; real figures must return to the control. */
function printDoubling(): void {
  const { control, doubled }: Doubling = measureDoubling(TEN_YEARS, {
    switches: Object.fromEntries(switches.map((name) => [name, true])),
  });
  const rows = (['unemployment', 'output', 'realWage', 'prices'] as const).map((name) => {
    const change = doubled[name] / control[name] - 1;
    const holds = name === 'prices' ? '' : verdict(Math.abs(change) <= MOST_REAL_CHANGE);
    return [name, show(control[name]), show(doubled[name]), `${(change * 100).toFixed(1)} %`, holds];
  });
  printTable('Ten years after all deposits are doubled, mean of the last year', [
    ['figure', 'control', 'doubled', 'change', 'within 5 %'],
    ...rows,
  ]);
}

// The speed first: from the seeds on the process has a low priority.
if (options.only === 'doubling') printDoubling();
if (options.only === 'switches') await printSwitches();
if (options.only === 'all' || options.only === 'speed') printSpeed();
if (options.only === 'all' || options.only === 'bands') {
  const runs = await runSeeds();
  printBands(runs);
  const [first] = runs;
  if (first !== undefined && first.months.length > TEN_YEARS) {
    writeFileSync(
      options.svg,
      drawRun(first.months.slice(-TEN_YEARS), `Seed ${first.seed}, the last ten years of ${months} months`),
    );
    console.log(`\nTen years: ${options.svg}`);
  }
}
