import { REQUEST_LIMITS } from '../limits.ts';
import { CANONICAL_DEPTH_MAX, type JsonValue } from './canonical-json.ts';
import { toJsonPointer } from './json-pointer.ts';

export type IJsonLimits = { readonly depthMax: number };
export const REQUEST_JSON_LIMITS: IJsonLimits = { depthMax: REQUEST_LIMITS.jsonDepthMax };
/** A certificate payload may nest as deep as the sealing limit. */
export const PAYLOAD_JSON_LIMITS: IJsonLimits = { depthMax: CANONICAL_DEPTH_MAX };

export type IJsonReason =
  | 'invalid_utf8'
  | 'byte_order_mark'
  | 'unexpected_end'
  | 'unexpected_character'
  | 'control_character'
  | 'bad_escape'
  | 'lone_surrogate'
  | 'duplicate_key'
  | 'unsafe_number'
  | 'too_deep'
  | 'trailing_text';

export class IJsonError extends Error {
  override readonly name = 'IJsonError';
  readonly reason: IJsonReason;
  /** Index into the text in UTF-16 code units. */
  readonly offset: number;
  readonly pointer: string;
  constructor(reason: IJsonReason, offset: number, pointer: string, options?: ErrorOptions) {
    super(`Not acceptable as JSON: ${reason} at offset ${offset}, "${pointer}".`, options);
    this.reason = reason;
    this.offset = offset;
    this.pointer = pointer;
  }
}

/**
 * Reads strict I-JSON (RFC 7493): input that two parsers could interpret differently is rejected. A number beyond
 * ±(2^53 - 1) is rejected in any notation, so that every parsed value survives `canonicalize` and a second parse. -0 is
 * read as 0, as RFC 8785 prints it.
 */
export const parseIJson = (text: string, limits = REQUEST_JSON_LIMITS): JsonValue =>
  new IJsonReader(text, limits.depthMax).readDocument();

/** `parseIJson` for UTF-8 bytes. Malformed UTF-8 is rejected, not replaced by U+FFFD. */
export function parseIJsonBytes(bytes: Uint8Array, limits?: IJsonLimits): JsonValue {
  return parseIJson(decodeUtf8(bytes), limits);
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new IJsonError('invalid_utf8', 0, '', { cause });
  }
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const UPPER_E = 0x45;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LOWER_E = 0x65;
const LOWER_F = 0x66;
const LOWER_N = 0x6e;
const LOWER_T = 0x74;
const LOWER_U = 0x75;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const FIRST_SURROGATE = 0xd800;
const LONG_STRING_MIN = 256;
const BYTE_ORDER_MARK = 0xfeff;

const ESCAPES: ReadonlyMap<number, string> = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }).map(
    ([letter, meaning]) => [letter.charCodeAt(0), meaning],
  ),
);
const FOUR_HEX = /^[0-9a-fA-F]{4}$/;

/** Recursive descent in one pass. `depthMax` bounds the stack. Past the end charCodeAt returns NaN, which matches nothing. */
class IJsonReader {
  readonly #text: string;
  readonly #depthMax: number;
  #at = 0;
  /** The current position: entry n is the member or index at depth n. Read only for error messages. */
  readonly #path: (string | number)[] = [];

  constructor(text: string, depthMax: number) {
    this.#text = text;
    this.#depthMax = depthMax;
  }

  readDocument(): JsonValue {
    if (this.#text.charCodeAt(0) === BYTE_ORDER_MARK) this.#refuse('byte_order_mark', 0);
    this.#skipSpace();
    const value = this.#readValue(0);
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#refuse('trailing_text', 0);
    return value;
  }

  #readValue(depth: number): JsonValue {
    switch (this.#text.charCodeAt(this.#at)) {
      case QUOTE:
        return this.#readString(depth);
      case OPEN_BRACE:
        return this.#readObject(depth);
      case OPEN_BRACKET:
        return this.#readArray(depth);
      case LOWER_T:
        return this.#readLiteral('true', true, depth);
      case LOWER_F:
        return this.#readLiteral('false', false, depth);
      case LOWER_N:
        return this.#readLiteral('null', null, depth);
      default:
        return this.#readNumber(depth);
    }
  }

