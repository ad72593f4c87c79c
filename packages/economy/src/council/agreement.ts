import type { VerdictValue } from '@assay/protocol';
import { COUNCIL, WHOLE_BP } from './params.ts';

/** One case that a validator judged: its vote and the votes of its peers on the panel. */
export type JudgedCase = { readonly vote: VerdictValue; readonly peersSafe: number; readonly peersUnsafe: number };

/**
 * Correlated agreement: how often a validator agrees with its peers on the same case, minus how often it would agree
 * with them across different cases. A validator that always casts the same vote gets zero. Counts are integers until
 * the final division, so the order of the cases does not matter.
 */
export function toAgreement(cases: readonly JudgedCase[]): number {
  const peersSafe = sumOf(cases, (judged) => judged.peersSafe);
  const peersUnsafe = sumOf(cases, (judged) => judged.peersUnsafe);
  const peers = peersSafe + peersUnsafe;

  const agreeing = sumOf(cases, agreeingPeers);
  const acrossAgreeing = sumOf(cases, (judged) => (judged.vote === 'SAFE' ? peersSafe : peersUnsafe)) - agreeing;
  const acrossPairs = cases.length * peers - peers;
  if (peers === 0 || acrossPairs === 0) return 0;
  return agreeing / peers - acrossAgreeing / acrossPairs;
}

/** The factor on a seat's pay, in basis points. A validator without enough cases gets half the fee. */
export function toMultiplierBp(cases: readonly JudgedCase[]): number {
  const { casesMin, multiplierStartBp, multiplierMaxBp, target } = COUNCIL.agreement;
  if (cases.length < casesMin) return multiplierStartBp;
  const multiplierBp = Math.floor((toAgreement(cases) / target) * WHOLE_BP);
  return Math.min(Math.max(multiplierBp, 0), multiplierMaxBp);
}

const agreeingPeers = ({ vote, peersSafe, peersUnsafe }: JudgedCase): number =>
  vote === 'SAFE' ? peersSafe : peersUnsafe;

const sumOf = (cases: readonly JudgedCase[], count: (judged: JudgedCase) => number): number =>
  cases.reduce((sum, judged) => sum + count(judged), 0);
