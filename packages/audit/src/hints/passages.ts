import { rangeOf, toOriginal } from '@assay/analysis/bundle/decode/view';
import type { Facts, Passage } from '@assay/analysis/types';
import { codePlaces } from './code-places.ts';
import { hiddenTexts } from './hidden-text.ts';
import type { Pointed, Weight } from './pointed.ts';
import { reasonsToRead } from './sentences.ts';

export const PASSAGE_LIMITS = { passagesMax: 60, linesMax: 40 } as const;

/**
 * Where a reader should look. The engine proves what code and structure do; what sentences mean is for a model or a person,
 * and these are the sentences to begin with. They are no findings and weigh nothing.
 */
export function findPassages(facts: Facts): Passage[] {
  const weighed = [...hiddenTexts(facts), ...reasonsToRead(facts), ...codePlaces(facts)].map(toWeighed);
  const first = weighed
    .sort((a, b) => a.weight - b.weight || inOrder(a.passage, b.passage))
    .slice(0, PASSAGE_LIMITS.passagesMax);
  return joinOverlaps(first.map(({ passage }) => passage).sort(inOrder));
}

type Weighed = { readonly passage: Passage; readonly weight: Weight };

function toWeighed({ span, why, weight }: Pointed): Weighed {
  const { startLine, endLine } = rangeOf(span);
  const { file } = toOriginal(span).view;
  return {
    passage: { file, startLine, endLine: Math.min(endLine, startLine + PASSAGE_LIMITS.linesMax - 1), why },
    weight,
  };
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const inOrder = (a: Passage, b: Passage): number =>
  byText(a.file, b.file) || a.startLine - b.startLine || a.endLine - b.endLine || byText(a.why, b.why);

/** Sentences that share lines are one passage, with the reasons of all. */
function joinOverlaps(passages: readonly Passage[]): Passage[] {
  const joined: { file: string; startLine: number; endLine: number; whys: string[] }[] = [];
  for (const { file, startLine, endLine, why } of passages) {
    const last = joined.at(-1);
    if (last === undefined || last.file !== file || startLine > last.endLine) {
      joined.push({ file, startLine, endLine, whys: [why] });
      continue;
    }
    last.endLine = Math.max(last.endLine, endLine);
    if (!last.whys.includes(why)) last.whys.push(why);
  }
  return joined.map(({ file, startLine, endLine, whys }) => ({ file, startLine, endLine, why: whys.join('; ') }));
}
