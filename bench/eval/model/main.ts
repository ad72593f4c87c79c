import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { show } from '../measure/proportion.ts';
import type { EvalOptions } from '../options.ts';
import type { Review } from '../run.ts';
import { readProductSuite, readStrangers, type StrangerSample } from '../suites/stranger-files.ts';
import { runModelAnswers } from './answers.ts';
import { writeCouncilRows } from './council-rows.ts';
import { exportRequests } from './export.ts';
import { toReaderFigures } from './figures.ts';
import { countWildRefusals, packAnswers } from './pack.ts';
import { toProductSection } from './products.ts';
import { toReaderSection } from './section.ts';
import { readWild } from './wild.ts';

const BYTES_PER_TOKEN = 3;

/**
 * The samples that models are asked about: the suites of APIs and tools when some are named; else every suite of skills by
 * strangers or the named ones, and wild skills when given.
 */
function readModelSamples({ suites, wild, wildCount, wildTokens, apis, tools }: EvalOptions): StrangerSample[] {
  if (apis.length + tools.length > 0)
    return [
      ...apis.flatMap((file) => readProductSuite(file, 'API')),
      ...tools.flatMap((file) => readProductSuite(file, 'TOOL')),
    ];
  const isWanted = ({ suite }: StrangerSample): boolean => suites.length === 0 || suites.includes(suite);
  const choice = { count: wildCount, bytesMax: wildTokens * BYTES_PER_TOKEN };
  const wildSkills = wild === undefined ? [] : readWild(resolve(wild), choice);
  return [...readStrangers().filter(isWanted), ...wildSkills];
}

export async function exportForModels(options: EvalOptions, review: Review): Promise<void> {
  const folder = options.modelExport ?? '';
  const samples = readModelSamples(options);
  const index = await exportRequests(samples, review, resolve(folder));
  const tokens = index.reduce((sum, row) => sum + row.tokens, 0);
  const distinct = new Set(index.map(({ request }) => request)).size;
  console.log(`${samples.length} samples, ${distinct} requests, about ${tokens} tokens with the instruction in each.`);
  console.log(`Requests and instructions: ${folder}; labels, for nobody who answers: ${folder}.index.jsonl`);
}

/** Part of the accuracy page; kept in a file of its own because it is measured apart. */
export const READERS_SECTION = fileURLToPath(new URL('../readers.md', import.meta.url));
/** The same for APIs and tools. */
export const PRODUCTS_SECTION = fileURLToPath(new URL('../products.md', import.meta.url));

export async function measureModels(options: EvalOptions, review: Review): Promise<void> {
  const folders = options.modelAnswers.map((folder) => resolve(folder));
  const read = await runModelAnswers(readModelSamples(options), review, folders);
  if (options.apis.length + options.tools.length > 0) return publishProducts(toProductSection(read), options);
  const figures = toReaderFigures(read);
  const wild = options.wild === undefined ? folders.flatMap((folder) => countWildRefusals(folder) ?? []) : [];
  const section = [
    toReaderSection(figures, new Date().toISOString().slice(0, 10)),
    ...wild.map((refused) => `Wild skills, of which only verdicts are kept, as answered: ${show(refused)} refused.`),
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

export function packRecorded({ modelAnswers, modelIndex, modelPack }: EvalOptions): void {
  if (modelPack === undefined || modelIndex === undefined)
    throw new Error('--model-pack needs --model-answers DIR and --model-index FILE.');
  for (const folder of modelAnswers) packAnswers(resolve(folder), resolve(modelIndex), resolve(modelPack));
}
