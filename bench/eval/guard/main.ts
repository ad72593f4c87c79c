/**
 * `npm run eval -- --guard`: compares the engine with the one before its redesign, sample by sample. A sample that was rejected
 * may become a hint near the place that it was rejected for; it must not become silent.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Report } from '@assay/audit';
import type { EvalOptions } from '../options.ts';
import { table } from '../output/tables.ts';
import type { Review } from '../run.ts';
import { type GuardSample, readGuardSamples } from './samples.ts';

/** A place is `file:line`. */
type Known = { readonly isRejected: boolean; readonly places: readonly string[] };
type Baseline = Readonly<Record<string, Known>>;
type Outcome = 'rejected' | 'hinted' | 'silent';
type Row = GuardSample & { readonly known: Known; readonly now: Known; readonly outcome: Outcome };

const BASELINE = fileURLToPath(new URL('./baseline.json.gz', import.meta.url));
const LINES_APART_MAX = 3;

export async function runGuard(options: EvalOptions, review: Review): Promise<void> {
  const samples = readGuardSamples();
  const results = await reviewAll(samples, review, options.jobs);
  if (options.isWriting) return writeBaseline(samples, results);
  const baseline = JSON.parse(gunzipSync(readFileSync(BASELINE)).toString('utf8')) as Baseline;
  const rows = samples.flatMap((one, index): Row[] => {
    const [known, now] = [baseline[one.sample.id], results[index]];
    return known === undefined || now === undefined ? [] : [{ ...one, known, now, outcome: outcomeOf(known, now) }];
  });
  print(rows);
}

async function reviewAll(samples: readonly GuardSample[], review: Review, width: number): Promise<Known[]> {
  const results: Known[] = new Array(samples.length);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < samples.length; index = next++) {
      const bundle = samples[index]?.sample.load();
      if (bundle !== undefined) results[index] = toKnown((await review(bundle)).report);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results;
}

/** Of a rejected sample the places that it was rejected for, of any other the places of all hints. */
function toKnown({ findings, blocking, undecided, passages }: Report): Known {
  const decisive = new Set([...blocking, ...undecided].flatMap(({ fingerprints }) => fingerprints));
  const isRejected = blocking.length + undecided.length > 0;
  const decided = findings.filter(({ fingerprint }) => decisive.has(fingerprint));
  const shown = isRejected && decided.length > 0 ? decided : findings;
  const places = shown.map(({ file, range }) => `${file}:${range.startLine}`);
  const pointed = isRejected ? [] : passages.map(({ file, startLine }) => `${file}:${startLine}`);
  return { isRejected, places: [...new Set([...places, ...pointed])] };
}

function outcomeOf(known: Known, now: Known): Outcome {
  if (now.isRejected) return 'rejected';
  return now.places.some((place) => known.places.some((other) => isNear(place, other))) ? 'hinted' : 'silent';
}

function isNear(one: string, other: string): boolean {
  const [[file, line], [otherFile, otherLine]] = [split(one), split(other)];
  return file === otherFile && Math.abs(line - otherLine) <= LINES_APART_MAX;
}

function split(place: string): readonly [file: string, line: number] {
  const at = place.lastIndexOf(':');
  return [place.slice(0, at), Number(place.slice(at + 1))];
}

function writeBaseline(samples: readonly GuardSample[], results: readonly Known[]): void {
  const baseline = Object.fromEntries(samples.map(({ sample }, index) => [sample.id, results[index]]));
  writeFileSync(BASELINE, gzipSync(JSON.stringify(baseline)));
  console.log(`${samples.length} samples written to ${BASELINE}`);
}

/** Suites that nobody who writes rules has read are only counted. */
const UNREAD_SETS = new Set(['thirteenth-code', 'eighteenth-code', 'nineteenth-code', 'apis-seventh', 'tools-seventh']);

function print(rows: readonly Row[]): void {
  const bySet = [...Map.groupBy(rows, ({ set }) => set), ['all', rows] as const];
  const lines = bySet.map(([set, members]) => {
    const bad = members.filter(({ sample }) => sample.label === 'malicious');
    const before = bad.filter(({ known }) => known.isRejected);
    const count = (outcome: Outcome): string => `${before.filter((row) => row.outcome === outcome).length}`;
    const good = members.filter(({ sample }) => sample.label === 'benign');
    const isRejected = (of: 'known' | 'now'): string => `${good.filter((row) => row[of].isRejected).length}`;
    const newly = bad.filter(({ known, now }) => !known.isRejected && now.isRejected).length;
    return [
      set,
      `${bad.length}`,
      `${before.length}`,
      count('rejected'),
      count('hinted'),
      count('silent'),
      `${newly}`,
      `${good.length}`,
      isRejected('known'),
      isRejected('now'),
    ];
  });
  const head = [
    'set',
    'hostile',
    'rejected before',
    'still',
    'hinted',
    'silent',
    'newly rejected',
    'harmless',
    'rejected before',
    'now',
  ];
  console.log(table(head, lines));
  const silent = rows.filter(
    ({ sample, known, outcome, set }) =>
      sample.label === 'malicious' && known.isRejected && outcome === 'silent' && !UNREAD_SETS.has(set),
  );
  for (const { sample, known } of silent) console.log(`silent: ${sample.id} (${known.places.join(', ')})`);
}
