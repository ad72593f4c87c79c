import type { Flag, PublicFlag } from '@assay/protocol';
import type { z } from 'zod';
import type { FlagRow } from './flags.store.ts';

/** The wire formats of flags. */
export type FlagAnswer = z.input<typeof Flag>;
export type PublicFlagAnswer = z.input<typeof PublicFlag>;

export type BountyAnswer = FlagAnswer['bounty'];

const NO_BOUNTY: BountyAnswer = { state: 'NONE', amount: null, txHash: null };

const common = (flag: FlagRow, bounty = NO_BOUNTY) => ({
  id: flag.id,
  certificateId: flag.certificateId,
  state: flag.state,
  category: flag.category,
  severity: flag.severity,
  openedAt: flag.openedAt.toISOString(),
  decidedAt: flag.decidedAt?.toISOString() ?? null,
  decision: flag.decision,
  bounty,
});

/** A flag as its reporter sees it. */
export const toFlag = (flag: FlagRow, activeFlagCount: number, valid: boolean, bounty?: BountyAnswer): FlagAnswer => ({
  ...common(flag, bounty),
  description: flag.description,
  evidence: flag.evidence,
  walletAddress: flag.walletAddress,
  bond: flag.bond?.toString() ?? null,
  bondState: flag.bondState,
  triageDueAt: flag.triageDueAt.toISOString(),
  activeFlagCount,
  valid,
});

/** The public view of a flag: its text only after a decision, the wallet only after a payment. */
export const toPublicFlag = (flag: FlagRow, bounty?: BountyAnswer): PublicFlagAnswer => ({
  ...common(flag, bounty),
  reporter: bounty?.state === 'PAID' ? flag.walletAddress : null,
  description: flag.state === 'CONFIRMED' || flag.state === 'DISMISSED' ? flag.description : null,
});
