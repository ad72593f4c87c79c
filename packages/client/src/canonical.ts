import { canonicalize } from '@assay/protocol/canonical-json';
import { AssayError, type ReasonCode } from './reasons.ts';

/** The signed or hashed text. Throws AssayError for data without a canonical form, such as an unpaired surrogate. */
export function canonicalOf(value: unknown, code: ReasonCode): string {
  try {
    return canonicalize(value);
  } catch (cause) {
    throw new AssayError(code, 'The document has no canonical form.', { cause });
  }
}

export const canonicalBytesOf = (value: unknown, code: ReasonCode): Uint8Array =>
  new TextEncoder().encode(canonicalOf(value, code));
