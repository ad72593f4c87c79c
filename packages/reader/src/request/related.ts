import { estimateTokens, READING_LIMITS } from '../limits.ts';
import type { NumberedLine, ReadDocument } from './documents.ts';
import type { Part } from './parts.ts';

const TERM = /[\p{L}\p{N}_$][\p{L}\p{N}_$.@/-]{3,60}/gu;

type Place = { readonly document: ReadDocument; readonly line: NumberedLine; readonly key: string };

const keyOf = ({ name }: ReadDocument, { number, piece = 0 }: NumberedLine): string => `${name}\0${number}\0${piece}`;

const placesOf = ({ documents }: Part): Place[] =>
  documents.flatMap((document) => document.lines.map((line) => ({ document, line, key: keyOf(document, line) })));

const termsOf = ({ text }: NumberedLine): Set<string> =>
  new Set([...text.matchAll(TERM)].map(([term]) => term.toLowerCase().replace(/[./-]+$/, '')));

/**
 * Statements that cause harm only together must be shown together. Every part of a long product therefore also shows
 * lines of other parts that share its rarest terms: names, keys, paths and hosts that occur in few lines.
 */
export function withRelated(parts: readonly Part[]): readonly Part[] {
  if (parts.length < 2) return parts;
  const own = parts.map((part) => new Map(placesOf(part).map((place) => [place.key, place])));
  const all = new Map(own.flatMap((places) => [...places]));
  const holders = rareTerms([...all.values()]);
  return parts.map((part, at) => {
    const shown = own[at] ?? new Map<string, Place>();
    return { documents: [...part.documents, ...toDocuments(choose(shown, holders))] };
  });
}

/** The lines of each rare term. */
function rareTerms(places: readonly Place[]): readonly (readonly Place[])[] {
  const holders = new Map<string, Place[]>();
  for (const place of places)
    for (const term of termsOf(place.line)) {
      const known = holders.get(term);
      if (known === undefined) holders.set(term, [place]);
      else known.push(place);
    }
  return [...holders.values()].filter(({ length }) => length > 1 && length <= READING_LIMITS.relatedTermLinesMax);
}

/** Chooses lines that are not shown and share most terms with the shown lines, up to the limit. */
function choose(shown: ReadonlyMap<string, Place>, holders: readonly (readonly Place[])[]): Place[] {
  const scores = new Map<Place, number>();
  for (const places of holders) {
    if (!places.some(({ key }) => shown.has(key))) continue;
    for (const place of places)
      if (!shown.has(place.key)) scores.set(place, (scores.get(place) ?? 0) + 1 / places.length);
  }
  const ranked = [...scores].sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || (a.key < b.key ? -1 : 1));
  let left: number = READING_LIMITS.relatedTokensMax;
  return ranked.flatMap(([place]) => {
    left -= estimateTokens(place.line.text);
    return left < 0 ? [] : [place];
  });
}

const toDocuments = (places: readonly Place[]): ReadDocument[] =>
  [...Map.groupBy(places, ({ document }) => document.name)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, members]) => {
      const [first] = members;
      if (first === undefined) return [];
      const lines = members
        .map(({ line }) => line)
        .sort((a, b) => a.number - b.number || (a.piece ?? 0) - (b.piece ?? 0));
      return [{ ...first.document, lines, isRelated: true as const }];
    });
