import type { Flag, PublicFlag } from '@assay/protocol';
import type { z } from 'zod';
import type { FlagRow } from './flags.store.ts';

/** Flags in the form they have on the wire. */
export type FlagAnswer = z.input<typeof Flag>;
export type PublicFlagAnswer = z.input<typeof PublicFlag>;

const NO_BOUNTY = { state: 'NONE', amount: null, txHash: null } as const;

const common = (flag: FlagRow) => ({
  id: flag.id,
  certificateId: flag.certificateId,
  state: flag.state,
  category: flag.category,
  severity: flag.severity,
  openedAt: flag.openedAt.toISOString(),
  decidedAt: flag.decidedAt?.toISOString() ?? null,
  decision: flag.decision,
  bounty: NO_BOUNTY,
});

/** A flag as its reporter sees it. */
export const toFlag = (flag: FlagRow, activeFlagCount: number, valid: boolean): FlagAnswer => ({
  ...common(flag),
  description: flag.description,
  evidence: flag.evidence,
  walletAddress: flag.walletAddress,
  bond: null,
  triageDueAt: flag.triageDueAt.toISOString(),
  activeFlagCount,
  valid,
});

/** A flag as anybody sees it: the reporter's words only once somebody has weighed them, their wallet not at all. */
export const toPublicFlag = (flag: FlagRow): PublicFlagAnswer => ({
  ...common(flag),
  reporter: null,
  description: flag.state === 'CONFIRMED' || flag.state === 'DISMISSED' ? flag.description : null,
});
