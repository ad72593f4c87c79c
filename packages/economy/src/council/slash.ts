import { COUNCIL, type SlashingCode } from './params.ts';
import { divide, partOf } from './share.ts';

/** Slashes for what came out after a certificate was issued; together they are capped. */
const AFTER_ISSUE: ReadonlySet<SlashingCode> = new Set<SlashingCode>(['SUSPENDED_CRITICAL', 'SUSPENDED_HIGH']);

export type PastSlash = { readonly code: SlashingCode; readonly bp: number; readonly ageDays: number };
type Slash = { readonly bp: number; readonly amount: bigint };

type Offence = {
  readonly code: SlashingCode;
  readonly stakeMinor: bigint;
  readonly past: readonly PastSlash[];
};

/** What an offence costs of the stake as it stands. Past the monthly cap nothing more is taken. */
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

/** Where a slash goes: to the reserve; after an issue, three tenths to those who had voted UNSAFE. Nothing is burnt. */
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
