/**
 * `npm run eval -- --guard`: compares the engine with the one before its redesign, sample by sample. A sample that was rejected
 * may become a hint near the place that it was rejected for; it must not become silent.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { isAtLeast } from '@assay/analysis/result/severity.policy';
import type { Finding, Report } from '@assay/audit';
import type { EvalOptions } from '../options.ts';
import type { Review } from '../run.ts';
import type { Sample } from '../sample.ts';
import { readWild } from '../wild.ts';
import { type Known, type Row, toPage } from './page.ts';
import { type GuardSample, readGuardSamples } from './samples.ts';

type Baseline = Readonly<Record<string, Pick<Known, 'isRejected' | 'places'>>>;

const BASELINE = fileURLToPath(new URL('./baseline.json.gz', import.meta.url));
const PAGE = fileURLToPath(new URL('../../ACCURACY.md', import.meta.url));
const LINES_APART_MAX = 3;

export async function runGuard(options: EvalOptions, review: Review): Promise<void> {
  const samples = readGuardSamples();
  const wild = options.wild === undefined ? [] : readWild(options.wild, options.limit);
  const results = await reviewAll([...samples.map(({ sample }) => sample), ...wild], review, options.jobs);
  const baseline = JSON.parse(gunzipSync(readFileSync(BASELINE)).toString('utf8')) as Baseline;
  const rows = samples.flatMap((one, index): Row[] => toRow(one, baseline[one.sample.id], results[index]));
  const page = toPage(rows, results.slice(samples.length));
  console.log(page);
  if (options.isWriting) writeFileSync(PAGE, page);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(rows.map(toDetail), null, 1)}\n`);
}

const toRow = (one: GuardSample, known: Baseline[string] | undefined, now: Known | undefined): Row[] =>
  known === undefined || now === undefined ? [] : [{ ...one, known, now, outcome: outcomeOf(known, now) }];

const toDetail = ({ set, sample: { id, label }, known, now, outcome }: Row): object => ({
  set,
  id,
  label,
  known,
  now,
  outcome,
});

async function reviewAll(samples: readonly Sample[], review: Review, width: number): Promise<Known[]> {
  const results: Known[] = new Array(samples.length);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < samples.length; index = next++) {
      const bundle = samples[index]?.load();
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
  const places = shown.map(({ file, range }) => `${file}:${range.startLine}-${range.endLine}`);
  const pointed = isRejected ? [] : passages.map(({ file, startLine, endLine }) => `${file}:${startLine}-${endLine}`);
  return {
    isRejected,
    isUnsafe: blocking.length > 0,
    hints: findings.filter((one) => isShownAlone(one, passages)).length + passages.length,
    places: [...new Set([...places, ...pointed])],
  };
}

/** A reader is given it, and not as part of a passage. */
const isShownAlone = ({ severity, file, range: { startLine } }: Finding, passages: Report['passages']): boolean =>
  isAtLeast(severity, 'MEDIUM') &&
  !passages.some((one) => one.file === file && one.startLine <= startLine && startLine <= one.endLine);

/** What the engine before said of a whole file stands at its first line: any hint in the file is one at that. */
function outcomeOf(known: Baseline[string], now: Known): Row['outcome'] {
  if (now.isRejected) return 'rejected';
  return now.places.some((place) => known.places.some((other) => isNear(split(place), split(other))))
    ? 'hinted'
    : 'silent';
}

type Place = { readonly file: string; readonly start: number; readonly end: number };

const isNear = (now: Place, known: Place): boolean =>
  now.file === known.file &&
  (known.start === 1 || (now.start <= known.end + LINES_APART_MAX && known.start <= now.end + LINES_APART_MAX));

/** `file:line`, or `file:first-last`. */
function split(place: string): Place {
  const at = place.lastIndexOf(':');
  const [start = 0, end = start] = place
    .slice(at + 1)
    .split('-')
    .map(Number);
  return { file: place.slice(0, at), start, end };
}
