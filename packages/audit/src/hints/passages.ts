import { rangeOf, toOriginal } from '@assay/analysis/bundle/decode/view';
import { isDocumentName } from '@assay/analysis/flow/silent-files';
import { isAtLeast } from '@assay/analysis/result/severity.policy';
import type { Facts, Finding, Passage } from '@assay/analysis/types';
import { codePlaces, fallbackPlaces } from './code-places.ts';
import { hiddenTexts } from './hidden-text.ts';
import type { Pointed } from './passage-places.ts';
import { reasonsToRead } from './sentences.ts';

export const PASSAGE_LIMITS = { hintsMax: 8, hintsMin: 4, linesMax: 40, reasonsMax: 4 } as const;

/** Places at this distance or less count as one place. */
const NEAR_LINES = 15;

type Place = { file: string; startLine: number; endLine: number; whys: string[]; weight: number; score: number };

/**
 * Selects the places that a reader should look at. The engine proves the behaviour of code and structure. The meaning
 * of sentences is for a model or a person, and these places are where to start. They do not affect the verdict. With
 * the findings that readers get, there are at most `hintsMax`, in this order: hidden places, places where instructions
 * are unexpected, lines of code with the most roles. Below `hintsMin`, files without a place are added, each with its
 * best one.
 */
export function findPassages(facts: Facts, findings: readonly Finding[]): Passage[] {
  const pointed = [...hiddenTexts(facts), ...reasonsToRead(facts)].map(toPlace);
  const inCode = codePlaces(facts).map(toCodePlace);
  const places = joinNeighbours([...pointed, ...inCode].sort(inOrder));
  const others = findings.filter(
    (finding) => isAtLeast(finding.severity, 'MEDIUM') && !places.some((place) => isWithin(finding, place)),
  );
  const kept = places.sort(byWeight).slice(0, Math.max(0, PASSAGE_LIMITS.hintsMax - others.length));
  const pointedAt = new Set([...kept, ...findings].map(({ file }) => file));
  const more = joinNeighbours(fallbackPlaces(facts).map(toCodePlace).sort(inOrder))
    .filter(({ file }) => !pointedAt.has(file))
    .sort(byWeight)
    .slice(0, Math.max(0, PASSAGE_LIMITS.hintsMin - kept.length - others.length));
  return [...kept, ...more].sort(inOrder).map(({ file, startLine, endLine, whys }) => ({
    file,
    startLine,
    endLine,
    why: whys.slice(0, PASSAGE_LIMITS.reasonsMax).join('; '),
  }));
}

const byWeight = (a: Place, b: Place): number => a.weight - b.weight || b.score - a.score || inOrder(a, b);

function toPlace({ span, why, weight, score = 0 }: Pointed): Place {
  const { startLine, endLine } = rangeOf(span);
  const { file } = toOriginal(span).view;
  const end = Math.min(endLine, startLine + PASSAGE_LIMITS.linesMax - 1);
  return { file, startLine, endLine: end, whys: [why], weight, score };
}

/** A short file of code is one place as a whole. */
function toCodePlace(pointed: Pointed): Place {
  const place = toPlace(pointed);
  const { view } = toOriginal(pointed.span);
  const lines = view.text.trimEnd().split('\n', PASSAGE_LIMITS.linesMax + 1).length;
  const isWhole = lines <= PASSAGE_LIMITS.linesMax && !isDocumentName(view.file);
  return isWhole ? { ...place, startLine: 1, endLine: lines } : place;
}

const isWithin = ({ file, range }: Finding, place: Place): boolean =>
  file === place.file && range.startLine >= place.startLine && range.startLine <= place.endLine;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const inOrder = (a: Place, b: Place): number =>
  byText(a.file, b.file) ||
  a.startLine - b.startLine ||
  a.endLine - b.endLine ||
  byText(a.whys.join('; '), b.whys.join('; '));

/** Joins neighbours of the same weight into one place with all their reasons. */
function joinNeighbours(places: readonly Place[]): Place[] {
  const joined: Place[] = [];
  for (const place of places) {
    const last = joined.findLast(({ file, weight }) => file === place.file && weight === place.weight);
    const isNear =
      last !== undefined &&
      place.startLine - last.endLine <= NEAR_LINES &&
      place.endLine - last.startLine < PASSAGE_LIMITS.linesMax;
    if (!isNear) {
      joined.push({ ...place, whys: [...place.whys] });
      continue;
    }
    last.endLine = Math.max(last.endLine, place.endLine);
    last.score = Math.max(last.score, place.score);
    for (const why of place.whys) if (!last.whys.includes(why)) last.whys.push(why);
  }
  return joined;
}
