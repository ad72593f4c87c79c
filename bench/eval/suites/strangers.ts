import { readFileSync } from 'node:fs';
import { type Review, runSamples } from '../run.ts';
import type { Sample } from '../sample.ts';
import { toRow, type VariantRow } from './variants.ts';

/** What people who do not know the engine write, hostile and harmless; only counted, never worked with. */
export type StrangerFigures = { readonly byAuthor: readonly VariantRow[]; readonly byCategory: readonly VariantRow[] };

const AUTHORS = ['first-author', 'second-author'] as const;

type Line = { readonly id: string; readonly label: Sample['label']; readonly category: string; readonly text: string };

export async function runStrangers(review: Review, width: number): Promise<StrangerFigures> {
  const results = await runSamples(AUTHORS.flatMap(readAuthor), review, width);
  const rowsBy = (name: (sample: Sample) => string): VariantRow[] =>
    [...Map.groupBy(results, ({ sample }) => name(sample))].map(([title, members]) => toRow(title, members));
  return { byAuthor: rowsBy(({ campaign }) => campaign), byCategory: rowsBy(({ category }) => category) };
}

function readAuthor(author: string): Sample[] {
  const lines = readFileSync(new URL(`./strangers/${author}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => toSample(author, JSON.parse(line) as Line));
}

function toSample(author: string, { id, label, category, text }: Line): Sample {
  const files = [{ path: 'SKILL.md', bytes: new TextEncoder().encode(text) }];
  return {
    id: `${author}/${id}`,
    label,
    category,
    campaign: author,
    source: 'strangers',
    repository: 'strangers',
    cluster: id,
    bytes: text.length,
    isWeak: false,
    load: () => ({ productType: 'SKILL', files, source: { url: 'local:', ref: '' } }),
  };
}
