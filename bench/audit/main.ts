/** `npm run bench audit`: measures the speed of the engine, and its time and memory on hostile input (`--fuzz N`). */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { openEngine } from '../../apps/cli/src/review/engine.ts';
import { printTable } from '../lib/report.ts';
import { type FuzzFigures, runFuzz } from './fuzz.ts';
import { measureSandboxed } from './sandbox-speed.ts';
import { measureSpeed, type Speed, type Times } from './speed.ts';
import { measureWorkers, type Workers } from './speed-up.ts';
import { measureStart, type Start } from './start-time.ts';
import { balancedSample, harmlessSkills, type Workload } from './workload.ts';

const HELP = `Usage: npm run bench audit [-- options]

  --corpus DIR   measure on a repository-balanced sample of the benign skills of a corpus (default: 1,000 harmless skills
                 of the open evaluation sets)
  --fuzz N       how many hostile inputs to run (default 2000; 100000 is the full run, 0 leaves them out)
  --seed N       seed of the first hostile input (default 1)
  --json FILE    also write the figures as JSON
`;

const LIMITS = {
  medianMs: 15,
  p95Ms: 100,
  mbPerSecond: 1.5,
  startMs: 300,
  speedUp: 1.8,
  sandboxedMs: 150,
  worstMs: 2_000,
  growthMb: 256,
} as const;

/** Skills per second on two quiet cores before the engine was redesigned, and how many times that it has to reach. */
const BASELINE = { perSecond: 56, timesMin: 1.5 } as const;
const CORES = 2;

const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    fuzz: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const met = (isMet: boolean): string => (isMet ? 'met' : '**not met**');
const atMost = (what: string, value: number, limit: number, unit: string, digits = 0): string[] => [
  what,
  `≤ ${limit} ${unit}`,
  `${value.toFixed(digits)} ${unit}`,
  met(value <= limit),
];
const atLeast = (what: string, value: number, limit: number): string[] => [
  what,
  `≥ ${limit}`,
  value.toFixed(2),
  met(value >= limit),
];

type Waits = { readonly workers: Workers; readonly start: Start; readonly sandboxedMs: number };

const againstBaseline = (how: string, perSecond: number): string[] =>
  atLeast(
    `skills per second on two cores, ${how}: times the baseline of ${BASELINE.perSecond} (${perSecond.toFixed(0)}/s)`,
    perSecond / BASELINE.perSecond,
    BASELINE.timesMin,
  );

function printSpeed(speed: Speed, { workers, start, sandboxedMs }: Waits): void {
  const rows = (name: string, times: Times): string[][] => [
    atMost(`median per skill, ${name}`, times.medianMs, LIMITS.medianMs, 'ms', 1),
    atMost(`p95 per skill, ${name}`, times.p95Ms, LIMITS.p95Ms, 'ms', 1),
    atMost(`slowest skill, ${name}`, times.worstMs, LIMITS.worstMs, 'ms'),
    atLeast(`MB per second, ${name}`, times.mbPerSecond, LIMITS.mbPerSecond),
  ];
  printTable(`Speed: one core, warm, sandbox off; ${speed.skills} skills, ${(speed.bytes / 1e6).toFixed(1)} MB`, [
    ['what', 'limit', 'measured', ''],
    ...rows('processor time', speed.processor),
    ...rows('by the clock', speed.clock),
    againstBaseline('processor time', CORES * speed.processor.perSecond),
    againstBaseline('by the clock', workers.perSecond),
    atLeast('two workers against one', workers.speedUp, LIMITS.speedUp),
    atMost('start of the installed command to its first finding, by the clock', start.clockMs, LIMITS.startMs, 'ms'),
    ['the same, processor time of both processes', '', `${start.processorMs.toFixed(0)} ms`, ''],
    atMost('median per skill with the sandbox, by the clock', sandboxedMs, LIMITS.sandboxedMs, 'ms'),
  ]);
}

async function fuzz(count: number, firstSeed: number, workload: Workload): Promise<FuzzFigures> {
  const width = availableParallelism();
  const engine = openEngine({ size: width, isSandboxed: false });
  try {
    return await runFuzz({ count, firstSeed, workload, review: engine.review, width });
  } finally {
    engine.close();
  }
}

function printFuzz({ inputs, medianMs, p999Ms, slowest, largest, faults }: FuzzFigures): void {
  const name = (what: string, { maker, seed }: { maker: string; seed: number }) => `${what} (${maker}, seed ${seed})`;
  printTable(`Hostile inputs: ${inputs}, in processor time`, [
    ['what', 'limit', 'measured', ''],
    ['median', '', `${medianMs.toFixed(1)} ms`, ''],
    ['slowest but one in a thousand', '', `${p999Ms.toFixed(0)} ms`, ''],
    atMost(name('slowest', slowest), slowest.ms, LIMITS.worstMs, 'ms'),
    atMost(name('memory above the warm state', largest), largest.growthMb, LIMITS.growthMb, 'MB'),
    atMost('failed or stopped reviews', faults.length, 0, ''),
  ]);
  for (const { seed, maker, message } of faults) console.log(`  seed ${seed} (${maker}): ${message}`);
}

async function run(): Promise<void> {
  const workload = options.corpus === undefined ? harmlessSkills() : balancedSample(options.corpus);
  const speed = await measureSpeed(workload);
  const waits = {
    workers: await measureWorkers(workload),
    start: await measureStart(),
    sandboxedMs: await measureSandboxed(workload),
  };
  printSpeed(speed, waits);

  const count = Number(options.fuzz);
  const fuzzed = count > 0 ? await fuzz(count, Number(options.seed), workload) : undefined;
  if (fuzzed !== undefined) printFuzz(fuzzed);
  if (options.json !== undefined) {
    writeFileSync(options.json, `${JSON.stringify({ speed, ...waits, fuzz: fuzzed }, null, 2)}\n`);
  }
}

if (options.help) console.log(HELP);
else await run();
