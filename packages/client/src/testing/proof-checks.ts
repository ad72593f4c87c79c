import { type ProofOptions, verifyProof } from '../proof/index.ts';
import type { ReasonCode } from '../reasons.ts';
import { ORIGIN, POLICY, ROOT, type SealedProof } from './sealed-log.ts';
import { FILES, HOUR_MS, ID, NOW } from './sealed-skill.ts';

export const OPTIONS = {
  trustRoot: ROOT,
  origin: ORIGIN,
  certificateId: ID,
  witnesses: POLICY,
  folder: { files: FILES },
  now: () => NOW,
};
/** Verifies a bundle with all optional checks enabled. */
export const check = (bundle: unknown, options: Partial<ProofOptions> = {}) =>
  verifyProof(bundle, { ...OPTIONS, ...options });
export const DAY_MS = 24 * HOUR_MS;

type Log = SealedProof['log'];
export type Change = (bundle: SealedProof) => unknown;
export type Row = readonly [name: string, change: Change, expected: ReasonCode, options?: Partial<ProofOptions>];
export const withLog =
  (change: (log: Log) => object): Change =>
  (bundle) => ({ ...bundle, log: { ...bundle.log, ...change(bundle.log) } });
export const textOf = (bundle: SealedProof) => `${bundle.log.checkpoint.split('\n\n')[0]}\n`;
