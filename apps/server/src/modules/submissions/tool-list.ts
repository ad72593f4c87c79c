import { readListHead } from '@assay/audit/tools';
import type { Surface } from '../payments/index.ts';
import type { BundleFile } from './bundles.ts';
import type { Head } from './intake.policy.ts';

/** A list of tools calls itself by its server, else by its first tool. */
export function readToolHead(entry: string): Head {
  const { offers: _, ...head } = readListHead(entry);
  return head;
}

/** Everything that the lists of a bundle offer, as the reviewer counts it. */
export function countOffers(files: readonly BundleFile[]): Surface {
  const decoder = new TextDecoder();
  const lists = files.filter(({ path }) => /\.json$/i.test(path));
  return { tools: lists.reduce((sum, { bytes }) => sum + readListHead(decoder.decode(bytes)).offers, 0) };
}
