import { type Review, runSamples } from '../run.ts';
import type { Sample } from '../sample.ts';
import { readStrangers } from './stranger-files.ts';
import { toRow, type VariantRow } from './variants.ts';

/** What people who do not know the engine write, hostile and harmless; only counted, never worked with. */
export type StrangerFigures = { readonly byAuthor: readonly VariantRow[]; readonly byCategory: readonly VariantRow[] };

export async function runStrangers(review: Review, width: number): Promise<StrangerFigures> {
  const results = await runSamples(readStrangers(), review, width);
  const rowsBy = (name: (sample: Sample) => string): VariantRow[] =>
    [...Map.groupBy(results, ({ sample }) => name(sample))].map(([title, members]) => toRow(title, members));
  return { byAuthor: rowsBy(({ campaign }) => campaign), byCategory: rowsBy(({ category }) => category) };
}
