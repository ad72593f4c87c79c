import { digestOf } from '@assay/analysis/result/seal';
import { PLANTED_BAD, PLANTED_CLEAN } from './planted.data.ts';

type Planted = { readonly id: string; readonly lines: readonly string[] };

/** In the order in which they are shown, which tells nothing; `bad` and `clean` name them for the check. */
export type PlantedPair = { readonly shown: readonly Planted[]; readonly bad: string; readonly clean: string };

const ID_HEX = 6;

/** Chosen by the content of the request, so that the same question is always the same and no author can choose. */
export function choosePlanted(seed: unknown): PlantedPair {
  const digest = digestOf({ planted: seed });
  const dice = (at: number, sides: number): number => Number.parseInt(digest.slice(at, at + 8), 16) % sides;
  const bad = toPlanted(PLANTED_BAD, dice(0, PLANTED_BAD.length), digest.slice(24, 24 + ID_HEX));
  const clean = toPlanted(PLANTED_CLEAN, dice(8, PLANTED_CLEAN.length), digest.slice(32, 32 + ID_HEX));
  return { shown: dice(16, 2) === 0 ? [bad, clean] : [clean, bad], bad: bad.id, clean: clean.id };
}

const toPlanted = (texts: readonly string[], index: number, id: string): Planted => ({
  id,
  lines: (texts[index] ?? '').split('\n'),
});
