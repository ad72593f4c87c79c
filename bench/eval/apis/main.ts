/** `npm run eval -- --apis FILE`: measures the accuracy of the API reviewer on documents by independent authors and on public ones. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from '@assay/audit';
import {
  bundleOf,
  count,
  isGrave,
  isRefused,
  listPublic,
  measureSuite,
  missList,
  noteFirstSight,
  type Suite,
  suiteSection,
} from '../measure/product-suite.ts';
import type { EvalOptions } from '../options.ts';
import type { Review } from '../run.ts';
import { rulesOfApi } from './categories.data.ts';
import { sixtyPaths } from './sixty-paths.ts';

type Seen = { readonly name: string; readonly report: Report };

export const APIS_SECTION = fileURLToPath(new URL('../apis.md', import.meta.url));
const HEADING = '## APIs';

export async function measureApis(options: EvalOptions, review: Review): Promise<void> {
  const suites: Suite[] = [];
  for (const file of options.apis)
    suites.push(await measureSuite({ file, productType: 'API', review, rulesOf: rulesOfApi }));
  if (options.isFirstSight) return suites.forEach(noteFirstSight);
  const seen = await measurePublic(options.publicApis, review);
  const ms = await timeSixtyPaths(review);
  const lines = [
    HEADING,
    '',
    'Documents by authors who did not write the rules. Caught: a finding of MEDIUM or above by a rule for the fault that the',
    'author names. Halves by hash of the name.',
    '',
    ...suites.flatMap((suite) => [...suiteSection(suite), '']),
    ...publicSection(seen),
    '',
    `A document of 60 paths and 180 operations: ${ms.toFixed(0)} ms of the processor, the middle of ${RUNS} reviews.`,
    '',
  ];
  console.log(lines.join('\n'));
  if (options.lists !== undefined) {
    mkdirSync(options.lists, { recursive: true });
    writeFileSync(join(options.lists, 'apis.txt'), [...suites.map(missList), listPublic(seen)].join('\n'));
  }
  if (!options.isWriting) return;
  writeFileSync(APIS_SECTION, lines.join('\n'));
}

/** Documents that people publish, one folder deep or more; read as data and part of no repository. */
async function measurePublic(folder: string | undefined, review: Review): Promise<Seen[]> {
  if (folder === undefined || !existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ya?ml|json)$/i.test(name) && statSync(join(folder, name)).isFile())
    .sort();
  const seen: Seen[] = [];
  for (const name of names) {
    const path = `openapi${name.slice(name.lastIndexOf('.'))}`;
    const files = [{ path, text: readFileSync(join(folder, name), 'utf8') }];
    seen.push({ name, report: (await review(bundleOf('API', files))).report });
  }
  return seen;
}

const RUNS = 5;

async function timeSixtyPaths(review: Review): Promise<number> {
  const bundle = bundleOf('API', [{ path: 'openapi.yaml', text: sixtyPaths() }]);
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { processorMs } = await review(bundle);
    times.push(processorMs);
  }
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
}

function publicSection(seen: readonly Seen[]): string[] {
  if (seen.length === 0) return ['Public documents: not run.'];
  const undecided = seen.filter(({ report: { reviewResult } }) => reviewResult === 'UNDECIDED').length;
  return [
    `Public OpenAPI and Swagger documents, one of each publisher: ${count(seen, isRefused)} refused (bar 2 %; ${undecided} of them because they`,
    `cannot be read), ${count(seen, isGrave)} with a HIGH warning.`,
  ];
}
