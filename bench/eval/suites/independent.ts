import { type Proportion, toProportion } from '../measure/proportion.ts';
import { type Review, runSamples } from '../run.ts';
import { isBlocked, isCaught, type Result, type Sample } from '../sample.ts';
import { readIndependentSuites } from './suite-files.ts';

/**
 * Plain prose by people who do not know the engine, hostile and harmless; only counted, never worked with. The engine does
 * not judge sentences, so what counts is that it points at them, and that it blocks nothing for its words.
 */
export type IndependentFigures = {
  readonly byAuthor: readonly IndependentRow[];
  readonly byCategory: readonly IndependentRow[];
};

export type IndependentRow = {
  readonly name: string;
  readonly pointed: Proportion;
  readonly unsafe: Proportion;
  readonly harmlessPointed: Proportion;
  readonly harmlessBlocked: Proportion;
};

export async function runIndependentSuites(review: Review, width: number): Promise<IndependentFigures> {
  const results = await runSamples(readIndependentSuites(), review, width);
  const rowsBy = (name: (sample: Sample) => string): IndependentRow[] =>
    [...Map.groupBy(results, ({ sample }) => name(sample))].map(([title, members]) => toRow(title, members));
  return { byAuthor: rowsBy(({ campaign }) => campaign), byCategory: rowsBy(({ category }) => category) };
}

function toRow(name: string, members: readonly Result[]): IndependentRow {
  const hostile = members.filter(({ sample }) => sample.label === 'malicious');
  const harmless = members.filter(({ sample }) => sample.label === 'benign');
  const share = (some: readonly Result[], test: (result: Result) => boolean): Proportion =>
    toProportion(some.filter(test).length, some.length);
  const isPointedAt = ({ passages }: Result): boolean => passages > 0;
  return {
    name,
    pointed: share(hostile, isPointedAt),
    unsafe: share(hostile, isCaught),
    harmlessPointed: share(harmless, isPointedAt),
    harmlessBlocked: share(harmless, isBlocked),
  };
}
