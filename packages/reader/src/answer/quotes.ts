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

/** Lines were sent one by one or in pieces and some characters as escapes; how a model joins them again says nothing. */
const fold = (text: string): string => text.replace(UNSEEN, '').normalize('NFC').replace(/\s+/g, '');

/**
 * The place of a quote in the bytes, or `undefined` when it does not stand where it is said to: in the named view,
 * at the named lines or close by. Decoded text answers with the lines of its carrier.
 */
export function findQuote(claim: ClaimedQuote, documents: readonly ReadDocument[]): ReadingQuote | undefined {
  const { quoteCharsMax } = READING_LIMITS;
  if (claim.quote.length > quoteCharsMax) return undefined;
  const named = documents.filter((document) => isNamed(claim.file, document));
  for (const quote of [claim.quote, ...unescaped(claim.quote)]) {
    for (const document of named) {
      const at = findLines(quote, claim, document);
      if (at !== undefined) return toQuote(document, at, { ...claim, quote });
    }
  }
  return undefined;
}

/** A model may copy an escape of the message instead of the character that it stands for. */
function unescaped(quote: string): string[] {
  if (!quote.includes('\\')) return [];
  try {
    return [String(JSON.parse(`"${quote}"`))];
  } catch {
    return [];
  }
}

/** The folded view has the numbers of its file, so that either name means both. */
const isNamed = (name: string, { name: own, file, carrier }: ReadDocument): boolean =>
  name === own || (carrier === null && (name === file || name === `${own.replace(/#folded$/, '')}#folded`));

type Found = { readonly startLine: number; readonly endLine: number };

/** The shortest run of lines around the named ones that holds the words. */
function findLines(quote: string, claim: ClaimedQuote, { lines }: ReadDocument): Found | undefined {
  const { quoteLinesOff, quoteCharsMin, quotedLineCharsMin } = READING_LIMITS;
  const wanted = fold(quote);
  // Few characters stand in many places: they count only where they are all that a line says.
  const isWholeLine = quote.trim().length < quoteCharsMin;
  if (isWholeLine && wanted.length < quotedLineCharsMin) return undefined;
  const near = lines.filter(
    ({ number }) => number >= claim.startLine - quoteLinesOff && number <= claim.endLine + quoteLinesOff,
  );
  if (isWholeLine) {
    const line = near.find(({ text }) => fold(text) === wanted);
    return line && { startLine: line.number, endLine: line.number };
  }
  for (const [index, first] of near.entries()) {
    let joined = '';
    for (const line of near.slice(index)) {
      joined = fold(`${joined}${line.text}`);
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
  return at >= firstLength;
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
