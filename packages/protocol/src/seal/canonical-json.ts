import { toJsonPointer } from './json-pointer.ts';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Deeper than any sealed document. It also turns a cyclic object into an error instead of a stack overflow. */
export const CANONICAL_DEPTH_MAX = 64;
/** The limit for the canonical bytes of one certificate payload. */
export const SEALED_BYTES_MAX = 1_048_576;

export type CanonicalJsonReason =
  | 'not_json' // undefined, function, symbol, bigint, hole in an array
  | 'not_plain' // Date, Map, class instance, symbol key: JSON would silently drop or change it
  | 'not_finite'
  | 'not_safe_integer' // sealed data only
  | 'lone_surrogate'
  | 'too_deep'
  | 'too_large'; // sealed data only

export class CanonicalJsonError extends Error {
  override readonly name = 'CanonicalJsonError';
  readonly reason: CanonicalJsonReason;
  readonly pointer: string;
  constructor(reason: CanonicalJsonReason, pointer: string) {
    super(`This value has no canonical JSON: ${reason} at "${pointer}".`);
    this.reason = reason;
    this.pointer = pointer;
  }
}

/** The RFC 8785 text of a value. Throws CanonicalJsonError for values that JSON would drop, change or fail to represent. */
export const canonicalize = (value: unknown): string => new CanonicalWriter(formatNumber).write(value, 0);

export const canonicalBytes = (value: unknown): Uint8Array => new TextEncoder().encode(canonicalize(value));

/**
 * Canonical bytes of a sealed value: safe integers are the only numbers, and the size is at most SEALED_BYTES_MAX.
 * Fractions are rejected because two languages may print one double differently, and that would break a seal.
 */
export function sealedBytes(value: unknown): Uint8Array {
  const bytes = new TextEncoder().encode(new CanonicalWriter(formatSafeInteger).write(value, 0));
  if (bytes.length > SEALED_BYTES_MAX) throw new CanonicalJsonError('too_large', '');
  return bytes;
}

/** Why this value must not be sealed; `undefined` when it may be. */
export function checkSealedValue(value: unknown): CanonicalJsonError | undefined {
  try {
    sealedBytes(value);
    return undefined;
  } catch (error) {
    if (error instanceof CanonicalJsonError) return error;
    throw error;
  }
}

/** The text of a number, or why it has none. ECMAScript prints numbers as RFC 8785 §3.2.2.3 requires, including -0 as 0. */
type NumberFormat = (value: number) => { text: string } | { refused: CanonicalJsonReason };

const formatNumber: NumberFormat = (value) =>
  Number.isFinite(value) ? { text: String(value) } : { refused: 'not_finite' };

const formatSafeInteger: NumberFormat = (value) =>
  Number.isSafeInteger(value) ? { text: String(value) } : { refused: 'not_safe_integer' };

class CanonicalWriter {
  readonly #formatNumber: NumberFormat;
  /** The current position: entry n is the member or index at depth n. Read only for error messages. */
  readonly #path: (string | number)[] = [];

  constructor(numberFormat: NumberFormat) {
    this.#formatNumber = numberFormat;
  }

  write(value: unknown, depth: number): string {
    switch (typeof value) {
      case 'string':
        return this.#writeString(value, depth);
      case 'number':
        return this.#writeNumber(value, depth);
      case 'boolean':
        return value ? 'true' : 'false';
      case 'object':
        return value === null ? 'null' : this.#writeContainer(value, depth);
      default:
        return this.#refuse('not_json', depth);
    }
  }

  #writeString(value: string, depth: number): string {
    if (!value.isWellFormed()) this.#refuse('lone_surrogate', depth);
    // For well-formed text, JSON.stringify escapes exactly the characters of RFC 8785 §3.2.2.2.
    return JSON.stringify(value);
  }

  #writeNumber(value: number, depth: number): string {
    const formatted = this.#formatNumber(value);
    return 'text' in formatted ? formatted.text : this.#refuse(formatted.refused, depth);
  }

  #writeContainer(value: object, depth: number): string {
    if (depth >= CANONICAL_DEPTH_MAX) this.#refuse('too_deep', depth);
    return Array.isArray(value) ? this.#writeArray(value, depth) : this.#writeObject(value, depth);
  }

  #writeArray(items: readonly unknown[], depth: number): string {
    let text = '[';
    for (let index = 0; index < items.length; index++) {
      this.#path[depth] = index;
      text += (index === 0 ? '' : ',') + this.write(items[index], depth + 1);
    }
    return `${text}]`;
  }

  #writeObject(value: object, depth: number): string {
    if (!isPlain(value)) this.#refuse('not_plain', depth);
    // String comparison compares UTF-16 code units, which is the order of RFC 8785 §3.2.3.
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    let text = '{';
    for (const [key, member] of members) {
      this.#path[depth] = key;
      const separator = text.length === 1 ? '' : ',';
      text += `${separator}${this.#writeString(key, depth + 1)}:${this.write(member, depth + 1)}`;
    }
    return `${text}}`;
  }

  #refuse(reason: CanonicalJsonReason, depth: number): never {
    throw new CanonicalJsonError(reason, toJsonPointer(this.#path.slice(0, depth)));
  }
}

/** An object literal or an object without a prototype. Objects of another realm count: their prototype has no prototype either. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  const isRoot = prototype === null || Object.getPrototypeOf(prototype) === null;
  return isRoot && Object.getOwnPropertySymbols(value).length === 0;
}
