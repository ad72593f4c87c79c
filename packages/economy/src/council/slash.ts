import { COUNCIL, type SlashingCode } from './params.ts';
import { divide, partOf } from './share.ts';

/** Slashes for defects found after a certificate was issued. Together they are capped. */
const AFTER_ISSUE: ReadonlySet<SlashingCode> = new Set<SlashingCode>(['SUSPENDED_CRITICAL', 'SUSPENDED_HIGH']);

export type PastSlash = { readonly code: SlashingCode; readonly bp: number; readonly ageDays: number };
type Slash = { readonly bp: number; readonly amount: bigint };

type Offence = {
  readonly code: SlashingCode;
  readonly stakeMinor: bigint;
  readonly past: readonly PastSlash[];
};

/** The slash of the current stake for an offence. Nothing is taken beyond the monthly cap. */
export function toSlash({ code, stakeMinor, past }: Offence): Slash {
  const full = COUNCIL.slashingBp[code];
  const bp = AFTER_ISSUE.has(code) ? Math.min(full, capLeftBp(past)) : full;
  return { bp, amount: partOf(stakeMinor, bp) };
}

function capLeftBp(past: readonly PastSlash[]): number {
  const { afterIssueCapBp, afterIssueCapDays } = COUNCIL.slashing;
  const counted = past.filter(({ code, ageDays }) => AFTER_ISSUE.has(code) && ageDays < afterIssueCapDays);
  return Math.max(0, afterIssueCapBp - counted.reduce((sum, { bp }) => sum + bp, 0));
}

type SlashShares = {
  readonly reserve: bigint;
  readonly dissenters: readonly { readonly validatorId: string; readonly amount: bigint }[];
};

/** Slashed stake goes to the reserve. After an issue, three tenths of it go to the seats that voted UNSAFE. Nothing is burnt. */
export function shareSlash(code: SlashingCode, amount: bigint, dissenters: readonly string[]): SlashShares {
  if (!AFTER_ISSUE.has(code) || dissenters.length === 0) return { reserve: amount, dissenters: [] };
  const shared = partOf(amount, COUNCIL.slashing.dissentersShareBp);
  const parts = divide(
    shared,
    dissenters.map(() => 1n),
  );
  return {
    reserve: amount - shared,
    dissenters: dissenters.map((validatorId, index) => ({ validatorId, amount: parts[index] ?? 0n })),
  };
}
