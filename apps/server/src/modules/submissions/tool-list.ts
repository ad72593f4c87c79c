import { readListHead } from '@assay/audit/tools';
import type { Surface } from '../payments/index.ts';
import type { BundleFile } from './bundles.ts';
import type { Head } from './intake.policy.ts';

/** The name of a tool list is its server, else its first tool. */
export function readToolHead(entry: string): Head {
  const { offers: _, ...head } = readListHead(entry);
  return head;
}

/** Counts the offers in all lists of a bundle, as the reviewer does. */
export function countOffers(files: readonly BundleFile[]): Surface {
  const decoder = new TextDecoder();
  const lists = files.filter(({ path }) => /\.json$/i.test(path));
  return { tools: lists.reduce((sum, { bytes }) => sum + readListHead(decoder.decode(bytes)).offers, 0) };
}
