import { type NoteKey, type ProvenSignature, parseVerifierKey } from '@assay/protocol/log';
import { AssayError } from '../reasons.ts';
import { CLOCK_SKEW_MS } from '../shape.ts';

/** Requires at least `threshold` of these witnesses. */
export type WitnessPolicy = {
  /** Verifier keys in the C2SP format. */
  readonly witnesses: readonly string[];
  readonly threshold: number;
  /** An older cosignature does not count, because the witness did not see the current log. */
  readonly maxAgeMs?: number;
};

export type ReadPolicy = { readonly keys: readonly NoteKey[]; readonly threshold: number; readonly maxAgeMs: number };

export function readPolicy(policy: WitnessPolicy | undefined): ReadPolicy {
  const keys = (policy?.witnesses ?? []).map((text) => parseVerifierKey(text));
  const threshold = policy?.threshold ?? 0;
  // The same key under two names would count one witness twice.
  const distinct = new Set(keys.map(({ publicKey }) => publicKey.join())).size;
  if (!Number.isSafeInteger(threshold) || threshold < 0 || threshold > distinct || distinct !== keys.length)
    throw new TypeError(`A policy can require 0 to ${distinct} distinct witnesses, not ${threshold}.`);
  return { keys, threshold, maxAgeMs: policy?.maxAgeMs ?? Number.POSITIVE_INFINITY };
}

/** The witnesses that count now. Throws AssayError when they are too few. */
export function findQuorum(
  proven: readonly ProvenSignature[],
  { keys, threshold, maxAgeMs }: ReadPolicy,
  now: number,
): ProvenSignature[] {
  const counted = proven.filter(({ key, seconds }) => {
    const age = seconds === null ? Number.NaN : now - seconds * 1_000;
    return keys.includes(key) && age >= -CLOCK_SKEW_MS && age <= maxAgeMs;
  });
  if (counted.length < threshold)
    throw new AssayError(
      'log_witnesses',
      `${counted.length} of ${threshold} required witnesses cosigned this checkpoint.`,
    );
  return counted;
}
