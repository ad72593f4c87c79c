/** Recorded inputs and their results. */
import type { Intent } from '@assay/protocol';
import type { ParamsChange } from '../params.ts';

/** Amounts are decimal text of minor units. Ids are those of the world. */
export type Input =
  | { readonly kind: 'intent.submit'; readonly intent: IntentInput }
  /** `reason`: why the service removes it from the queue. Without it, the owner cancels. */
  | { readonly kind: 'intent.cancel'; readonly intentId: string; readonly reason?: string }
  | { readonly kind: 'actor.join'; readonly actorId: string; readonly name: string; readonly cityId?: string }
  | {
      readonly kind: 'actor.change';
      readonly actorId: string;
      readonly name?: string;
      readonly control?: 'AUTOPILOT' | 'REMOTE';
      readonly autonomy?: number;
    }
  | { readonly kind: 'actor.freeze'; readonly actorId: string; readonly isFrozen: boolean }
  | { readonly kind: 'actor.follow'; readonly actorId: string; readonly isFollowed: boolean }
  | { readonly kind: 'actor.reputation'; readonly actorId: string; readonly change: number }
  | { readonly kind: 'validator.set'; readonly actorId: string; readonly isActive: boolean }
  | { readonly kind: 'validator.slashed'; readonly actorId: string; readonly amount: string }
  | {
      readonly kind: 'licence.grant';
      readonly actorId: string;
      readonly licence: 'SKILL_LICENCE' | 'REVIEW_LICENCE';
      readonly ref: string;
      readonly name: string;
      /** A business of the holder that starts to use the skill, if it has a free slot. */
      readonly businessId?: string;
    }
  | { readonly kind: 'licence.revoke'; readonly actorId: string; readonly ref: string }
  | {
      readonly kind: 'money.issue';
      readonly to: AccountRef;
      readonly amount: string;
      readonly reason: IssueReason;
      readonly reference: string;
    }
  | {
      readonly kind: 'money.retire';
      readonly amount: string;
      readonly reason: RetireReason;
      readonly reference: string;
    }
  | { readonly kind: 'council.settle'; readonly reference: string; readonly shares: readonly SettleShare[] }
  | {
      readonly kind: 'hold';
      readonly actorId: string;
      readonly amount: string;
      readonly purpose: HoldPurpose;
      readonly reference: string;
    }
  | {
      readonly kind: 'release';
      readonly actorId: string;
      readonly amount: string;
      readonly purpose: HoldPurpose;
      readonly reference: string;
    }
  | {
      readonly kind: 'certificate.set';
      readonly certificateId: string;
      readonly name: string;
      readonly isValid: boolean;
      readonly securityLevel: string;
      /** Usable without a licence. Unchanged by default; initially free. */
      readonly isFree?: boolean;
    }
  | { readonly kind: 'params.change'; readonly change: ParamsChange }
  | AdminInput;

export type IntentInput = {
  readonly id: string;
  readonly actorId: string;
  readonly type: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly priority: number;
  readonly source: Intent['source'];
  readonly notBeforeTick?: number;
  readonly expiresAtTick?: number;
};

export type AccountRef =
  | { readonly type: 'protocol' }
  | { readonly type: 'federal' }
  | { readonly type: 'commons' }
  | { readonly type: 'actor'; readonly id: string }
  | { readonly type: 'city'; readonly id: string };
/** `genesis`: balances that existed before the world. */
export type IssueReason = 'genesis' | 'fee' | 'topup' | 'federal_issue' | 'grant';
/** Taken out of the money that the service holds: a refunded fee, or an initial balance of a new world that the ledger does not have. */
type RetireReason = 'refund' | 'genesis';
/** REWARD is income and taxed where the actor lives. The others are paid in full. */
export type SettleShare = {
  readonly to: AccountRef;
  readonly amount: string;
  readonly purpose: 'REWARD' | 'GRANT' | 'SLASH' | 'OTHER';
};
export type HoldPurpose = 'STAKE' | 'BOND' | 'PLUGIN' | 'LISTING' | 'FEE' | 'OTHER';

export type InputResult =
  | { readonly isDone: true; readonly data: Readonly<Record<string, unknown>> }
  /** `detail` is for operators. */
  | { readonly isDone: false; readonly code: string; readonly detail?: string };

export const refused = (code: string): InputResult => ({ isDone: false, code });
export const done = (data: Readonly<Record<string, unknown>> = {}): InputResult => ({ isDone: true, data });

export type Financing = 'treasury' | 'federal' | 'federal_issue';

/** Operator writes. A dry run is `preview(world, input)`, which returns the same result and changes nothing. */
export type AdminInput =
  | {
      readonly kind: 'admin.expansion';
      readonly cityId: string;
      readonly amount: string;
      readonly financing: Financing;
      readonly housingUnits: number;
      readonly publicPosts: number;
      readonly transferPerHead: string;
      readonly maxMoneyGrowthPct: number;
      readonly isForced: boolean;
      readonly reason: string;
    }
  | {
      readonly kind: 'admin.salaries';
      readonly cityId: string;
      readonly percentage: number;
      readonly roles?: readonly string[];
      readonly effectiveTick?: number;
      readonly reason: string;
    }
  | {
      readonly kind: 'admin.proposal';
      readonly proposalId: string;
      readonly decision: 'approve' | 'reject';
      readonly reason: string;
    }
  | {
      readonly kind: 'admin.housing';
      readonly cityId: string;
      readonly distribution: Readonly<Partial<Record<'ROOM' | 'FLAT' | 'HOUSE' | 'VILLA', number>>>;
      readonly ownership: 'public' | 'auction';
      readonly financing: Financing;
      readonly reason: string;
    };

/** Parses minor units; undefined for anything but an integer that a double represents exactly. */
export function toMinor(text: string): number | undefined {
  if (!/^(0|[1-9]\d{0,15})$/.test(text)) return undefined;
  const amount = Number(text);
  return Number.isSafeInteger(amount) ? amount : undefined;
}
