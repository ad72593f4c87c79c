import { resolve } from 'node:path';
import type { EvalOptions } from '../options.ts';
import type { Review } from '../run.ts';
import { readStrangers, type StrangerSample } from '../suites/stranger-files.ts';
import { exportRequests } from './export.ts';
import { readWild } from './wild.ts';

const BYTES_PER_TOKEN = 3;

/** The samples that models are asked about: every suite by strangers or the named ones, and wild skills when given. */
export function readModelSamples({ suites, wild, wildCount, wildTokens }: EvalOptions): StrangerSample[] {
  const isWanted = ({ suite }: StrangerSample): boolean => suites.length === 0 || suites.includes(suite);
  const choice = { count: wildCount, bytesMax: wildTokens * BYTES_PER_TOKEN };
  const wildSkills = wild === undefined ? [] : readWild(resolve(wild), choice);
  return [...readStrangers().filter(isWanted), ...wildSkills];
}

export async function exportForModels(options: EvalOptions, review: Review, folder: string): Promise<void> {
  const samples = readModelSamples(options);
  const index = await exportRequests(samples, review, resolve(folder));
  const tokens = index.reduce((sum, row) => sum + row.tokens, 0);
  const distinct = new Set(index.map(({ request }) => request)).size;
  console.log(`${samples.length} samples, ${distinct} requests, about ${tokens} tokens with the instruction in each.`);
  console.log(`Requests and instructions: ${folder}; labels, for nobody who answers: ${folder}.index.jsonl`);
}
