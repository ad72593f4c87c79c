import { Problem, REQUEST_LIMITS } from '@assay/protocol';

type Limits = { readonly jsonDepthMax: number; readonly jsonValuesMax: number };

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Counts nesting and values of a JSON text as its bytes arrive, so that a hostile body is refused before it is
 * complete. It does not validate: the strict parser reads everything that passes. In UTF-8, no byte of a multi-byte
 * character equals a structural one, so chunks may be cut anywhere.
 */
export function createJsonScan({ jsonDepthMax, jsonValuesMax }: Limits = REQUEST_LIMITS) {
  let depth = 0;
  let values = 0;
  let isInString = false;
  let isEscaped = false;
  /** Inside a number or a literal, which is counted at its first byte. */
  let isInWord = false;

  /** Skips to the end of the string or the chunk and returns the position after it. */
  function skipString(chunk: Uint8Array, start: number): number {
    const from = isEscaped ? start + 1 : start;
    isEscaped = false;
    let quote = chunk.indexOf(QUOTE, from);
    while (quote !== -1 && countBackslashes(chunk, from, quote) % 2 === 1) quote = chunk.indexOf(QUOTE, quote + 1);
    if (quote === -1) {
      isEscaped = countBackslashes(chunk, from, chunk.length) % 2 === 1;
      return chunk.length;
    }
    isInString = false;
    return quote + 1;
  }

  function count(): void {
    values += 1;
    if (values > jsonValuesMax) throw refuse(`it has more than ${jsonValuesMax} values`);
  }

  function readOutside(byte: number): void {
    if (byte <= SPACE || byte === COMMA || byte === COLON) isInWord = false;
    else if (byte === QUOTE) {
      isInWord = false;
      isInString = true;
      count();
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      isInWord = false;
      depth += 1;
      if (depth > jsonDepthMax) throw refuse(`it is nested deeper than ${jsonDepthMax} levels`);
      count();
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) {
      isInWord = false;
      depth -= 1;
    } else if (!isInWord) {
      isInWord = true;
      count();
    }
  }

  return {
    /** Throws malformed_request as soon as a limit is exceeded. */
    add(chunk: Uint8Array): void {
      let at = 0;
      while (at < chunk.length) {
        if (isInString) at = skipString(chunk, at);
        else {
          readOutside(chunk[at] ?? SPACE);
          at += 1;
        }
      }
    },
    counted: () => ({ depth, values }),
  };
}

/** Counts the backslashes directly before `end`. */
function countBackslashes(chunk: Uint8Array, from: number, end: number): number {
  let at = end;
  while (at > from && chunk[at - 1] === BACKSLASH) at -= 1;
  return end - at;
}

const refuse = (reason: string): Problem =>
  new Problem('malformed_request', { reason: `the JSON is refused: ${reason}` });
