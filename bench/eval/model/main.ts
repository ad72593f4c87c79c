import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAnswers } from '@assay/reader/testing';
import type { EvalOptions } from '../options.ts';
import type { Review } from '../run.ts';
import { readNamedSuite } from '../suites/named-suite.ts';
import { readIndependentSuites, readProductSuite, type SuiteSample } from '../suites/suite-files.ts';
import { runModelAnswers } from './answers.ts';
import { isContract, toContractSection } from './contracts.ts';
import { writeCouncilRows } from './council-rows.ts';
import { exportFlaws, exportRequests, indexFileOf, parseIndex } from './export.ts';
import { toReaderFigures } from './figures.ts';
import { toLibrarySection } from './library.ts';
import { countPublished, importAnswers } from './pack.ts';
import { toProductSection } from './products.ts';
import { readThirdParty, readWild } from './published.ts';
import { toPublishedSection, toReaderSection } from './section.ts';

const BYTES_PER_TOKEN = 3;

/**
 * The samples that models are asked about: the files of APIs and tools when some are given, the suites that are named, of
 * whatever type, or else every suite of skills; and wild skills when given.
 */
function readModelSamples(options: EvalOptions): SuiteSample[] {
  const { suites, apis, tools } = options;
  if (apis.length + tools.length > 0)
    return [
      ...apis.flatMap((file) => readProductSuite(file, 'API')),
      ...tools.flatMap((file) => readProductSuite(file, 'TOOL')),
    ];
  return [
    ...(suites.length === 0 ? readIndependentSuites() : suites.flatMap(readNamedSuite)),
    ...readPublished(options),
  ];
}

function readPublished({ wild, wildCount, wildTokens, corpus, corpusCount }: EvalOptions): SuiteSample[] {
  const bytesMax = wildTokens * BYTES_PER_TOKEN;
  return [
    ...(wild === undefined ? [] : readWild(resolve(wild), { count: wildCount, bytesMax })),
    ...(corpus === undefined ? [] : readThirdParty(resolve(corpus), { count: corpusCount, bytesMax })),
  ];
}

export async function exportForModels(options: EvalOptions, review: Review): Promise<void> {
  const folder = resolve(options.exportRequests ?? '');
  const samples = readModelSamples(options);
  const index = await exportQuestions(samples, review, folder, options);
  for (const [suite, rows] of Map.groupBy(index, (row) => row.suite)) {
    const tokens = rows.reduce((sum, row) => sum + row.tokens, 0);
    const read = new Set(rows.map(({ id }) => id)).size;
    console.log(`${suite}: ${read} samples, ${rows.length} requests, at most ${tokens} tokens to read.`);
  }
  console.log(`Requests: ${folder}. Labels, not for those who answer: ${indexFileOf(folder)}`);
}

async function exportQuestions(
  samples: readonly SuiteSample[],
  review: Review,
  folder: string,
  { question, passes, recorded = RECORDED }: EvalOptions,
) {
  if (question === 'passes') return exportRequests(samples, review, folder, passes);
  const { reads } = await runModelAnswers(samples, review, [resolve(recorded)]);
  return exportFlaws(reads, folder, readAnswers(resolve(recorded)));
}

const RECORDED = fileURLToPath(new URL('../recorded/large-model', import.meta.url));

export function importForModels({ importAnswers: given, modelIndex, recorded = RECORDED }: EvalOptions): void {
  const folder = resolve(given ?? '');
  const indexFile = resolve(modelIndex ?? indexFileOf(folder));
  const index = parseIndex(readFileSync(indexFile, 'utf8'));
  const { suites, unanswered, malformed } = importAnswers(folder, index, resolve(recorded));
  for (const [suite, count] of suites) console.log(`${suite}: ${count} answers recorded.`);
  console.log(`${unanswered} requests without an answer, ${malformed.length} answers that cannot be read.`);
  for (const name of malformed) console.log(`Cannot be read: ${name}.json`);
}

/** Part of the accuracy page; kept in a file of its own because it is measured apart. */
export const READERS_SECTION = fileURLToPath(new URL('../readers.md', import.meta.url));
/** Contracts, counted by place. */
const CONTRACTS_SECTION = fileURLToPath(new URL('../contract-readers.md', import.meta.url));
/** The same for APIs and tools. */
export const PRODUCTS_SECTION = fileURLToPath(new URL('../products.md', import.meta.url));

function publishContracts(section: string, { isWriting }: EvalOptions): void {
  console.log(section);
  if (isWriting) writeFileSync(CONTRACTS_SECTION, `${section}\n`);
}

export async function measureModels(options: EvalOptions, review: Review): Promise<void> {
  const folders = options.modelAnswers.map((folder) => resolve(folder));
  const read = await runModelAnswers(readModelSamples(options), review, folders);
  if (read.reads.length > 0 && read.reads.every(isContract))
    return publishContracts(
      [
        toContractSection(read, new Map(folders.flatMap((folder) => [...readAnswers(folder)]))),
        ...folders.map(toLibrarySection),
      ].join('\n\n'),
      options,
    );
  if (options.apis.length + options.tools.length > 0) return publishProducts(toProductSection(read), options);
  const figures = toReaderFigures(read);
  const section = [
    toReaderSection(figures, new Date().toISOString().slice(0, 10)),
    ...folders.map((folder) => toPublishedSection(countPublished(folder))),
  ].join('\n\n');
  console.log(section);
  if (options.isWriting) {
    writeFileSync(READERS_SECTION, `${section}\n`);
    writeCouncilRows(read.reads);
  }
  const { missed, alarms, ...counts } = figures;
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(counts, null, 2)}\n`);
}

function publishProducts(section: string, { isWriting }: EvalOptions): void {
  console.log(section);
  if (!isWriting) return;
  writeFileSync(PRODUCTS_SECTION, `${section}\n`);
}
