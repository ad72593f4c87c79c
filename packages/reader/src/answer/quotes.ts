import type { ReadingQuote } from '@assay/analysis/types/reading';
import { READING_LIMITS } from '../limits.ts';
import type { ReadDocument } from '../request/documents.ts';
import { UNSEEN } from '../request/unseen.ts';

type ClaimedQuote = {
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly quote: string;
};

/** Lines were sent one by one and some characters as escapes; how a model joins them again says nothing. */
const fold = (text: string): string => text.replace(UNSEEN, '').normalize('NFC').replace(/\s+/g, ' ').trim();

/**
 * The place of a quote in the bytes, or `undefined` when it does not stand where it is said to: in the named view,
 * at the named lines or close by. Decoded text answers with the lines of its carrier.
 */
export function findQuote(claim: ClaimedQuote, documents: readonly ReadDocument[]): ReadingQuote | undefined {
  const wanted = fold(claim.quote);
  const { quoteCharsMin, quoteCharsMax } = READING_LIMITS;
  if (wanted.length < quoteCharsMin || claim.quote.length > quoteCharsMax) return undefined;
  for (const document of documents) {
    if (!isNamed(claim.file, document)) continue;
    const at = findLines(wanted, claim, document);
    if (at !== undefined) return toQuote(document, at, claim);
  }
  return undefined;
}

/** The folded view has the numbers of its file, so that either name means both. */
const isNamed = (name: string, { name: own, file, carrier }: ReadDocument): boolean =>
  name === own || (carrier === null && (name === file || name === `${own.replace(/#folded$/, '')}#folded`));

type Found = { readonly startLine: number; readonly endLine: number };

/** The shortest run of lines around the named ones that holds the words. */
function findLines(wanted: string, claim: ClaimedQuote, { lines }: ReadDocument): Found | undefined {
  const { quoteLinesOff } = READING_LIMITS;
  const near = lines.filter(
    ({ number }) => number >= claim.startLine - quoteLinesOff && number <= claim.endLine + quoteLinesOff,
  );
  for (const [index, first] of near.entries()) {
    let joined = '';
    for (const line of near.slice(index)) {
      joined = fold(`${joined} ${line.text}`);
      if (!joined.includes(wanted)) {
        if (joined.length > wanted.length + fold(first.text).length) break;
        continue;
      }
      if (startsLater(joined, first.text, wanted)) break;
      return { startLine: first.number, endLine: line.number };
    }
  }
  return undefined;
}

/** The words begin after the first line: a shorter run will be found from a later one. */
const startsLater = (joined: string, first: string, wanted: string): boolean => {
  const at = joined.indexOf(wanted);
  const firstLength = fold(first).length;
  return at > firstLength || (firstLength === 0 && joined.length > 0);
};

function toQuote({ file, layers, carrier }: ReadDocument, at: Found, claim: ClaimedQuote): ReadingQuote {
  const { placeLinesAround } = READING_LIMITS;
  const place = carrier ?? {
    startLine: Math.max(Math.min(claim.startLine, at.startLine), at.startLine - placeLinesAround),
    endLine: Math.min(Math.max(claim.endLine, at.endLine), at.endLine + placeLinesAround),
  };
  return {
    file,
    startLine: Math.max(1, place.startLine),
    endLine: Math.max(1, place.endLine),
    layers,
    quote: claim.quote.trim(),
  };
}
