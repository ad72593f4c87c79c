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

/**
 * Lines are sent singly or in pieces, with some characters as escapes. White space in a quote therefore carries no
 * information.
 */
const fold = (text: string): string => text.replace(UNSEEN, '').normalize('NFC').replace(/\s+/g, '');

/**
 * Finds a quote in the bytes. Returns `undefined` when the quote is not in the named view, at or close to the named
 * lines. The result for decoded text has the lines of its carrier.
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

/** A model may copy an escape from the message instead of the character. */
function unescaped(quote: string): string[] {
  if (!quote.includes('\\')) return [];
  try {
    return [String(JSON.parse(`"${quote}"`))];
  } catch {
    return [];
  }
}

/** The folded view keeps the line numbers of its file, so a quote may use either name. */
const isNamed = (name: string, { name: own, file, carrier }: ReadDocument): boolean =>
  name === own || (carrier === null && (name === file || name === `${own.replace(/#folded$/, '')}#folded`));

type Found = { readonly startLine: number; readonly endLine: number };

/** Finds the shortest run of lines around the named lines that contains the quote. */
function findLines(quote: string, claim: ClaimedQuote, { lines }: ReadDocument): Found | undefined {
  const { quoteLinesOff, quoteCharsMin, quotedLineCharsMin } = READING_LIMITS;
  const wanted = fold(quote);
  // A short quote occurs in many places. It counts only if it is a whole line.
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

/** The quote starts after the first line, so a later start gives a shorter run. */
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