  #readObject(depth: number): JsonValue {
    if (depth >= this.#depthMax) this.#refuse('too_deep', depth);
    const object: Record<string, JsonValue> = {};
    if (this.#opensEmpty(CLOSE_BRACE)) return object;
    do {
      this.#skipSpace();
      const key = this.#readKey(object, depth);
      setMember(object, key, this.#readValue(depth + 1));
    } while (this.#continues(CLOSE_BRACE, depth));
    return object;
  }

  /** Reads a new member name and its colon, and stops at the member's value. */
  #readKey(object: object, depth: number): string {
    const keyAt = this.#at;
    if (this.#text.charCodeAt(keyAt) !== QUOTE) this.#refuse('unexpected_character', depth);
    const key = this.#readString(depth);
    this.#path[depth] = key;
    if (Object.hasOwn(object, key)) this.#refuse('duplicate_key', depth + 1, keyAt);
    this.#skipSpace();
    if (this.#text.charCodeAt(this.#at) !== COLON) this.#refuse('unexpected_character', depth + 1);
    this.#at++;
    this.#skipSpace();
    return key;
  }

  #readArray(depth: number): JsonValue {
    if (depth >= this.#depthMax) this.#refuse('too_deep', depth);
    const items: JsonValue[] = [];
    if (this.#opensEmpty(CLOSE_BRACKET)) return items;
    do {
      this.#skipSpace();
      this.#path[depth] = items.length;
      items.push(this.#readValue(depth + 1));
    } while (this.#continues(CLOSE_BRACKET, depth));
    return items;
  }

  /** Skips the opening bracket, and also the closing one when the container is empty. */
  #opensEmpty(close: number): boolean {
    this.#at++;
    this.#skipSpace();
    if (this.#text.charCodeAt(this.#at) !== close) return false;
    this.#at++;
    return true;
  }

  /** After an element: true at a comma, false at the closing bracket. Skips either. */
  #continues(close: number, depth: number): boolean {
    this.#skipSpace();
    const code = this.#text.charCodeAt(this.#at);
    if (code !== COMMA && code !== close) this.#refuse('unexpected_character', depth);
    this.#at++;
    return code === COMMA;
  }

  #readLiteral<Value extends JsonValue>(word: string, value: Value, depth: number): Value {
    if (!this.#text.startsWith(word, this.#at)) this.#refuse('unexpected_character', depth);
    this.#at += word.length;
    return value;
  }

  #readNumber(depth: number): number {
    const start = this.#at;
    if (this.#text.charCodeAt(this.#at) === MINUS) this.#at++;
    // A leading zero stands alone: a digit after "0" is a syntax error.
    if (this.#text.charCodeAt(this.#at) === ZERO) this.#at++;
    else this.#readDigits(depth);

    if (this.#text.charCodeAt(this.#at) === DOT) {
      this.#at++;
      this.#readDigits(depth);
    }
    const code = this.#text.charCodeAt(this.#at);
    if (code === LOWER_E || code === UPPER_E) this.#readExponent(depth);

    const value = Number(this.#text.slice(start, this.#at));
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) this.#refuse('unsafe_number', depth, start);
    return value === 0 ? 0 : value;
  }

  #readExponent(depth: number): void {
    this.#at++;
    const sign = this.#text.charCodeAt(this.#at);
    if (sign === PLUS || sign === MINUS) this.#at++;
    this.#readDigits(depth);
  }

  #readDigits(depth: number): void {
    const start = this.#at;
    let at = start;
    for (let code = this.#text.charCodeAt(at); code >= ZERO && code <= NINE; code = this.#text.charCodeAt(at)) at++;
    this.#at = at;
    if (at === start) this.#refuse('unexpected_character', depth);
  }

  #readString(depth: number): string {
    return this.#readLongString() ?? this.#readShortString(depth);
  }

  /**
   * The engine's own parser is several times as fast on file contents. Returns undefined for short or invalid strings,
   * which are then read unit by unit.
   */
  #readLongString(): string | undefined {
    const end = this.#findClosingQuote(this.#at + 1);
    if (end - this.#at < LONG_STRING_MIN) return undefined;
    let value: string;
    try {
      value = JSON.parse(this.#text.slice(this.#at, end + 1)) as string;
    } catch {
      return undefined;
    }
    if (!value.isWellFormed()) return undefined;
    this.#at = end + 1;
    return value;
  }

  /** The first unescaped quote; -1 without one. */
  #findClosingQuote(from: number): number {
    let quote = this.#text.indexOf('"', from);
    while (quote !== -1) {
      let before = quote;
      while (before > from && this.#text.charCodeAt(before - 1) === BACKSLASH) before--;
      if ((quote - before) % 2 === 0) return quote;
      quote = this.#text.indexOf('"', quote + 1);
    }
    return -1;
  }

  #readShortString(depth: number): string {
    const start = this.#at + 1;
    let value = '';
    let pieceStart = start;
    let at = start;
    let seen = 0;
    for (let code = this.#text.charCodeAt(at); code !== QUOTE; code = this.#text.charCodeAt(at)) {
      if (code === BACKSLASH) {
        this.#at = at + 1;
        value += this.#text.slice(pieceStart, at) + this.#readEscape(depth);
        at = this.#at;
        pieceStart = at;
        seen = FIRST_SURROGATE; // the escape may have been half of a pair
        continue;
      }
      if (!(code >= SPACE)) this.#refuse('control_character', depth, at);
      seen |= code;
      at++;
    }
    this.#at = at + 1;
    value = pieceStart === start ? this.#text.slice(start, at) : value + this.#text.slice(pieceStart, at);
    // The union of all code units is below the surrogates for nearly all text, which avoids a second pass.
    if (seen >= FIRST_SURROGATE && !value.isWellFormed()) this.#refuse('lone_surrogate', depth, start - 1);
    return value;
  }

  /** Reads the rest of an escape sequence after the backslash. */
  #readEscape(depth: number): string {
    const code = this.#text.charCodeAt(this.#at);
    if (code !== LOWER_U) {
      const meaning = ESCAPES.get(code) ?? this.#refuse('bad_escape', depth);
      this.#at++;
      return meaning;
    }
    const digits = this.#text.slice(this.#at + 1, this.#at + 5);
    if (!FOUR_HEX.test(digits)) this.#refuse('bad_escape', depth);
    this.#at += 5;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #skipSpace(): void {
    let at = this.#at;
    for (;;) {
      const code = this.#text.charCodeAt(at);
      if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) break;
      at++;
    }
    this.#at = at;
  }

  #refuse(reason: IJsonReason, depth: number, offset = this.#at): never {
    const actual = offset >= this.#text.length ? 'unexpected_end' : reason;
    throw new IJsonError(actual, offset, toJsonPointer(this.#path.slice(0, depth)));
  }
}

/** Assigning to `__proto__` would replace the prototype, but every member must be an ordinary own property. */
function setMember(object: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
